extension ObjectIDs {
  /// The rows in the order of ``ObjectID``, or `nil` when they come in it.
  ///
  /// - Throws: ``GraphError/duplicateID(_:first:second:)`` for the first row whose id an earlier one has.
  /// - Complexity: O(n) for numbers, and for texts that come sorted; O(n log n) for other texts.
  func sortedRows() throws(GraphError) -> [Int32]? {
    if isStrictlyRising { return nil }
    var numbers: [Int32] = []
    var textRows: [Int32] = []
    for row in 0..<Int32(count) {
      if isText(Int(row)) { textRows.append(row) } else { numbers.append(row) }
    }
    let rows = sortedByNumber(numbers) + sortedByText(textRows)
    for index in 1..<rows.count where self[Int(rows[index - 1])] == self[Int(rows[index])] {
      // Its building finds the very rows.
      _ = try IDTable(of: self)
    }
    return rows
  }

  private var isStrictlyRising: Bool {
    guard areNumbers else {
      return (1..<count).allSatisfy { precedes(self[$0 - 1], self[$0]) }
    }
    var isRising = true
    unsafe values.withStart { values in
      for row in 1..<max(1, count) where unsafe values[row &- 1] >= values[row] {
        isRising = false
        break
      }
    }
    return isRising
  }

  private func precedes(_ left: PackedID, _ right: PackedID) -> Bool {
    if left.isText != right.isText { return right.isText }
    return left.isText
      ? texts.table.precedes(Int32(left.value), Int32(right.value)) : left.value < right.value
  }

  private func sortedByText(_ rows: [Int32]) -> [Int32] {
    let keyed = rows.map { (prefix: texts.table.prefix(of: Int32(values[Int($0)])), row: $0) }
    return keyed.sorted { left, right in
      left.prefix == right.prefix
        ? texts.table.precedes(Int32(values[Int(left.row)]), Int32(values[Int(right.row)]))
        : left.prefix < right.prefix
    }.map(\.row)
  }

  /// Counting into the digits costs more than comparing fewer numbers than this.
  private static let fewestForRadix = 1_024

  /// A radix sort, least significant digit first, over the bits in which the numbers differ.
  private func sortedByNumber(_ rows: [Int32]) -> [Int32] {
    if rows.count < Self.fewestForRadix {
      return rows.sorted { left, right in
        let (a, b) = (values[Int(left)], values[Int(right)])
        return a == b ? left < right : a < b
      }
    }
    guard let least = rows.lazy.map({ values[Int($0)] }).min() else { return rows }
    var keys = rows.map { RadixKey(value: UInt64(bitPattern: values[Int($0)] &- least), row: $0) }
    let used = keys.reduce(0) { $0 | $1.value }
    var spare = keys
    for shift in stride(from: 0, to: UInt64.bitWidth, by: RadixKey.digitBits)
    where used >> UInt64(shift) != 0 {
      RadixKey.sort(keys, by: shift, into: &spare)
      swap(&keys, &spare)
    }
    return keys.map(\.row)
  }
}

/// A number to sort by and the row that it belongs to.
private struct RadixKey {
  var value: UInt64
  var row: Int32

  /// 2048 counters stay in the nearest cache, and 64 bits take six passes at most.
  static let digitBits = 11

  /// The keys in the order of one digit; equal digits keep their order.
  static func sort(_ keys: [RadixKey], by shift: Int, into result: inout [RadixKey]) {
    let mask: UInt64 = 1 << UInt64(digitBits) - 1
    var next = [Int](repeating: 0, count: 1 << digitBits)
    for key in keys { next[Int(key.value >> UInt64(shift) & mask)] += 1 }
    var sum = 0
    for digit in next.indices {
      let digitCount = next[digit]
      next[digit] = sum
      sum += digitCount
    }
    unsafe result.withUnsafeMutableBufferPointer { result in
      for key in keys {
        let digit = Int(key.value >> UInt64(shift) & mask)
        unsafe result[next[digit]] = key
        next[digit] &+= 1
      }
    }
  }
}
