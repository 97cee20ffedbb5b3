/// Steps of a scanner over the bytes of a text: each looks at one place and stays before `end`.
extension Span<UInt8> {
  /// Whether `word` stands at `position`.
  func has(_ word: [UInt8], at position: Int, before end: Int) -> Bool {
    guard end - position >= word.count, position >= 0 else { return false }
    for index in word.indices where self[position + index] != word[index] { return false }
    return true
  }

  /// Where `word` first stands between `start` and `end`, or `nil`.
  func position(of word: [UInt8], from start: Int, before end: Int) -> Int? {
    var position = start
    while position + word.count <= end {
      if self[position] == word[0], has(word, at: position, before: end) { return position }
      position += 1
    }
    return nil
  }

  /// The first place from `position` on that is neither a space nor a tab.
  func skippingBlanks(from position: Int, before end: Int) -> Int {
    var position = position
    while position < end, self[position] == .space || self[position] == .tab { position += 1 }
    return position
  }

  /// The decimal number at `position`, which is moved behind it; `nil` without digits or beyond 63 bits.
  func number(at position: inout Int, before end: Int) -> Int64? {
    let start = position
    var value: Int64 = 0
    while position < end, self[position].isDigit {
      let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(Int64(self[position] &- 48))
      if overflowed || carried { return nil }
      value = sum
      position += 1
    }
    return position > start ? value : nil
  }

  /// The address `0x…` at `position`, which is moved behind it; `nil` without one or beyond 63 bits.
  func address(at position: inout Int, before end: Int) -> Int64? {
    guard position + 2 < end, self[position] == 48, self[position + 1] == 120 else { return nil }
    let digits = position + 2
    var next = digits
    var value: Int64 = 0
    while next < end, let digit = self[next].hexadecimalValue {
      if value >> 59 != 0 { return nil }
      value = value << 4 | Int64(digit)
      next += 1
    }
    guard next > digits else { return nil }
    position = next
    return value
  }

  /// A range without an address at its end, such as that of the field itself, and without ` --> offset 8` behind it.
  func withoutAddress(_ range: Range<Int>) -> Range<Int> {
    let arrow = position(
      of: [.space] + LeaksNode.arrow + [.space], from: range.lowerBound, before: range.upperBound)
    var end = arrow ?? range.upperBound
    var digits = end
    while digits > range.lowerBound, self[digits - 1].hexadecimalValue != nil { digits -= 1 }
    if digits < end, digits - 2 >= range.lowerBound, self[digits - 1] == 120,
      self[digits - 2] == 48,
      digits - 2 == range.lowerBound || self[digits - 3] == .space
    {
      end = digits - 2
    }
    while end > range.lowerBound, self[end - 1] == .space { end -= 1 }
    return range.lowerBound..<end
  }

  /// The text of a range; bytes that are no UTF-8 become U+FFFD.
  func string(_ range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(self[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  static var space: UInt8 { 0x20 }
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0a }

  var isDigit: Bool { self &- 48 < 10 }

  /// The value of a hexadecimal digit, or `nil`.
  var hexadecimalValue: UInt8? {
    switch self {
    case 48...57: self &- 48
    case 65...70: self &- 55
    case 97...102: self &- 87
    default: nil
    }
  }
}
