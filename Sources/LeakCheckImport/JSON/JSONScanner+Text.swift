/// A string that was scanned and found well-formed: the bytes between its quotes.
struct JSONText {
  var range: Range<Int>
  var hasEscapes: Bool
}

/// An id as it is written.
enum JSONID {
  case number(Int64)
  case text(JSONText)
}

extension JSONScanner {
  /// Passes the string at the position.
  mutating func scanText() throws(JSONFailure) -> JSONText {
    let start = position + 1
    var index = start
    var hasEscapes = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        return JSONText(range: start..<index, hasEscapes: hasEscapes)
      }
      if byte < 0x20 {
        let name = Quotation.quoted(String(Unicode.Scalar(byte)))
        throw JSONFailure(
          offset: index, problem: "raw control character \(name) in a string",
          expected: "an escape or the closing quote")
      }
      if byte == UInt8(ascii: "\\") {
        index = try escapeEnd(at: index)
        hasEscapes = true
      } else {
        index += 1
      }
    }
    throw .truncated(at: bytes.count, inside: "a string")
  }

  /// The text that a string stands for.
  func string(of text: JSONText) -> String {
    text.hasEscapes
      ? String(decoding: decoded(text), as: UTF8.self)
      : String(decoding: bytes[text.range], as: UTF8.self)
  }

  /// The UTF-8 of the text that a string stands for.
  func decoded(_ text: JSONText) -> [UInt8] {
    var result: [UInt8] = []
    var index = text.range.lowerBound
    while index < text.range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let (scalar, end) = escape(at: index)
      UTF8.encode(scalar).map { result.append(contentsOf: $0) }
      index = end
    }
    return result
  }

  /// The offset behind the escape at `index`, or why it is none.
  private func escapeEnd(at index: Int) throws(JSONFailure) -> Int {
    guard index + 1 < bytes.count else { throw .truncated(at: bytes.count, inside: "a string") }
    guard bytes[index + 1] == UInt8(ascii: "u") else {
      if Self.shortEscape(bytes[index + 1]) != nil { return index + 2 }
      throw JSONFailure(
        offset: index, problem: "unknown escape in a string",
        expected: #"one of \" \\ \/ \b \f \n \r \t \u0000"#)
    }
    let unit = try codeUnit(at: index)
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

  private func unpaired(at index: Int) -> JSONFailure {
    let escape = String(decoding: bytes[index..<index + 6], as: UTF8.self)
    return JSONFailure(
      offset: index, problem: "unpaired surrogate \(escape) in a string",
      expected: "a pair or another character")
  }

  private func codeUnit(at index: Int) throws(JSONFailure) -> UInt16 {
    var value: UInt16 = 0
    for digit in index + 2..<index + 6 {
      guard digit < bytes.count else { throw .truncated(at: bytes.count, inside: "a string") }
      guard let nibble = Self.nibble(bytes[digit]) else {
        throw JSONFailure(
          offset: index, problem: "malformed escape in a string",
          expected: #"four hexadecimal digits after \u"#)
      }
      value = value << 4 | UInt16(nibble)
    }
    return value
  }

  /// The scalar of an escape that was found well-formed, and the offset behind it.
  private func escape(at index: Int) -> (scalar: Unicode.Scalar, end: Int) {
    if let byte = Self.shortEscape(bytes[index + 1]) { return (Unicode.Scalar(byte), index + 2) }
    let first = hexadecimal(at: index + 2)
    if let scalar = Unicode.Scalar(first) { return (scalar, index + 6) }
    let pair = 0x10000 + (first - 0xd800) << 10 + (hexadecimal(at: index + 8) - 0xdc00)
    return (Unicode.Scalar(pair) ?? "\u{fffd}", index + 12)
  }

  private func hexadecimal(at index: Int) -> UInt32 {
    bytes[index..<index + 4].reduce(0) { $0 << 4 | UInt32(Self.nibble($1) ?? 0) }
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func shortEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}

extension JSONScanner {
  /// Refuses bytes that are no UTF-8 (Unicode 16, table 3-7).
  func checkEncoding(from start: Int, to end: Int) throws(JSONFailure) {
    var index = start
    while index < end {
      index = bytes.firstNonASCII(in: index..<end)
      while index < end, bytes[index] >= 0x80 { index = try sequenceEnd(at: index) }
    }
  }

  /// Whether the bytes of `range` are UTF-8.
  func isUTF8(_ range: Range<Int>) -> Bool {
    do throws(JSONFailure) {
      try checkEncoding(from: range.lowerBound, to: range.upperBound)
      return true
    } catch {
      return false
    }
  }

  private func sequenceEnd(at index: Int) throws(JSONFailure) -> Int {
    let (length, second) = Self.shape(of: bytes[index])
    for offset in 1..<max(length, 2) {
      let next = index + offset
      if length > 0, next >= bytes.count {
        throw .truncated(at: index, inside: "a character")
      }
      guard length > 0, (offset == 1 ? second : 0x80...0xbf).contains(bytes[next]) else {
        let byte = String(bytes[index], radix: 16)
        throw JSONFailure(offset: index, problem: "invalid UTF-8, byte 0x\(byte)")
      }
    }
    return index + length
  }

  /// The length of a sequence by its first byte, 0 for none, and what its second byte may be.
  static func shape(of lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
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
