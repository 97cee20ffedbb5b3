/// Passes the JSON around the two great arrays of a snapshot: keys, strings and values of no interest.
///
/// Forward only and without recursion. What it refuses, it refuses with the offset.
struct V8Scanner {
  /// Deeper nesting is refused.
  static let deepest = 512

  let text: V8Text
  /// The offset of the next byte.
  var position: Int

  /// A scanner at `position` of `text`.
  init(_ text: V8Text, at position: Int) {
    self.text = text
    self.position = position
  }

  /// The bytes of a byte order mark at the start of `text`.
  static func markLength(of text: V8Text) -> Int {
    text.count >= 3 && text[0..<3] == [0xef, 0xbb, 0xbf] ? 3 : 0
  }

  /// The next byte that is not white space, without passing it; `what` is what a truncated file ends inside of.
  mutating func peek(inside what: String) throws(V8Failure) -> UInt8 {
    while position < text.count {
      let byte = text[position]
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return byte }
      position += 1
    }
    throw .truncated(at: text.count, inside: what)
  }

  /// Passes a punctuation character.
  mutating func pass(_ wanted: Unicode.Scalar, inside what: String) throws(V8Failure) {
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
  ) throws(V8Failure) -> Bool {
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
  func unexpected(expected: String) -> V8Failure {
    guard position < text.count else { return .truncated(at: text.count, inside: "a value") }
    let rest = String(decoding: text[position..<min(text.count, position + 4)], as: UTF8.self)
    let character = rest.unicodeScalars.first.map { String($0) } ?? ""
    return V8Failure(
      offset: position, problem: "unexpected character \(Quotation.quoted(character))",
      expected: expected)
  }

  /// Passes the string at the position, which must be well-formed.
  ///
  /// - Returns: The bytes between its quotes.
  mutating func scanString() throws(V8Failure) -> Range<Int> {
    let start = position + 1
    var offset = start
    while true {
      offset = text.plainEnd(from: offset)
      guard offset < text.count else { throw .truncated(at: text.count, inside: "a string") }
      switch text[offset] {
      case UInt8(ascii: "\""):
        position = offset + 1
        return start..<offset
      case UInt8(ascii: "\\"): offset = try escapeEnd(at: offset)
      case 0..<0x20:
        let name = Quotation.quoted(String(Unicode.Scalar(text[offset])))
        throw V8Failure(
          offset: offset, problem: "raw control character \(name) in a string",
          expected: "an escape or the closing quote")
      default: offset = try sequenceEnd(at: offset)
      }
    }
  }

  private func escapeEnd(at offset: Int) throws(V8Failure) -> Int {
    guard offset + 1 < text.count else { throw .truncated(at: text.count, inside: "a string") }
    guard text[offset + 1] == UInt8(ascii: "u") else {
      if V8Escape.shortEscape(text[offset + 1]) != nil { return offset + 2 }
      throw V8Failure(
        offset: offset, problem: "unknown escape in a string",
        expected: #"one of \" \\ \/ \b \f \n \r \t \u0000"#)
    }
    guard offset + 6 <= text.count else { throw .truncated(at: text.count, inside: "a string") }
    guard text[offset + 2..<offset + 6].allSatisfy({ V8Escape.nibble($0) != nil }) else {
      throw V8Failure(
        offset: offset, problem: "malformed escape in a string",
        expected: #"four hexadecimal digits after \u"#)
    }
    return offset + 6
  }

  /// The end of the UTF-8 sequence at `offset`, which begins beyond ASCII.
  private func sequenceEnd(at offset: Int) throws(V8Failure) -> Int {
    let bytes = text[offset..<min(text.count, offset + 4)]
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      let byte = String(bytes[0], radix: 16)
      throw V8Failure(offset: offset, problem: "invalid UTF-8, byte 0x\(byte)")
    }
    return offset + UTF8.width(scalar)
  }

  /// Passes the value at the position without a look at its numbers and words.
  ///
  /// - Complexity: O(length); a bit for each open bracket, and ``deepest`` of them at most.
  mutating func skipValue() throws(V8Failure) {
    switch try peek(inside: "a value") {
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "["), UInt8(ascii: "{"): try skipBrackets()
    default: try skipWord()
    }
  }

  private mutating func skipBrackets() throws(V8Failure) {
    var closers: [UInt8] = []
    repeat {
      position = text.structureOffset(from: position)
      guard position < text.count else { throw .truncated(at: text.count, inside: "a value") }
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\""):
        _ = try scanString()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        closers.append(byte + 2)
        if closers.count > Self.deepest {
          throw V8Failure(offset: position, problem: "nesting over \(Self.deepest) deep")
        }
      default:
        guard closers.popLast() == byte else {
          throw unexpected(expected: "the bracket that closes the open one")
        }
      }
      position += 1
    } while !closers.isEmpty
  }

  /// Passes a number, `true`, `false` or `null`.
  private mutating func skipWord() throws(V8Failure) {
    let start = position
    while position < text.count, Self.isWord(text[position]) { position += 1 }
    if position == start { throw unexpected(expected: "a value") }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
