import LeakCheckGraph
import LeakCheckReport
import LeakCheckText

/// The objects that `leaks` calls leaked at one moment, for later comparison.
///
/// Leaked memory is never reused, so an address identifies an object.
struct LeaksMark: Sendable {
  private let tool: any LeaksTool
  private let known: Set<ObjectID>

  /// Creates a mark of the objects that `tool` calls leaked now.
  ///
  /// - Throws: ``LeaksRefusal`` if the tool gives no answer or an incomplete one: omitted objects would count as new.
  /// - Complexity: One run of `leaks`.
  init(by tool: any LeaksTool) throws(LeaksRefusal) {
    let graph = try AppleLeaks.read(tool.text([]))
    let missing = Report.incompleteness(of: graph)
    guard missing.isEmpty else {
      throw LeaksRefusal(
        "what leaks printed is incomplete: \(Escaping.plain(missing, limit: 300))")
    }
    self.tool = tool
    known = Set(graph.objects.map(\.id))
  }

  /// Returns the objects that `leaks` calls leaked only now, expected gone, with the objects connected to them.
  ///
  /// It excludes groups of only a framework's objects or memory without a type. It returns `nil` if nothing is new.
  ///
  /// - Complexity: One run of `leaks`.
  func leftovers() throws(LeaksRefusal) -> (graph: ObjectGraph, notes: [String])? {
    let graph = try AppleLeaks.read(tool.text([]))
    let new = graph.objects.filter { !known.contains($0.id) && $0.isOfProgram }
    var excerpt = LeaksExcerpt()
    excerpt.add(graph, connectedWith: new.map(\.index))
    guard let found = excerpt.graph(expectingGone: new.map(\.id), because: "left behind") else {
      return nil
    }
    return (found, AppleLeaks.notes(on: graph))
  }
}

extension ObjectGraph.Object {
  /// Whether the program under test created the object, as far as its type shows.
  fileprivate var isOfProgram: Bool {
    owner == .app && type != "malloc"
  }
}
