extension JSONScanner {
  /// Passes any value, and appends it to `text` with the white space of the canonical form.
  ///
  /// Iterative: the stack is an array, so no file can exhaust the thread's. `depth` is how many objects
  /// and arrays the value is in.
  package mutating func scanValue(into text: inout [UInt8], depth: Int) throws(InputFailure) {
    var closers: [UInt8] = []
    repeat {
      let byte = try peek(inside: closers.last.map(Self.container) ?? "a value")
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth + closers.count >= Self.deepest {
          throw InputFailure(offset: position, problem: "nesting over \(Self.deepest) deep")
        }
        position += 1
        text.append(byte)
        // In ASCII the closing bracket is two behind the opening one, for both kinds.
        closers.append(byte + 2)
        try scanFirstKeyOrEnd(of: &closers, into: &text)
      default:
        text.append(contentsOf: bytes[try scanScalar()])
        try scanSeparators(of: &closers, into: &text)
      }
    } while !closers.isEmpty
  }

  /// Behind an opening bracket: an empty container ends, an object's first key is passed.
  private mutating func scanFirstKeyOrEnd(
    of closers: inout [UInt8], into text: inout [UInt8]
  ) throws(InputFailure) {
    guard let closer = closers.last else { return }
    if try peek(inside: Self.container(closer)) == closer {
      return try scanSeparators(of: &closers, into: &text)
    }
    if closer == UInt8(ascii: "}") { try scanKey(into: &text) }
  }

  /// Behind a value: passes the ends of containers, and a comma with the key that follows.
  private mutating func scanSeparators(
    of closers: inout [UInt8], into text: inout [UInt8]
  ) throws(InputFailure) {
    while let closer = closers.last {
      let byte = try peek(inside: Self.container(closer))
      guard byte == closer || byte == UInt8(ascii: ",") else {
        let character = Quotation.quoted(String(Unicode.Scalar(closer)))
        throw unexpected(expected: "\",\" or \(character)")
      }
      position += 1
      text.append(byte)
      if byte == closer {
        closers.removeLast()
        continue
      }
      text.append(UInt8(ascii: " "))
      if closer == UInt8(ascii: "}") { try scanKey(into: &text) }
      return
    }
  }

  private mutating func scanKey(into text: inout [UInt8]) throws(InputFailure) {
    guard try peek(inside: "an object") == UInt8(ascii: "\"") else {
      throw unexpected(expected: "a key")
    }
    let start = position
    _ = try scanText()
    text.append(contentsOf: bytes[start..<position])
    try pass(":", inside: "an object")
    text.append(contentsOf: ": ".utf8)
  }

  /// Passes a string, number or literal.
  private mutating func scanScalar() throws(InputFailure) -> Range<Int> {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""): _ = try scanText()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanNumber()
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): _ = try scanLiteral()
    default: throw unexpected(expected: "a value")
    }
    return start..<position
  }

  private static func container(_ closer: UInt8) -> String {
    closer == UInt8(ascii: "}") ? "an object" : "an array"
  }
}
