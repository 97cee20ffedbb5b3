/// A glob pattern: `*` matches any text and `?` one character.
public struct Glob: Hashable, Sendable {
  private let pattern: [Character]
  /// The pattern in ASCII, where it is.
  private let bytes: [UInt8]?

  /// Creates the pattern `text`.
  public init(_ text: some Sequence<Character>) {
    pattern = Array(text)
    let bytes = pattern.compactMap(\.asciiValue)
    self.bytes = bytes.count == pattern.count && bytes.allSatisfy(Self.isAlone) ? bytes : nil
  }

  /// Returns whether all of `text` matches.
  ///
  /// Backtracks only to the last star.
  ///
  /// - Complexity: O(pattern × text); a text of ASCII is not split into characters.
  public func matches(_ text: some StringProtocol) -> Bool {
    if let bytes {
      let result = unsafe text.utf8.withContiguousStorageIfAvailable { letters -> Bool? in
        guard unsafe letters.allSatisfy(Self.isAlone) else { return nil }
        return unsafe Self.matches(letters, bytes, "*".utf8.first, "?".utf8.first)
      }
      if case .some(.some(let matches)) = result { return matches }
    }
    return Self.matches(Array(text), pattern, "*", "?")
  }

  /// Whether a byte is a character of its own, whatever stands beside it: those of ASCII are, but for a line's end.
  private static func isAlone(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != UInt8(ascii: "\r") && byte != UInt8(ascii: "\n")
  }

  private static func matches<Letters: RandomAccessCollection<Letter>, Letter: Equatable>(
    _ letters: Letters, _ pattern: [Letter], _ any: Letter?, _ one: Letter?
  ) -> Bool where Letters.Index == Int {
    var (position, letter) = (0, 0)
    var star: (position: Int, letter: Int)?
    while letter < letters.count {
      if position < pattern.count, pattern[position] == any {
        star = (position, letter)
        position += 1
      } else if position < pattern.count,
        pattern[position] == one || pattern[position] == letters[letter]
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
    return pattern[position...].allSatisfy { $0 == any }
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
