/// A search for the valid word that the user most likely meant.
///
/// The distance is the restricted Damerau–Levenshtein distance (optimal string alignment): insertions,
/// deletions, replacements and swaps of neighbours, no part edited twice. ASCII case does not count.
package enum NearestWord {
  /// Words beyond this length are not compared: the table of distances grows with its square.
  static let longestWord = 64
  /// Candidates beyond this number are not looked at, so that a huge file fails as fast as a small one.
  package static let mostCandidates = 50_000

  /// The candidate nearest to `word`, the first of equals, or `nil` when none is near enough.
  ///
  /// Near enough is a third of the longer word, rounded: one typing error in a word of two letters, two
  /// in one of five.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let word = folded(word)
    guard word.count <= longestWord else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in candidates.lazy.prefix(mostCandidates) {
      let other = folded(candidate)
      guard other.count <= longestWord else { continue }
      var limit = (max(word.count, other.count) + 1) / 3
      if let best { limit = min(limit, best.distance - 1) }
      guard let distance = distance(word, other, limit: limit) else { continue }
      best = (candidate, distance)
      if distance == 0 { break }
    }
    return best?.word
  }

  /// Whether one word is another with one or two slips of the typist; equal words are no slip.
  package static func isSlip(_ word: String, of other: String) -> Bool {
    word != other && distance(folded(word), folded(other), limit: 2) != nil
  }

  /// The distance of two words, or `nil` when it is above `limit`.
  static func distance(_ word: [UInt32], _ other: [UInt32], limit: Int) -> Int? {
    guard limit >= 0, abs(word.count - other.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in word.indices {
      var current = [row + 1]
      current.reserveCapacity(last.count)
      for column in other.indices {
        let replaced = last[column] + (word[row] == other[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      // A swap reaches two rows back, so both rows must be beyond the limit before it is hopeless.
      if (current + last).allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }

  /// The scalars of a word, ASCII capitals as small letters; cut just beyond the longest word compared.
  private static func folded(_ word: String) -> [UInt32] {
    word.unicodeScalars.prefix(longestWord + 1).map { scalar in
      ("A"..."Z").contains(scalar) ? scalar.value | 0x20 : scalar.value
    }
  }
}
