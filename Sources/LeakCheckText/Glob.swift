/// A glob pattern: `*` matches any text and `?` one character.
public struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  /// Creates the pattern `text`.
  public init(_ text: some Sequence<Character>) { pattern = Array(text) }

  /// Returns whether all of `text` matches.
  ///
  /// Backtracks only to the last star.
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

  /// Returns whether a prefix of `text` that ends before a separator matches.
  ///
  /// In `com.vendor.Player`, these prefixes are `com` and `com.vendor`.
  ///
  /// - Complexity: O(pattern × text), however many separators there are.
  public func matchesStart(of text: some Sequence<Character>, before separator: Character) -> Bool {
    // How much of the pattern what was read so far may be, in rising order.
    var places = advanced([], by: nil)
    for letter in text {
      if letter == separator, places.last == pattern.count { return true }
      places = advanced(places, by: letter)
      if places.isEmpty { return false }
    }
    return false
  }

  /// The places of the pattern after one more character; those of its beginning without one.
  private func advanced(_ places: [Int], by letter: Character?) -> [Int] {
    var next: [Int] = []
    func add(_ place: Int) {
      var place = place
      // What comes twice comes in a row, as the places rise.
      while place > next.last ?? -1 {
        next.append(place)
        guard place < pattern.count, pattern[place] == "*" else { return }
        place += 1
      }
    }
    guard let letter else {
      add(0)
      return next
    }
    for place in places where place < pattern.count {
      if pattern[place] == "*" {
        add(place)
      } else if pattern[place] == "?" || pattern[place] == letter {
        add(place + 1)
      }
    }
    return next
  }
}
