import LeakCheckText

/// The numbers of a flat array of nonnegative integers, one after the other.
///
/// A snapshot is nine tenths such numbers. Eight bytes are looked at together (SWAR: arithmetic on the
/// bytes of a word); white space, long numbers, the array's end and everything wrong take a slower way.
@safe struct V8Integers {
  private let text: TextBytes
  /// The offset of the array's `]`.
  let end: Int
  /// The offset behind the last number and its comma.
  private(set) var position: Int
  /// From here on there are too few bytes to read words.
  private let wordsEnd: Int

  /// The numbers of the array whose inside begins at `start` and whose `]` is at `end`.
  init(_ text: TextBytes, from start: Int, to end: Int) {
    precondition(start >= 0 && start <= end && end < text.count)
    self.text = text
    self.end = end
    position = start
    wordsEnd = text.count - 16
  }

  /// The next number.
  ///
  /// - Throws: When there is none, or it is negative, not whole or beyond 63 bits.
  @inline(__always)
  mutating func next() throws(InputFailure) -> Int {
    // The ways out take and give the position by value: it then stays in a register.
    if let (number, after) = shortNumber(at: position) {
      position = after
      return number
    }
    let (number, after) = try longNumber(at: position)
    position = after
    return number
  }

  /// The next number, which mostly has one digit.
  @inline(__always)
  mutating func nextDigit() throws(InputFailure) -> Int {
    if position < wordsEnd {
      let digit = unsafe text.memory[position] &- 0x30
      if digit < 10, unsafe text.memory[position &+ 1] == 0x2c {
        position = position &+ 2
        return Int(digit)
      }
    }
    return try next()
  }

  /// A number of at most eight digits with the comma behind it, and the offset behind both, or `nil` when
  /// there is something else.
  @inline(__always)
  private func shortNumber(at position: Int) -> (number: Int, after: Int)? {
    guard position < wordsEnd else { return nil }
    let word = unsafe text.memory.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      .littleEndian
    let digits = word ^ 0x3030_3030_3030_3030
    // The high bit of the first byte that is no digit; what carries over is above it.
    let other = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    let bits = other.trailingZeroBitCount & 0x78
    let length = bits &>> 3
    guard length != 0, digits & 0xff != 0 || length == 1 else { return nil }
    let after = position &+ length
    let number = Self.value(ofDigits: digits &<< UInt64(truncatingIfNeeded: 64 &- bits))
    let separator = unsafe text.memory[after]
    if separator == 0x2c { return (number, after &+ 1) }
    guard separator == 0x0a, unsafe text.memory[after &+ 1] == 0x2c else { return nil }
    return (number, after &+ 2)
  }

  /// The value of eight decimal digits, the first in the lowest byte.
  @inline(__always)
  private static func value(ofDigits digits: UInt64) -> Int {
    let pairs = (digits &* (10 << 8 | 1)) &>> 8 & 0x00ff_00ff_00ff_00ff
    let quads = (pairs &* (100 << 16 | 1)) &>> 16 & 0x0000_ffff_0000_ffff
    return Int(truncatingIfNeeded: (quads &* (10_000 << 32 | 1)) &>> 32)
  }

  /// Any other number from `position` on, and the offset behind it and its comma.
  @inline(never)
  private func longNumber(at position: Int) throws(InputFailure) -> (number: Int, after: Int) {
    let start = spaceEnd(from: position)
    var offset = start
    var value = 0
    while text[offset] &- 0x30 < 10 {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int(text[offset] &- 0x30))
      if overflow || carry {
        throw InputFailure(
          offset: start, problem: "number out of range", expected: "a number below 2⁶³")
      }
      value = sum
      offset += 1
    }
    try checkNumber(start..<offset)
    return (value, try separatorEnd(from: offset))
  }

  private func checkNumber(_ range: Range<Int>) throws(InputFailure) {
    let start = range.lowerBound
    let wanted = "a whole number from 0 on"
    if range.isEmpty {
      if text[start] == UInt8(ascii: "-") {
        throw InputFailure(offset: start, problem: "negative number", expected: wanted)
      }
      throw JSONScanner(javaScript: text, at: start).unexpected(expected: wanted)
    }
    if range.count > 1, text[start] == UInt8(ascii: "0") {
      throw InputFailure(offset: start, problem: "number with a leading zero", expected: wanted)
    }
    if [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(text[range.upperBound]) {
      throw InputFailure(
        offset: start, problem: "number with a fraction or exponent", expected: wanted)
    }
  }

  /// The offset behind white space and a comma, or that of the array's end.
  private func separatorEnd(from start: Int) throws(InputFailure) -> Int {
    let offset = spaceEnd(from: start)
    if offset == end { return end }
    guard text[offset] == UInt8(ascii: ",") else {
      throw JSONScanner(javaScript: text, at: offset).unexpected(expected: "\",\" or \"]\"")
    }
    return offset + 1
  }

  private func spaceEnd(from start: Int) -> Int {
    var offset = start
    while [0x20, 0x0a, 0x0d, 0x09].contains(text[offset]) { offset += 1 }
    return offset
  }
}
