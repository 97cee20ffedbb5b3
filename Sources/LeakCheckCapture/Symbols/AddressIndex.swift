/// Sorted addresses, with a constant-time search for the first that is not below a given one.
///
/// The range of the addresses is cut into equal pieces, and each piece knows the first address in it or after it. A
/// search looks into the piece and takes a few steps to the right. This makes one pass over all symbols or line rows of
/// a file cheap for a batch of questions.
package struct AddressIndex: ~Copyable {
  // In rising order.
  let sorted: WordBuffer
  // For each piece of `1 << shift` addresses from `lowest` on, the index of the first address not below it.
  let pieces: WordBuffer
  let shift: UInt64
  /// The number of addresses.
  package let count: Int
  /// The lowest address, or 0 if there is none.
  package let lowest: UInt64
  /// The highest address, or 0 if there is none.
  package let highest: UInt64

  /// An index of `addresses`, each kept once.
  ///
  /// - Complexity: O(n log n)
  package init(_ addresses: [UInt64]) {
    let unique = Array(Set(addresses)).sorted()
    var sorted = WordBuffer(count: unique.count, repeating: 0)
    for (index, address) in unique.enumerated() { sorted[index] = address }
    count = unique.count
    lowest = unique.first ?? 0
    highest = unique.last ?? 0
    shift = Self.shift(span: highest - lowest)
    pieces = Self.pieces(of: unique, shift: shift)
    self.sorted = sorted
  }

  /// The address number `index` in rising order.
  package func address(_ index: Int) -> UInt64 { sorted[index] }

  /// The number of the first address not below `value`; `count` if all are below.
  package func first(notBelow value: UInt64) -> Int {
    guard value > lowest else { return 0 }
    guard value <= highest else { return count }
    var index = Int(truncatingIfNeeded: pieces[Int((value - lowest) >> shift)])
    while sorted[index] < value { index += 1 }
    return index
  }

  /// The number of the address `value`, or `nil` if it is not among the addresses.
  package func position(of value: UInt64) -> Int? {
    let index = first(notBelow: value)
    return index < count && sorted[index] == value ? index : nil
  }

  private static func shift(span: UInt64) -> UInt64 {
    var shift: UInt64 = 0
    while span >> shift >= 4096 { shift += 1 }
    return shift
  }

  private static func pieces(of unique: [UInt64], shift: UInt64) -> WordBuffer {
    guard let lowest = unique.first, let highest = unique.last else {
      return WordBuffer(count: 0, repeating: 0)
    }
    let last = Int((highest - lowest) >> shift)
    var pieces = WordBuffer(count: last + 1, repeating: 0)
    var next = unique.count - 1
    for piece in stride(from: last, through: 0, by: -1) {
      while next > 0, (unique[next - 1] - lowest) >> shift >= UInt64(piece) { next -= 1 }
      pieces[piece] = UInt64(next)
    }
    return pieces
  }
}
