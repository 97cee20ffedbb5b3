import LeakCheckText

/// An id in source form.
enum JSONID {
  case number(Int64)
  case text(JSONText)
}

extension JSONScanner {
  /// Passes the value of `key`, which must be a string.
  mutating func text(for key: String) throws(InputFailure) -> JSONText {
    guard try peek(inside: "a value") == UInt8(ascii: "\"") else {
      throw try wrongType(of: key, expected: "a string")
    }
    return try scanText()
  }

  /// Passes the value of `key`, which must be a word of `table`.
  mutating func word<Word>(
    for key: String, of table: JSONWords<Word>
  ) throws(InputFailure) -> Word {
    guard try peek(inside: "a value") == UInt8(ascii: "\"") else {
      throw try wrongType(of: key, expected: "one of \(Quotation.list(table.names))")
    }
    let offset = position
    let text = try scanText()
    if let index = table.index(of: text, in: self) { return table.words[index] }
    let word = string(of: text)
    throw InputFailure(
      .wrongValue, offset: offset, problem: "unknown word \(Quotation.quoted(word)) for \"\(key)\"",
      expected: "one of \(Quotation.list(table.names))",
      suggestion: NearestWord.nearest(to: word, among: table.names).map { Quotation.quoted($0) })
  }

  /// Passes the value of `key`, which must be a whole number in `range`.
  mutating func integer(
    for key: String, in range: ClosedRange<Int64>
  ) throws(InputFailure) -> Int64 {
    switch try peek(inside: "a value") {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
    default: throw try wrongType(of: key, expected: Self.wholeNumber(in: range))
    }
    let start = position
    let number = try scanNumber()
    let value: Int64? = try? integer(of: number)
    if let value, range.contains(value) { return value }
    let written = Quotation.shortened(String(decoding: bytes[number.range], as: UTF8.self))
    throw InputFailure(
      .wrongValue, offset: start, problem: "\"\(key)\" is \(written)",
      expected: Self.wholeNumber(in: range))
  }

  private static func wholeNumber(in range: ClosedRange<Int64>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  /// Passes the value of `key`, which must be an id.
  mutating func id(for key: String) throws(InputFailure) -> JSONID {
    switch try peek(inside: "a value") {
    case UInt8(ascii: "\""): return .text(try scanText())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try integer(for: key, in: Int64.min...Int64.max))
    default: throw try wrongType(of: key, expected: "a string or a whole number")
    }
  }

  /// Passes the value of `root`: whether the object is one, and the reason if there is any.
  mutating func root(for key: String) throws(InputFailure) -> (isRoot: Bool, reason: JSONText?) {
    switch try peek(inside: "a value") {
    case UInt8(ascii: "\""): return (true, try scanText())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return (try scanLiteral().count == 4, nil)
    default: throw try wrongType(of: key, expected: "true, false or a string")
    }
  }

  /// Passes the opening bracket of the value of `key`.
  mutating func openArray(for key: String) throws(InputFailure) {
    guard try peek(inside: "a value") == UInt8(ascii: "[") else {
      throw try wrongType(of: key, expected: "an array")
    }
    position += 1
  }

  /// Checks that an object begins at the position.
  mutating func requireObject(as key: String) throws(InputFailure) {
    guard try peek(inside: "a value") == UInt8(ascii: "{") else {
      throw try wrongType(of: key, expected: "an object")
    }
  }

  /// The error for a value of the wrong type at the position.
  private mutating func wrongType(
    of key: String, expected: String
  ) throws(InputFailure) -> InputFailure {
    _ = try peek(inside: "a value")
    let start = position
    let found = try describeValue()
    return InputFailure(
      .wrongValue, offset: start, problem: "\"\(key)\" is \(found)", expected: expected)
  }
}
