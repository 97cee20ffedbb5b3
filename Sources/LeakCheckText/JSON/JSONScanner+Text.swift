/// A well-formed string: the bytes between its quotes.
package struct JSONText {
  package var range: Range<Int>
  package var hasEscapes: Bool
}

extension JSONScanner {
  /// Passes the string at the position.
  package mutating func scanText() throws(InputFailure) -> JSONText {
    let start = position + 1
    var index = start
    var hasEscapes = false
    while true {
      index = bytes.plainEnd(from: index)
      guard index < bytes.count else { throw .truncated(at: bytes.count, inside: "a string") }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return JSONText(range: start..<index, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        index = try escapeEnd(at: index)
        hasEscapes = true
      case 0..<0x20: throw rawControl(at: index)
      default: index = areUTF16 ? try sequenceEnd(at: index) : index + 1
      }
    }
  }

  private func rawControl(at index: Int) -> InputFailure {
    let name = Quotation.quoted(String(Unicode.Scalar(bytes[index])))
    return InputFailure(
      offset: index, problem: "raw control character \(name) in a string",
      expected: "an escape or the closing quote")
  }

  /// The text that a string stands for.
  package func string(of text: JSONText) -> String {
    text.hasEscapes
      ? String(decoding: decoded(text), as: UTF8.self)
      : String(decoding: bytes[text.range], as: UTF8.self)
  }

  /// The UTF-8 of the text that a string stands for.
  package func decoded(_ text: JSONText) -> [UInt8] { JSONEscape.decoded(Array(bytes[text.range])) }

  /// The offset behind the escape at `index`, or why it is none.
  private func escapeEnd(at index: Int) throws(InputFailure) -> Int {
    guard index + 1 < bytes.count else { throw .truncated(at: bytes.count, inside: "a string") }
    guard bytes[index + 1] == UInt8(ascii: "u") else {
      if JSONEscape.shortEscape(bytes[index + 1]) != nil { return index + 2 }
      throw InputFailure(
        offset: index, problem: "unknown escape in a string",
        expected: #"one of \" \\ \/ \b \f \n \r \t \u0000"#)
    }
    let unit = try codeUnit(at: index)
    if areUTF16 { return index + 6 }
    if UTF16.isTrailSurrogate(unit) { throw unpaired(at: index) }
    guard UTF16.isLeadSurrogate(unit) else { return index + 6 }
    let second = index + 6
    if second >= bytes.count { throw .truncated(at: bytes.count, inside: "a string") }
    if bytes[second] != UInt8(ascii: "\\") { throw unpaired(at: index) }
    if second + 1 >= bytes.count { throw .truncated(at: bytes.count, inside: "a string") }
    if bytes[second + 1] != UInt8(ascii: "u") { throw unpaired(at: index) }
    guard UTF16.isTrailSurrogate(try codeUnit(at: second)) else { throw unpaired(at: index) }
    return second + 6
  }

  private func unpaired(at index: Int) -> InputFailure {
    let escape = String(decoding: bytes[index..<index + 6], as: UTF8.self)
    return InputFailure(
      offset: index, problem: "unpaired surrogate \(escape) in a string",
      expected: "a pair or another character")
  }

  private func codeUnit(at index: Int) throws(InputFailure) -> UInt16 {
    var value: UInt16 = 0
    for digit in index + 2..<index + 6 {
      guard digit < bytes.count else { throw .truncated(at: bytes.count, inside: "a string") }
      guard let nibble = JSONEscape.nibble(bytes[digit]) else {
        throw InputFailure(
          offset: index, problem: "malformed escape in a string",
          expected: #"four hexadecimal digits after \u"#)
      }
      value = value << 4 | UInt16(nibble)
    }
    return value
  }
}

extension JSONScanner {
  /// Refuses bytes that are no UTF-8 (Unicode 16, table 3-7).
  package func checkEncoding(from start: Int, to end: Int) throws(InputFailure) {
    var index = start
    while index < end {
      index = bytes.firstNonASCII(in: index..<end)
      while index < end, bytes[index] >= 0x80 { index = try sequenceEnd(at: index) }
    }
  }

  /// Whether the bytes of `range` are UTF-8.
  package func isUTF8(_ range: Range<Int>) -> Bool {
    do throws(InputFailure) {
      try checkEncoding(from: range.lowerBound, to: range.upperBound)
      return true
    } catch {
      return false
    }
  }

  private func sequenceEnd(at index: Int) throws(InputFailure) -> Int {
    let (length, second) = Self.shape(of: bytes[index])
    for offset in 1..<max(length, 2) {
      let next = index + offset
      if length > 0, next >= bytes.count {
        throw .truncated(at: index, inside: "a character")
      }
      guard length > 0, (offset == 1 ? second : 0x80...0xbf).contains(bytes[next]) else {
        let byte = String(bytes[index], radix: 16)
        throw InputFailure(offset: index, problem: "invalid UTF-8, byte 0x\(byte)")
      }
    }
    return index + length
  }

  /// The length of a sequence by its first byte, 0 for none, and what its second byte may be.
  package static func shape(of lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
    switch lead {
    case 0xc2...0xdf: (2, 0x80...0xbf)
    case 0xe0: (3, 0xa0...0xbf)
    case 0xed: (3, 0x80...0x9f)
    case 0xe1...0xef: (3, 0x80...0xbf)
    case 0xf0: (4, 0x90...0xbf)
    case 0xf1...0xf3: (4, 0x80...0xbf)
    case 0xf4: (4, 0x80...0x8f)
    default: (0, 0x80...0xbf)
    }
  }
}
