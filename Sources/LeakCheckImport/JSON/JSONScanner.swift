/// Reads JSON tokens from bytes: strict (RFC 8259), forward only, each byte looked at once.
///
/// The scanner knows where it is and nothing of graphs. Everything it refuses, it refuses with the offset.
struct JSONScanner {
  /// Deeper nesting is refused.
  static let deepest = 512
  static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  let bytes: DumpBytes
  /// The offset of the next byte.
  var position = 0

  /// A scanner at the start of `bytes`, which must be UTF-8: see ``checkEncoding(from:to:)``.
  init(_ bytes: DumpBytes) throws(JSONFailure) {
    self.bytes = bytes
    if Self.looksLikeUTF16(bytes) {
      throw JSONFailure(offset: 0, problem: "file in UTF-16 or UTF-32", expected: "UTF-8")
    }
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
  }

  private static func looksLikeUTF16(_ bytes: DumpBytes) -> Bool {
    let start = Array(bytes.prefix(2))
    // JSON begins with an ASCII character, so a zero next to it is its other half.
    return start == [0xff, 0xfe] || start == [0xfe, 0xff] || start.contains(0) && start != [0, 0]
      || start == [0, 0] && bytes.starts(with: [0, 0, 0xfe, 0xff])
  }

  /// The next byte that is not white space, without passing it, or `nil` at the end.
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// The next byte that is not white space; `what` is what the file then ends inside of.
  mutating func peek(inside what: String) throws(JSONFailure) -> UInt8 {
    guard let byte = peek() else { throw .truncated(at: bytes.count, inside: what) }
    return byte
  }

  /// Passes a punctuation character.
  mutating func pass(_ wanted: Unicode.Scalar, inside what: String) throws(JSONFailure) {
    guard try peek(inside: what) == UInt8(ascii: wanted) else {
      throw unexpected(expected: Quotation.quoted(String(wanted)))
    }
    position += 1
  }

  /// Passes what stands between the parts of an object or array, or its end.
  ///
  /// - Returns: Whether another part follows.
  mutating func passToNext(
    _ part: String, isFirst: Bool, closer: Unicode.Scalar, inside what: String
  ) throws(JSONFailure) -> Bool {
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
  func unexpected(expected: String) -> JSONFailure {
    guard position < bytes.count else { return .truncated(at: bytes.count, inside: "a value") }
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    let character = rest.unicodeScalars.first.map { String($0) } ?? ""
    return JSONFailure(
      offset: position, problem: "unexpected character \(Quotation.quoted(character))",
      expected: expected)
  }

  /// What the value at the position is, for messages, or an error when no value begins there.
  mutating func describeValue() throws(JSONFailure) -> String {
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
  mutating func scanLiteral() throws(JSONFailure) -> Range<Int> {
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
