import LeakCheckGraph
import LeakCheckReport
import LeakCheckText

/// The objects that `leaks` calls leaked at one moment, by which it is told later what is new.
///
/// Leaked memory is never given to another object, so an address tells them apart.
struct LeaksMark: Sendable {
  private let tool: any LeaksTool
  private let known: Set<ObjectID>

  /// Asks `tool` what is leaked now.
  ///
  /// - Throws: ``LeaksRefusal`` where it does not say, or not all: what it leaves out would be taken for new.
  /// - Complexity: one run of `leaks`.
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

  /// What `leaks` calls leaked now and did not then, expected gone, with what it is connected with.
  ///
  /// What consists of a framework's objects alone, or of memory without a type, is nobody's under test. `nil` where
  /// nothing is new.
  ///
  /// - Complexity: one run of `leaks`.
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
  /// Whether the program under test made it, as far as its type tells.
  fileprivate var isOfProgram: Bool {
    owner == .app && type != "malloc"
  }
}
