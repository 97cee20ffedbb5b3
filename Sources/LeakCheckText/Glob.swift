/// A pattern with `*` for any text and `?` for one character.
public struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  /// The pattern that `text` is.
  public init(_ text: some Sequence<Character>) { pattern = Array(text) }

  /// Whether all of `text` matches.
  ///
  /// Goes back to the last star only.
  ///
  /// - Complexity: O(pattern × text).
  public func matches(_ text: some StringProtocol) -> Bool {
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
