/// A position in demangled text, with the few movements that its grammar needs.
///
/// Every movement is a loop and goes forward, so no name makes it slow or deep.
struct TextScanner {
  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }

  /// The byte at the position, or 0 at the end.
  var next: UInt8 { byte(ahead: 0) }

  func byte(ahead distance: Int) -> UInt8 {
    position + distance < end ? bytes[position + distance] : 0
  }

  func starts(with text: String) -> Bool {
    text.utf8.count <= end - position && bytes[position..<end].starts(with: text.utf8)
  }

  mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8.count
    return true
  }

  mutating func skipByte() { position = min(end, position + 1) }

  /// Skips digits; false if there are none.
  mutating func skipNumber() -> Bool {
    let start = position
    while next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") { position += 1 }
    return position > start
  }

  /// Skips one token: a word in backticks, an arrow, an operator's name after a dot, or a byte.
  ///
  /// - Returns: the change in the depth of brackets
  mutating func skipToken() -> Int {
    let byte = next
    skipByte()
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): return 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"): return -1
    case UInt8(ascii: "`"):
      while !isAtEnd, next != UInt8(ascii: "`") { position += 1 }
      skipByte()
    case UInt8(ascii: "-") where next == UInt8(ascii: ">"): skipByte()
    case UInt8(ascii: "."): skipOperator()
    default: break
    }
    return 0
  }

  /// Skips the characters of an operator.
  mutating func skipOperator() {
    while !isAtEnd, Self.operatorCharacters.contains(next) { position += 1 }
  }

  /// Skips a bracket and everything up to its closing one; nothing without an opening bracket.
  mutating func skipBrackets() {
    var depth = 0
    repeat { depth += skipToken() } while depth > 0 && !isAtEnd
  }

  /// The places of `separator` outside brackets, from the position on.
  func places(of separator: String) -> [Int] {
    var scanner = self
    var places: [Int] = []
    var depth = 0
    let first = separator.utf8.first ?? 0
    while !scanner.isAtEnd {
      if depth == 0, scanner.next == first, scanner.starts(with: separator) {
        places.append(scanner.position)
        _ = scanner.skip(separator)
      } else {
        depth = max(0, depth + scanner.skipToken())
      }
    }
    return places
  }

  /// The ranges between the separators, from the position on.
  func parts(between separator: String) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = position
    for place in places(of: separator) {
      parts.append(start..<place)
      start = place + separator.utf8.count
    }
    return parts + [start..<end]
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  static let operatorCharacters = Set("/=-+!*%<>&|^~?.".utf8)
}
