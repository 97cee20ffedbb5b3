extension JSONScanner {
  /// A number in source form; its value is computed only for integers.
  package struct Number {
    package var range: Range<Int>
    /// The end of the digits before a point or exponent.
    var wholeEnd: Int
    /// The end of the digits behind the point.
    var fractionEnd: Int
  }

  /// The reason why a number is not of the requested kind.
  package enum NumberProblem: Error {
    case fraction
    case range
  }

  /// Passes the number at the position.
  package mutating func scanNumber() throws(InputFailure) -> Number {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    try scanDigits(after: start)
    if position - first > 1, bytes[first] == UInt8(ascii: "0") {
      throw InputFailure(offset: start, problem: "number with a leading zero")
    }
    let wholeEnd = position
    if next(isOneOf: ".", ".") {
      position += 1
      try scanDigits(after: start)
    }
    let fractionEnd = position
    if next(isOneOf: "e", "E") {
      position += 1
      if next(isOneOf: "+", "-") { position += 1 }
      try scanDigits(after: start)
    }
    return Number(range: start..<position, wholeEnd: wholeEnd, fractionEnd: fractionEnd)
  }

  private func next(isOneOf first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    guard position < bytes.count else { return false }
    return bytes[position] == UInt8(ascii: first) || bytes[position] == UInt8(ascii: second)
  }

  private mutating func scanDigits(after start: Int) throws(InputFailure) {
    let first = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    if position > first { return }
    if position == bytes.count { throw .truncated(at: position, inside: "a number") }
    throw unexpected(expected: "a digit")
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// The value of a number that is whole, however it is written: `912`, `912.0`, `1e3`.
  ///
  /// Exact: no floating point is involved, so 9007199254740993 stays what it is.
  package func integer(of number: Number) throws(NumberProblem) -> Int64 {
    let isNegative = bytes[number.range.lowerBound] == UInt8(ascii: "-")
    let start = number.range.lowerBound + (isNegative ? 1 : 0)
    if number.wholeEnd == number.range.upperBound {
      return try value(of: bytes[start..<number.wholeEnd], times: 0, isNegative)
    }
    var digits = Array(bytes[start..<number.wholeEnd])
    digits.append(contentsOf: bytes[number.wholeEnd..<number.fractionEnd].dropFirst())
    let decimals = max(0, number.fractionEnd - number.wholeEnd - 1)
    var zeros = exponent(of: number) - decimals
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      zeros += 1
    }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    if significant.isEmpty { return 0 }
    if zeros < 0 { throw .fraction }
    return try value(of: significant, times: zeros, isNegative)
  }

  /// The exponent, cut at a value that no number of digits in memory makes up for.
  private func exponent(of number: Number) -> Int {
    var digits = bytes[number.fractionEnd..<number.range.upperBound].dropFirst()
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    let value = digits.reduce(0) { min(1_000_000_000_000, $0 * 10 + Int($1 - UInt8(ascii: "0"))) }
    return isNegative ? -value : value
  }

  private func value(
    of digits: some RandomAccessCollection<UInt8>, times zeros: Int, _ isNegative: Bool
  ) throws(NumberProblem) -> Int64 {
    // Int64 has at most 19 digits, so neither many digits nor a huge exponent costs time.
    if digits.count > 19 || zeros > 19 { throw .range }
    var result: Int64 = 0
    var rest = digits.makeIterator()
    for _ in 0..<digits.count + zeros {
      let digit = rest.next().map { $0 - 0x30 } ?? 0
      let (shifted, overflow) = result.multipliedReportingOverflow(by: 10)
      let step = isNegative ? -Int64(digit) : Int64(digit)
      let (sum, carry) = shifted.addingReportingOverflow(step)
      if overflow || carry { throw .range }
      result = sum
    }
    return result
  }
}
