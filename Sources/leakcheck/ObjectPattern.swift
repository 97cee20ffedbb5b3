import LeakCheckGraph
import LeakCheckImport

/// Chooses objects by id or type: a plain word, or a glob with `*` and `?`.
struct ObjectPattern {
  private let pattern: [Character]
  let text: String

  init(_ text: String) {
    self.text = text
    pattern = Array(text)
  }

  /// Whether the pattern is the id or type of `object`, or describes it.
  func matches(_ object: ObjectDescription) -> Bool {
    matches("\(object.id)") || matches(object.type)
  }

  /// The objects of `graph` that match, ordered by id.
  func objects(in graph: ObjectGraph) -> [ObjectGraph.Object] {
    graph.objects.filter { matches("\($0.id)") || matches($0.type) }
  }

  /// The id or type that may have been meant.
  func suggestion(in graph: ObjectGraph) -> String {
    let names = graph.objects.lazy.flatMap { [$0.type, "\($0.id)"] }
    let nearest = NearestWord.nearest(to: text, among: names)
    return nearest.map { "; did you mean \(Quotation.quoted($0))?" } ?? ""
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
