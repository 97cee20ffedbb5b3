/// Finds the word that was probably meant.
///
/// Distance: Damerau and Levenshtein's, where swapped neighbours count once and no part is edited twice.
package enum NearestWord {
  /// Words that are compared at most; a hint is not worth a pause on a million ids.
  private static let candidateLimit = 50_000
  private static let lengthLimit = 64

  /// The candidate nearest to `word`, if it is near: at most a third of its letters differ.
  ///
  /// Of equally near ones the first.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    guard !letters.isEmpty, letters.count <= lengthLimit else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in candidates.prefix(candidateLimit) {
      let limit = min(best.map { $0.distance - 1 } ?? .max, max(1, letters.count / 3))
      let other = Array(candidate.lowercased().unicodeScalars.prefix(lengthLimit + 1))
      guard abs(other.count - letters.count) <= limit else { continue }
      let distance = distance(letters, other)
      if distance <= limit { best = (candidate, distance) }
      if distance == 0 { break }
    }
    return best?.word
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        let substituted = previous[column] + (letter == other ? 0 : 1)
        var least = min(substituted, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
