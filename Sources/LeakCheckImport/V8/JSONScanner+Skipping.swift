import LeakCheckText

extension JSONScanner {
  /// Passes the value at the position without a look at its numbers and words.
  ///
  /// - Complexity: O(length); a byte for each open bracket, and ``deepest`` of them at most.
  mutating func skipValue() throws(InputFailure) {
    switch try peek(inside: "a value") {
    case UInt8(ascii: "\""): _ = try scanText()
    case UInt8(ascii: "["), UInt8(ascii: "{"): try skipBrackets()
    default: try skipWord()
    }
  }

  private mutating func skipBrackets() throws(InputFailure) {
    var closers: [UInt8] = []
    repeat {
      position = bytes.structureOffset(from: position)
      guard position < bytes.count else { throw .truncated(at: bytes.count, inside: "a value") }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        _ = try scanText()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        closers.append(byte + 2)
        if closers.count > Self.deepest {
          throw InputFailure(
            offset: position, problem: "nesting over \(Self.deepest) deep")
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
  private mutating func skipWord() throws(InputFailure) {
    let start = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
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
