import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

/// A pattern that selects objects by id, type or name: a plain word, or a glob with `*` and `?`.
///
/// A name that a report shows can be given as it is shown: `…`, which stands in the place of a long middle, matches
/// anything.
struct ObjectPattern {
  private let pattern: Glob
  /// Whether a number may match: it has digits and a sign alone.
  private let mayBeNumber: Bool
  let text: String

  init(_ text: String) {
    self.text = text
    pattern = Glob(text.map { $0 == "…" ? "*" : $0 })
    mayBeNumber = text.allSatisfy { "*?-0123456789".contains($0) }
  }

  /// The objects of `graph` that match, ordered by id.
  ///
  /// - Complexity: that of ``objects(matching:in:)`` for one pattern.
  func objects(in graph: ObjectGraph) -> [ObjectGraph.Object] {
    Self.objects(matching: [self], in: graph)
  }

  /// The objects of `graph` that match one of the patterns, ordered by id.
  ///
  /// - Complexity: O(objects), and O(patterns × text) for each type, each name, each id that is a text, and each number
  ///   where a pattern may be one.
  static func objects(
    matching patterns: [ObjectPattern], in graph: ObjectGraph
  ) -> [ObjectGraph.Object] {
    let storage = graph.storage
    let numbers = patterns.filter(\.mayBeNumber)
    var known: [Int32: Bool] = [:]
    func matchesText(_ index: Int32) -> Bool {
      if let known = known[index] { return known }
      let text = storage.strings[index]
      let answer = patterns.contains { $0.matches(text) }
      known[index] = answer
      return answer
    }
    func matches(_ id: ObjectID) -> Bool {
      switch id {
      case .number: !numbers.isEmpty && numbers.contains { $0.matches("\(id)") }
      case .text(let text): patterns.contains { $0.matches(text) }
      }
    }
    // Most objects have no name, which nobody asks for.
    let noName = storage.strings.index(of: "")
    return graph.objects.filter { object in
      let name = storage.nameIndex(of: object.index)
      return matchesText(object.typeIndex) || (name != noName && matchesText(name))
        || matches(object.id)
    }
  }

  /// The id, type or name that may have been meant.
  func suggestion(in graph: ObjectGraph) -> String {
    let names = graph.objects.lazy.map(\.name).filter { !$0.isEmpty }
    let ids = graph.objects.lazy.map { "\($0.id)" }
    let nearest = NearestWord.nearest(
      to: text,
      among: [AnySequence(graph.types.sorted()), AnySequence(names), AnySequence(ids)].joined())
    return nearest.map { "; did you mean \(Quotation.quoted($0))?" } ?? ""
  }

  func matches(_ text: String) -> Bool { pattern.matches(text) }
}
