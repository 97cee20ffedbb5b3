import LeakCheckGraph
import LeakCheckImport

/// Chooses objects by id or type: a plain word, or a glob with `*` and `?`.
struct ObjectPattern {
  private let pattern: [Character]
  /// Whether a number may match: it has digits and a sign alone.
  private let mayBeNumber: Bool
  let text: String

  init(_ text: String) {
    self.text = text
    pattern = Array(text)
    mayBeNumber = text.allSatisfy { "*?-0123456789".contains($0) }
  }

  /// The objects of `graph` that match, ordered by id.
  ///
  /// - Complexity: O(objects), and O(pattern × text) for each type, each id that is a text, and each number where the
  ///   pattern may be one.
  func objects(in graph: ObjectGraph) -> [ObjectGraph.Object] {
    var isType: [Int32: Bool] = [:]
    return graph.objects.filter { object in
      let type = object.typeIndex
      if isType[type] == nil { isType[type] = matches(object.type) }
      return isType[type] == true || matches(object.id)
    }
  }

  /// The id or type that may have been meant.
  func suggestion(in graph: ObjectGraph) -> String {
    let ids = graph.objects.lazy.map { "\($0.id)" }
    let nearest = NearestWord.nearest(
      to: text, among: [AnySequence(graph.types.sorted()), AnySequence(ids)].joined())
    return nearest.map { "; did you mean \(Quotation.quoted($0))?" } ?? ""
  }

  /// Whether the pattern is the id or describes it.
  private func matches(_ id: ObjectID) -> Bool {
    switch id {
    case .number: mayBeNumber && matches("\(id)")
    case .text(let text): matches(text)
    }
  }

  /// Glob matching that goes back to the last star only, so it is O(pattern × text).
  func matches(_ text: String) -> Bool {
    let letters = Array(text)
    var (position, letter) = (0, 0)
    var star: (position: Int, letter: Int)?
    while letter < letters.count {
      if position < pattern.count, pattern[position] == "*" {
        star = (position, letter)
        position += 1
      } else if position < pattern.count,
        pattern[position] == "?" || pattern[position] == letters[letter]
      {
        position += 1
        letter += 1
      } else if let last = star {
        star = (last.position, last.letter + 1)
        position = last.position + 1
        letter = last.letter + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == "*" }
  }
}
