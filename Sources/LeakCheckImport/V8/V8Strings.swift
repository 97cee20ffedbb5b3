import LeakCheckText

/// A snapshot's table of strings, with the start of each.
struct V8Strings {
  /// What is kept of a string that is an object's name, in Unicode scalars: some strings are whole files.
  static let longestName = 200

  private let text: TextBytes
  /// The offset behind the opening quote of each string.
  private let starts: [Int]

  var count: Int { starts.count }

  /// Passes the array of strings at the position of `scanner`, all of which must be well-formed.
  ///
  /// - Complexity: O(length); 8 bytes a string.
  init(passing scanner: inout JSONScanner) throws(InputFailure) {
    text = scanner.bytes
    let name = "\"strings\""
    guard try scanner.peek(inside: name) == UInt8(ascii: "[") else {
      throw scanner.unexpected(expected: "an array of strings as \(name)")
    }
    scanner.position += 1
    var starts: [Int] = []
    while try scanner.passToNext(
      "a string", isFirst: starts.isEmpty, closer: "]", inside: name)
    {
      guard try scanner.peek(inside: name) == UInt8(ascii: "\"") else {
        throw scanner.unexpected(expected: "a string")
      }
      starts.append(try scanner.scanText().range.lowerBound)
    }
    self.starts = starts
  }

  /// The UTF-8 of a string.
  subscript(index: Int) -> [UInt8] {
    let start = starts[index]
    return JSONEscape.decoded(Array(text[start..<end(from: start)]))
  }

  /// The UTF-8 of the first ``longestName`` scalars of a string, with "…" where there are more.
  func name(_ index: Int) -> [UInt8] {
    let start = starts[index]
    // The longest escape of a scalar is a pair of twelve bytes.
    let limit = start + Self.longestName * 12
    let end = end(from: start, limit: limit)
    let bytes = JSONEscape.decoded(Array(text[start..<end]))
    if bytes.count <= Self.longestName { return bytes }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard
      let cut = scalars.index(
        scalars.startIndex, offsetBy: Self.longestName, limitedBy: scalars.endIndex),
      cut < scalars.endIndex
    else { return bytes }
    return Array(String(scalars[..<cut]).utf8) + Array("…".utf8)
  }

  /// The offset of the closing quote, or `limit` and what a character needs behind it.
  private func end(from start: Int, limit: Int = .max) -> Int {
    var offset = start
    var whole = start
    while true {
      offset = text.plainEnd(from: offset)
      // What was passed last is ASCII without escapes, and may be cut anywhere.
      if offset > limit { return max(limit, whole) }
      if text[offset] == UInt8(ascii: "\"") { return offset }
      offset += length(at: offset)
      whole = offset
    }
  }

  /// The bytes of the escape or the sequence beyond ASCII at `offset`.
  private func length(at offset: Int) -> Int {
    switch text[offset] {
    case UInt8(ascii: "\\"): text[offset + 1] == UInt8(ascii: "u") ? 6 : 2
    case 0xf0...: 4
    case 0xe0...: 3
    default: 2
    }
  }
}
