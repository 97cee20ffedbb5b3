extension ObjectIDs {
  /// The rows in the order of ``ObjectID``, or `nil` when they come in it.
  ///
  /// - Throws: ``GraphError/duplicateID(_:first:second:)`` for the first row whose id an earlier one has.
  /// - Complexity: O(n) for numbers, and for texts that come sorted; O(n log n) for other texts.
  func sortedRows() throws(GraphError) -> [Int32]? {
    if isStrictlyRising { return nil }
    let rows = areNumbers ? numbersSorted() : mixedSorted()
    guard let rows else {
      // Its building finds the very rows.
      _ = try IDTable(of: self)
      preconditionFailure("an id that two objects have is found again")
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

  /// The rows in order, or `nil` when two have one id.
  private func mixedSorted() -> [Int32]? {
    let textRows = (0..<Int32(count)).filter { isText(Int($0)) }
    let numberRows = (0..<Int32(count)).filter { !isText(Int($0)) }
    let numbers = numberRows.sorted { values[Int($0)] < values[Int($1)] }
    let rows = numbers + sortedByText(textRows)
    let isDistinct = zip(rows, rows.dropFirst()).allSatisfy { self[Int($0)] != self[Int($1)] }
    return isDistinct ? rows : nil
  }

  private func sortedByText(_ rows: [Int32]) -> [Int32] {
    let keyed = rows.map { (prefix: texts.table.prefix(of: Int32(values[Int($0)])), row: $0) }
    return keyed.sorted { left, right in
      left.prefix == right.prefix
        ? texts.table.precedes(Int32(values[Int(left.row)]), Int32(values[Int(right.row)]))
        : left.prefix < right.prefix
    }.map(\.row)
  }

  /// The rows in order, or `nil` when two have one number.
  private func numbersSorted() -> [Int32]? {
    if let keys = PackedKeys(of: values) { return keys.sortedRows() }
    let rows = (0..<Int32(count)).sorted { values[Int($0)] < values[Int($1)] }
    let isDistinct = zip(rows, rows.dropFirst()).allSatisfy { values[Int($0)] != values[Int($1)] }
    return isDistinct ? rows : nil
  }
}

/// Numbers to sort, each with its row in one word: the distance from the least number, without the zero
/// bits that all distances end in, above the row.
///
/// Addresses of 47 bits and sixteen million rows just fit.
private struct PackedKeys {
  private var keys: [UInt64]
  private let rowBits: UInt64
  private let keyBits: UInt64

  /// 2048 counters stay in the nearest cache, and 40 bits take four passes.
  private static let digitBits: UInt64 = 11
  /// Counting into the digits costs more than comparing fewer numbers than this.
  private static let fewest = 1_024

  /// The keys of `numbers`, or `nil` where they are few or do not fit.
  init?(of numbers: [Int64]) {
    guard numbers.count >= Self.fewest, let least = numbers.min() else { return nil }
    let used = numbers.reduce(0) { $0 | UInt64(bitPattern: $1 &- least) }
    let zeros = UInt64(used == 0 ? 0 : used.trailingZeroBitCount)
    let rowBits = UInt64(Int.bitWidth - (numbers.count - 1).leadingZeroBitCount)
    keyBits = UInt64(UInt64.bitWidth - (used >> zeros).leadingZeroBitCount)
    self.rowBits = rowBits
    guard rowBits + keyBits <= 64 else { return nil }
    keys = unsafe [UInt64](count: numbers.count) { keys in
      for row in 0..<numbers.count {
        let distance = UInt64(bitPattern: numbers[row] &- least) &>> zeros
        unsafe keys[row] = distance &<< rowBits | UInt64(row)
      }
    }
  }

  /// A radix sort, least significant digit first; the rows, or `nil` when two have one number.
  consuming func sortedRows() -> [Int32]? {
    for shift in stride(from: 0, to: keyBits, by: UInt64.Stride(Self.digitBits)) {
      keys = Self.sorted(keys, by: shift + rowBits)
    }
    var isDistinct = true
    let (mask, rowBits) = (1 &<< rowBits &- 1 as UInt64, rowBits)
    var last: UInt64?
    let rows = unsafe [Int32](count: keys.count) { rows in
      for index in keys.indices {
        let value = keys[index] &>> rowBits
        if value == last { isDistinct = false }
        last = value
        unsafe rows[index] = Int32(truncatingIfNeeded: keys[index] & mask)
      }
    }
    return isDistinct ? rows : nil
  }

  /// The keys in the order of one digit; equal digits keep their order.
  private static func sorted(_ keys: [UInt64], by shift: UInt64) -> [UInt64] {
    let mask: UInt64 = 1 &<< digitBits &- 1
    var next = [Int](repeating: 0, count: 1 << Int(digitBits))
    for key in keys { next[Int(key &>> shift & mask)] &+= 1 }
    var sum = 0
    for digit in next.indices { (next[digit], sum) = (sum, sum + next[digit]) }
    return unsafe [UInt64](count: keys.count) { result in
      for key in keys {
        let digit = Int(key &>> shift & mask)
        unsafe result[next[digit]] = key
        next[digit] &+= 1
      }
    }
  }
}
