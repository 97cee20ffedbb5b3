/// A divider by a small number known only at run time, which multiplies instead.
///
/// Source: Granlund, Montgomery, "Division by Invariant Integers using Multiplication", 1994: exact for
/// every dividend below 2⁵⁶ where the divisor is below 2⁸.
struct V8Divider {
  private let divisor: UInt64
  private let reciprocal: UInt64

  init(by divisor: Int) {
    self.divisor = UInt64(divisor)
    reciprocal = divisor == 1 ? .max : UInt64.max / UInt64(divisor) + 1
  }

  /// The quotient, or `nil` when `number` is no multiple of the divisor or not below 2⁵⁶.
  @inline(__always)
  func quotient(of number: Int) -> Int? {
    let dividend = UInt64(bitPattern: Int64(number))
    guard dividend < 1 << 56 else { return nil }
    if divisor == 1 { return number }
    let quotient = dividend.multipliedFullWidth(by: reciprocal).high
    return quotient &* divisor == dividend ? Int(truncatingIfNeeded: quotient) : nil
  }
}
