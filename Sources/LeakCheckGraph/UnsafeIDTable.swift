/// Finds the row of the object that has an id.
///
/// Numbers that lie dense, such as addresses of one alignment, are positions of a table; other numbers are
/// hashed. Texts are known by their interned index already.
///
/// 4 bytes for each step between the least and the greatest number, at most 32 an object; hashed, 8 to 16.
package struct IDTable: Sendable {
  private let values: [Int64]
  /// The row of each text, or -1.
  private var rowOfText: [Int32] = []
  /// The row at each position, or -1: of the number `first + position << shift`, or at a hash.
  private var rows: [Int32] = []
  private var first: Int64 = 0
  /// The zero bits that all distances from `first` end in; the hash's shift when there is one.
  private var shift: UInt64 = 0
  private var isHashed = false

  /// The most steps of the table for each object.
  private static let sparsest: UInt64 = 8

  /// - Throws: ``GraphError/duplicateID(_:first:second:)`` for the first row whose id an earlier one has.
  /// - Complexity: O(objects).
  package init(of ids: ObjectIDs) throws(GraphError) {
    values = ids.values
    if !ids.areNumbers { rowOfText = [Int32](repeating: -1, count: ids.texts.table.count) }
    plan(ids)
    var second: Int32?
    if ids.areNumbers {
      second = addNumbers()
    } else {
      second = (0..<Int32(ids.count)).first { !add(ids[Int($0)], row: $0) }
    }
    guard let second else { return }
    let id = ids[Int(second)]
    let first = self[id] ?? second
    throw .duplicateID(ids.unpack(id), first: Int(first), second: Int(second))
  }

  /// The row of the object with this id, or `nil`.
  package subscript(id: PackedID) -> Int32? {
    let row: Int32
    if id.isText {
      row = id.value < rowOfText.count ? rowOfText[Int(id.value)] : -1
    } else {
      row = unsafe rows.withUnsafeBufferPointer { unsafe self.row(of: id.value, in: $0) }
    }
    return row >= 0 ? row : nil
  }

  /// Chooses the table for the numbers.
  private mutating func plan(_ ids: ObjectIDs) {
    var (least, greatest, count) = (Int64.max, Int64.min, 0)
    for row in 0..<ids.count where !ids.isText(row) {
      (least, greatest) = (min(least, values[row]), max(greatest, values[row]))
      count += 1
    }
    guard count > 0 else { return }
    var distances: UInt64 = 0
    for row in 0..<ids.count where !ids.isText(row) {
      distances |= UInt64(bitPattern: values[row] &- least)
    }
    first = least
    shift = distances == 0 ? 0 : UInt64(distances.trailingZeroBitCount)
    let steps = UInt64(bitPattern: greatest &- least) >> shift
    isHashed = steps >= UInt64(count) * Self.sparsest
    if isHashed {
      let bits = max(4, Int.bitWidth - (2 * count - 1).leadingZeroBitCount)
      shift = UInt64(UInt64.bitWidth - bits)
      rows = [Int32](repeating: -1, count: 1 << bits)
    } else {
      rows = [Int32](repeating: -1, count: Int(steps) + 1)
    }
  }

  /// Adds every row; returns the first one whose number is there already.
  private mutating func addNumbers() -> Int32? {
    for row in 0..<Int32(values.count) where !addNumber(values[Int(row)], row: row) { return row }
    return nil
  }

  private mutating func add(_ id: PackedID, row: Int32) -> Bool {
    guard id.isText else { return addNumber(id.value, row: row) }
    guard rowOfText[Int(id.value)] < 0 else { return false }
    rowOfText[Int(id.value)] = row
    return true
  }

  @inline(__always)
  private mutating func addNumber(_ number: Int64, row: Int32) -> Bool {
    var position = Int(truncatingIfNeeded: UInt64(bitPattern: number &- first) &>> shift)
    if isHashed {
      position = Self.hash(number, shift)
      while rows[position] >= 0, values[Int(rows[position])] != number {
        position = (position &+ 1) & (rows.count &- 1)
      }
    }
    guard rows[position] < 0 else { return false }
    rows[position] = row
    return true
  }

  /// Fibonacci hashing (Knuth, volume 3, 6.4): the high bits of a product.
  @inline(__always)
  private static func hash(_ number: Int64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
  }

  @inline(__always)
  private func row(of number: Int64, in rows: UnsafeBufferPointer<Int32>) -> Int32 {
    isHashed ? unsafe hashedRow(of: number, in: rows) : unsafe directRow(of: number, in: rows)
  }

  @inline(__always)
  private func directRow(of number: Int64, in rows: UnsafeBufferPointer<Int32>) -> Int32 {
    let distance = UInt64(bitPattern: number &- first)
    let step = distance &>> shift
    guard step < UInt64(rows.count), step &<< shift == distance else { return -1 }
    return unsafe rows[Int(truncatingIfNeeded: step)]
  }

  @inline(__always)
  private func hashedRow(of number: Int64, in rows: UnsafeBufferPointer<Int32>) -> Int32 {
    var position = Self.hash(number, shift)
    while unsafe rows[position] >= 0, values[Int(unsafe rows[position])] != number {
      position = (position &+ 1) & (rows.count &- 1)
    }
    return unsafe rows[position]
  }

  /// Sets `result` to the rows of the objects with these numbers, -1 where there is none.
  ///
  /// One loop over many numbers, so that the processor waits for several of their cache misses at once.
  ///
  /// - Returns: Whether all were found.
  package func findRows(
    of numbers: UnsafeBufferPointer<Int64>, into result: UnsafeMutablePointer<Int32>
  ) -> Bool {
    var found: Int32 = 0
    unsafe rows.withUnsafeBufferPointer { rows in
      if isHashed {
        for index in 0..<numbers.count {
          let row = unsafe hashedRow(of: numbers[index], in: rows)
          found |= row
          unsafe result[index] = row
        }
      } else {
        for index in 0..<numbers.count {
          let row = unsafe directRow(of: numbers[index], in: rows)
          found |= row
          unsafe result[index] = row
        }
      }
    }
    return found >= 0
  }

  /// The rows of the objects with these numbers, -1 where there is none.
  package func rows(of numbers: [Int64]) -> [Int32] {
    unsafe [Int32](count: numbers.count) { result in
      unsafe numbers.withUnsafeBufferPointer { _ = unsafe findRows(of: $0, into: result) }
    }
  }
}
