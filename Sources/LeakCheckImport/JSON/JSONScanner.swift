/// Reads JSON byte by byte, strictly (RFC 8259), and knows its place.
///
/// Values are taken as the caller expects them, without a tree in between: what is not asked for is
/// checked and skipped. Depth is bounded, so input cannot exhaust the stack.
struct JSONScanner {
  /// The deepest nesting that is accepted.
  static let depthLimit = 512

  let bytes: [UInt8]
  let source: String
  private(set) var position = 0
  private var depth = 0

  init(_ bytes: [UInt8], source: String) throws(ImportError) {
    self.bytes = bytes
    self.source = source
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    let wide: [[UInt8]] = [[0xff, 0xfe], [0xfe, 0xff]]
    if wide.contains(where: bytes.starts(with:)) {
      throw error(at: 0, "text in UTF-16", expected: "text in UTF-8: convert it first")
    }
    if let invalid = UTF8Check.firstInvalid(in: bytes) {
      throw error(
        at: invalid, "a byte (0x\(String(bytes[invalid], radix: 16))) that is not UTF-8",
        expected: "text in UTF-8")
    }
  }

  // MARK: - Places and errors

  /// The error at a byte offset.
  func error(
    at offset: Int, _ found: String, expected: String, suggestion: String? = nil
  ) -> ImportError {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 10 } + 1
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
    let column = bytes[start..<before.endIndex].count { $0 & 0xc0 != 0x80 } + 1
    return ImportError(
      source, line: line, column: column, found: found, expected: expected, suggestion: suggestion)
  }

  private func unexpected(_ expected: String) -> ImportError {
    guard position < bytes.count else {
      return error(at: position, "the end of the file", expected: expected + ": it is cut off")
    }
    let rest = bytes[position...].prefix { $0 != 10 && $0 != 13 }.prefix(24)
    let text = Quoted.text(String(decoding: rest, as: UTF8.self))
    return error(at: position, text, expected: expected)
  }

  // MARK: - Structure

  /// The next byte that is not white space, without taking it; `nil` at the end.
  mutating func peek() -> UInt8? {
    while position < bytes.count, [32, 10, 13, 9].contains(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func take(_ byte: UInt8, _ expected: String) throws(ImportError) {
    guard peek() == byte else { throw unexpected(expected) }
    position += 1
  }

  private mutating func enter() throws(ImportError) {
    depth += 1
    if depth > Self.depthLimit {
      throw error(
        at: position, "nesting \(depth) deep", expected: "at most \(Self.depthLimit) levels")
    }
  }

  /// Takes an object; `member` must take the value of each key.
  mutating func object(
    _ what: String,
    _ member: (inout JSONScanner, _ key: String, _ place: Int) throws(ImportError) -> Void
  ) throws(ImportError) {
    try take(0x7b, "an object for \(what)")
    try enter()
    defer { depth -= 1 }
    var keys: Set<String> = []
    if peek() == 0x7d {
      position += 1
      return
    }
    while true {
      guard peek() == 0x22 else { throw unexpected("a key in quotes in \(what)") }
      let place = position
      let key = try string("a key")
      guard keys.insert(key).inserted else {
        throw error(at: place, "a second \(Quoted.text(key)) in \(what)", expected: "each key once")
      }
      try take(0x3a, "':' after the key \(Quoted.text(key))")
      _ = peek()
      try member(&self, key, place)
      switch peek() {
      case 0x2c: position += 1
      case 0x7d:
        position += 1
        return
      default: throw unexpected("',' or '}' in \(what)")
      }
    }
  }

  /// Takes an array; `element` must take each element.
  mutating func array(
    _ what: String, _ element: (inout JSONScanner) throws(ImportError) -> Void
  ) throws(ImportError) {
    try take(0x5b, "an array of \(what)")
    try enter()
    defer { depth -= 1 }
    if peek() == 0x5d {
      position += 1
      return
    }
    while true {
      try element(&self)
      switch peek() {
      case 0x2c: position += 1
      case 0x5d:
        position += 1
        return
      default: throw unexpected("',' or ']' after an element of \(what)")
      }
    }
  }

  /// Takes the end of the file.
  mutating func end() throws(ImportError) {
    if peek() != nil { throw unexpected("nothing after the graph") }
  }

  /// Takes any value and gives its text without white space between tokens.
  mutating func anyValue() throws(ImportError) -> String {
    switch peek() {
    case 0x7b:
      var members: [String] = []
      try object("an extension") { scanner, key, _ throws(ImportError) in
        members.append("\(JSONText.quoted(key)): \(try scanner.anyValue())")
      }
      return "{\(members.joined(separator: ", "))}"
    case 0x5b:
      var elements: [String] = []
      try array("an extension") { scanner throws(ImportError) in
        elements.append(try scanner.anyValue())
      }
      return "[\(elements.joined(separator: ", "))]"
    case 0x22: return JSONText.quoted(try string("a text"))
    case 0x74, 0x66, 0x6e: return try word()
    default: return try numberText("a value")
    }
  }

  // MARK: - Scalars

  /// Takes `true`, `false` or `null`.
  mutating func word() throws(ImportError) -> String {
    _ = peek()
    for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return word
    }
    throw unexpected("a value")
  }

  /// Takes a string.
  mutating func string(_ what: String) throws(ImportError) -> String {
    guard peek() == 0x22 else { throw unexpected("\(what) as a string in quotes") }
    let start = position
    position += 1
    var text: [UInt8] = []
    while true {
      let run = bytes[position...].prefix { $0 != 0x22 && $0 != 0x5c && $0 >= 0x20 }
      text += run
      position = run.endIndex
      guard position < bytes.count else {
        throw error(
          at: start, "a string without its closing quote", expected: "'\"': the file is cut off")
      }
      switch bytes[position] {
      case 0x22:
        position += 1
        return String(decoding: text, as: UTF8.self)
      case 0x5c: text += try escape()
      default:
        throw error(
          at: position, "a control character in a string",
          expected: "an escape such as \\n or \\u000a, or the closing quote")
      }
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    0x22: 0x22, 0x5c: 0x5c, 0x2f: 0x2f, 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9,
  ]

  private mutating func escape() throws(ImportError) -> [UInt8] {
    let start = position
    position += 1
    let letter = position < bytes.count ? bytes[position] : 0
    position += 1
    if let byte = Self.escapes[letter] { return [byte] }
    guard letter == 0x75, var value = hexadecimal() else {
      throw error(
        at: start, "an unknown escape in a string",
        expected: "\\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits")
    }
    if (0xd800..<0xdc00).contains(value), bytes[position...].starts(with: [0x5c, 0x75]) {
      position += 2
      if let low = hexadecimal(), (0xdc00..<0xe000).contains(low) {
        value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw error(at: start, "half of a surrogate pair", expected: "both halves")
    }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    position += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Takes a number and gives its text.
  private mutating func numberText(_ expected: String) throws(ImportError) -> String {
    _ = peek()
    let start = position
    func digits(_ position: inout Int) -> Int {
      let run = bytes[position...].prefix { (0x30...0x39).contains($0) }
      position = run.endIndex
      return run.count
    }
    var end = start
    if end < bytes.count, bytes[end] == 0x2d { end += 1 }
    let hasLeadingZero = end < bytes.count && bytes[end] == 0x30
    let whole = digits(&end)
    guard whole > 0, !(hasLeadingZero && whole > 1) else { throw unexpected(expected) }
    if end < bytes.count, bytes[end] == 0x2e {
      end += 1
      guard digits(&end) > 0 else { throw unexpected("digits after the decimal point") }
    }
    if end < bytes.count, bytes[end] | 0x20 == 0x65 {
      end += 1
      if end < bytes.count, [0x2b, 0x2d].contains(bytes[end]) { end += 1 }
      guard digits(&end) > 0 else { throw unexpected("digits in the exponent") }
    }
    position = end
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Takes a whole number within `range`; `912.0` and `1e3` are whole, as in JSON Schema.
  mutating func integer(
    _ what: String, in range: ClosedRange<Int64>
  ) throws(ImportError) -> Int64 {
    guard let first = peek(), first == 0x2d || (0x30...0x39).contains(first) else {
      throw unexpected("\(what) as a whole number")
    }
    let start = position
    let text = try numberText("\(what) as a whole number")
    guard let value = Self.whole(text) else {
      throw error(at: start, text, expected: "\(what) as a whole number that fits 64 bits")
    }
    guard range.contains(value) else {
      throw error(
        at: start, "\(value)", expected: "\(what) from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func whole(_ text: String) -> Int64? {
    if let value = Int64(text) { return value }
    guard text.contains(where: { ".eE".contains($0) }), let double = Double(text) else {
      return nil
    }
    return Int64(exactly: double)
  }
}
