/// Splits DOT text into words, as far as ``DotGuard`` needs to know them.
struct DotScanner {
  /// One piece of DOT text that is neither space nor comment.
  enum Token: Equatable {
    /// A name, a number or a quoted string, without its quotes.
    case word([UInt8])
    /// An HTML label, without the outer angle brackets.
    case markup([UInt8])
    /// Any other character.
    case mark(UInt8)
  }

  /// A string, an HTML label or a comment that the text never closes.
  struct Unterminated: Error {
    let what: String
    let line: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The number of the line that the scanner stands in, from 1.
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next token, or `nil` at the end of the text.
  mutating func next() throws(Unterminated) -> Token? {
    try skipSpaceAndComments()
    guard let byte = peek() else { return nil }
    switch byte {
    case UInt8(ascii: "\""): return .word(try quoted())
    case UInt8(ascii: "<"): return .markup(try markup())
    case _ where Self.isPartOfWord(byte): return .word(word())
    default:
      advance()
      return .mark(byte)
    }
  }

  /// Whether only white space is left.
  func isAtEnd() -> Bool { bytes[position...].allSatisfy(Self.isSpace) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...: true
    default: false
    }
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func advance() {
    if bytes[position] == 0x0A { line += 1 }
    position += 1
  }

  private mutating func skipSpaceAndComments() throws(Unterminated) {
    while let byte = peek() {
      switch (byte, peek(1)) {
      case _ where Self.isSpace(byte): advance()
      case (UInt8(ascii: "/"), UInt8(ascii: "/")): skipLine()
      case (UInt8(ascii: "#"), _) where position == 0 || bytes[position - 1] == 0x0A: skipLine()
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != 0x0A { advance() }
  }

  private mutating func skipComment() throws(Unterminated) {
    let start = line
    position += 2
    while let byte = peek() {
      if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      advance()
    }
    throw Unterminated(what: "comment", line: start)
  }

  private mutating func word() -> [UInt8] {
    let start = position
    while let byte = peek(), Self.isPartOfWord(byte) { advance() }
    return Array(bytes[start..<position])
  }

  /// A backslash before a quote or a line break belongs to the syntax, any other to the text.
  private mutating func quoted() throws(Unterminated) -> [UInt8] {
    let start = line
    var text: [UInt8] = []
    advance()
    while let byte = peek() {
      advance()
      if byte == UInt8(ascii: "\"") { return text }
      text.append(byte)
      guard byte == UInt8(ascii: "\\"), let next = peek() else { continue }
      if next == UInt8(ascii: "\"") || next == 0x0A { text.removeLast() }
      if next != 0x0A { text.append(next) }
      advance()
    }
    throw Unterminated(what: "string", line: start)
  }

  private mutating func markup() throws(Unterminated) -> [UInt8] {
    let (start, first) = (line, position)
    var depth = 0
    while let byte = peek() {
      advance()
      if byte == UInt8(ascii: "<") { depth += 1 }
      if byte == UInt8(ascii: ">") { depth -= 1 }
      if depth == 0 { return Array(bytes[(first + 1)..<(position - 1)]) }
    }
    throw Unterminated(what: "HTML label", line: start)
  }

  /// The tags of an HTML label in lower case, without their brackets and without what they quote.
  ///
  /// White space is one space each, so that an attribute begins with one.
  static func tags(in markup: String) -> [String] {
    var tags: [String] = []
    var tag: String?
    var quote: Unicode.Scalar?
    for scalar in markup.unicodeScalars {
      if let open = quote {
        if scalar == open { quote = nil }
      } else if tag == nil {
        if scalar == "<" { tag = "" }
      } else if scalar == ">" {
        tags.append(tag?.lowercased() ?? "")
        tag = nil
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else {
        tag?.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
      }
    }
    return tags
  }
}
