/// A scanner of JSON tokens: strict (RFC 8259), forward only, reading each byte once.
///
/// The scanner knows where it is and nothing of what the text means. Everything it refuses, it refuses with
/// the offset.
package struct JSONScanner {
  /// Deeper nesting is refused.
  package static let deepest = 512

  package let bytes: TextBytes
  /// The offset of the next byte.
  package var position: Int

  /// Whether strings are those of JavaScript: half a surrogate pair may stand in them, and their encoding is
  /// checked as they are passed.
  let areUTF16: Bool

  /// A scanner at `position` of a text whose strings are those of JavaScript.
  package init(javaScript bytes: TextBytes, at position: Int) {
    self.bytes = bytes
    self.position = position
    areUTF16 = true
  }

  /// A scanner at the start of `bytes`, which must be UTF-8: see ``checkEncoding(from:to:)``.
  package init(_ bytes: TextBytes) throws(InputFailure) {
    self.bytes = bytes
    position = bytes.markLength
    areUTF16 = false
    if Self.looksLikeUTF16(bytes) {
      throw InputFailure(offset: 0, problem: "file in UTF-16 or UTF-32", expected: "UTF-8")
    }
  }

  private static func looksLikeUTF16(_ bytes: TextBytes) -> Bool {
    let start = Array(bytes.prefix(2))
    // JSON begins with an ASCII character, so a zero next to it is its other half.
    return start == [0xff, 0xfe] || start == [0xfe, 0xff] || start.contains(0) && start != [0, 0]
      || start == [0, 0] && bytes.starts(with: [0, 0, 0xfe, 0xff])
  }

  /// The next byte that is not white space, without passing it, or `nil` at the end.
  package mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// The next byte that is not white space; `what` is what the file then ends inside of.
  package mutating func peek(inside what: String) throws(InputFailure) -> UInt8 {
    guard let byte = peek() else { throw .truncated(at: bytes.count, inside: what) }
    return byte
  }

  /// Passes a punctuation character.
  package mutating func pass(_ wanted: Unicode.Scalar, inside what: String) throws(InputFailure) {
    guard try peek(inside: what) == UInt8(ascii: wanted) else {
      throw unexpected(expected: Quotation.quoted(String(wanted)))
    }
    position += 1
  }

  /// Passes what stands between the parts of an object or array, or its end.
  ///
  /// - Returns: Whether another part follows.
  package mutating func passToNext(
    _ part: String, isFirst: Bool, closer: Unicode.Scalar, inside what: String
  ) throws(InputFailure) -> Bool {
    let byte = try peek(inside: what)
    let isClosed = byte == UInt8(ascii: closer)
    if isFirst {
      if isClosed { position += 1 }
      return !isClosed
    }
    guard isClosed || byte == UInt8(ascii: ",") else {
      throw unexpected(expected: "\",\" or \(Quotation.quoted(String(closer)))")
    }
    position += 1
    if isClosed { return false }
    if try peek(inside: what) == UInt8(ascii: closer) { throw unexpected(expected: part) }
    return true
  }

  /// The error for the character at the position, where `expected` belongs.
  package func unexpected(expected: String) -> InputFailure {
    guard position < bytes.count else { return .truncated(at: bytes.count, inside: "a value") }
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    let character = rest.unicodeScalars.first.map { String($0) } ?? ""
    return InputFailure(
      offset: position, problem: "unexpected character \(Quotation.quoted(character))",
      expected: expected)
  }

  /// What the value at the position is, for messages, or an error when no value begins there.
  package mutating func describeValue() throws(InputFailure) -> String {
    switch try peek(inside: "a value") {
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    case UInt8(ascii: "\""): return "a string"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return "a number"
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return String(decoding: bytes[try scanLiteral()], as: UTF8.self)
    default: throw unexpected(expected: "a value")
    }
  }

  /// Passes `true`, `false` or `null`.
  package mutating func scanLiteral() throws(InputFailure) -> Range<Int> {
    let start = position
    let word: StaticString =
      switch bytes[start] {
      case UInt8(ascii: "t"): "true"
      case UInt8(ascii: "f"): "false"
      default: "null"
      }
    for wanted in word.description.utf8 {
      guard position < bytes.count else { throw .truncated(at: bytes.count, inside: "a value") }
      guard bytes[position] == wanted else {
        throw unexpected(expected: Quotation.quoted(word.description))
      }
      position += 1
    }
    return start..<position
  }
}
