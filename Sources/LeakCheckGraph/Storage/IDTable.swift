/// A table that finds the row of an object by its id.
///
/// Numbers that lie dense, such as addresses of one alignment, are positions of a table; other numbers are
/// hashed. Texts are known by their interned index already.
///
/// 4 bytes for each step between the least and the greatest number, at most 32 an object; hashed, 16 to 32.
package struct IDTable: Sendable {
  private let values: [Int64]
  private let key: HashKey
  /// The row of each text, or -1.
  private var rowOfText: [Int32] = []
  /// The row of the number `first + position << shift`, or -1; empty where numbers are hashed.
  private var rows: [Int32] = []
  /// Where numbers are hashed: in the low half a row and one, or 0, in the high half bits of the hash, so
  /// that few numbers but the right one are looked at.
  private var slots: [UInt64] = []
  private var first: Int64 = 0
  /// The zero bits that all distances from `first` end in; the hash's shift when there is one.
  private var shift: UInt64 = 0
  private var isHashed = false

  /// The most steps of the table for each object.
  private static let sparsest: UInt64 = 8

  /// - Throws: ``GraphError/duplicateID(_:first:second:)`` for the first row whose id an earlier one has.
  /// - Complexity: O(objects).
  package init(of ids: ObjectIDs, key: HashKey = .process) throws(GraphError) {
    values = ids.values
    self.key = key
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
      row = isHashed ? hashedRow(of: id.value) : directRow(of: id.value)
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
      slots = unsafe [UInt64](count: 1 << bits) { slots in
        unsafe slots.initialize(repeating: 0)
      }
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
    if isHashed { return addHashed(number, row: row) }
    let position = Int(truncatingIfNeeded: UInt64(bitPattern: number &- first) &>> shift)
    guard rows[position] < 0 else { return false }
    rows[position] = row
    return true
  }

  @inline(__always)
  private mutating func addHashed(_ number: Int64, row: Int32) -> Bool {
    let hash = key.hash(number)
    var position = Int(truncatingIfNeeded: hash &>> shift)
    while slots[position] != 0 {
      let slot = slots[position]
      if slot &>> 32 == hash & 0xffff_ffff, values[Int(Self.row(slot))] == number { return false }
      position = (position &+ 1) & (slots.count &- 1)
    }
    slots[position] = hash &<< 32 | UInt64(UInt32(bitPattern: row &+ 1))
    return true
  }

  /// The most slots that a look-up of a number may look at; 0 where numbers are not hashed.
  package var longestProbe: Int {
    var (longest, run) = (0, 0)
    // Twice around, since a run may go over the end.
    for position in 0..<2 * slots.count {
      run = slots[position & (slots.count - 1)] == 0 ? 0 : run + 1
      longest = max(longest, min(run, slots.count))
    }
    return longest
  }

  @inline(__always)
  private static func row(_ slot: UInt64) -> Int32 { Int32(truncatingIfNeeded: slot) &- 1 }

  @inline(__always)
  private func directRow(of number: Int64) -> Int32 {
    unsafe rows.withUnsafeBufferPointer { unsafe directRow(of: number, in: $0) }
  }

  @inline(__always)
  private func directRow(of number: Int64, in rows: UnsafeBufferPointer<Int32>) -> Int32 {
    let distance = UInt64(bitPattern: number &- first)
    let step = distance &>> shift
    guard step < UInt64(rows.count), step &<< shift == distance else { return -1 }
    return unsafe rows[Int(truncatingIfNeeded: step)]
  }

  private func hashedRow(of number: Int64) -> Int32 {
    guard !slots.isEmpty else { return -1 }
    let hash = key.hash(number)
    var position = Int(truncatingIfNeeded: hash &>> shift)
    while slots[position] != 0 {
      let row = Self.row(slots[position])
      if slots[position] &>> 32 == hash & 0xffff_ffff, values[Int(row)] == number { return row }
      position = (position &+ 1) & (slots.count &- 1)
    }
    return -1
  }

  /// The row of the first slot whose tag fits, or -1: mostly the right one, which is still to be checked.
  @inline(__always)
  private func likelyRow(of number: Int64, in slots: UnsafeBufferPointer<UInt64>) -> Int32 {
    let hash = key.hash(number)
    var position = Int(truncatingIfNeeded: hash &>> shift)
    while true {
      let slot = unsafe slots[position]
      if slot == 0 || slot &>> 32 == hash & 0xffff_ffff { return Self.row(slot) }
      position = (position &+ 1) & (slots.count &- 1)
    }
  }

  /// Sets `result` to the rows of the objects with these numbers, -1 where there is none.
  ///
  /// One loop over many numbers, so that the processor waits for several of their cache misses at once.
  ///
  /// - Returns: Whether all were found.
  package func findRows(
    of numbers: UnsafeBufferPointer<Int64>, into result: UnsafeMutablePointer<Int32>
  ) -> Bool {
    if isHashed { return unsafe findHashedRows(of: numbers, into: result) }
    var found: Int32 = 0
    unsafe rows.withUnsafeBufferPointer { rows in
      for index in 0..<numbers.count {
        let row = unsafe directRow(of: numbers[index], in: rows)
        found |= row
        unsafe result[index] = row
      }
    }
    return found >= 0
  }

  private func findHashedRows(
    of numbers: UnsafeBufferPointer<Int64>, into result: UnsafeMutablePointer<Int32>
  ) -> Bool {
    unsafe slots.withUnsafeBufferPointer { slots in
      // The references of one object mostly follow one another, and their sources are one number.
      var (last, lastRow): (Int64, Int32) = (0, 0)
      for index in 0..<numbers.count {
        let number = unsafe numbers[index]
        if index == 0 || number != last {
          (last, lastRow) = unsafe (number, likelyRow(of: number, in: slots))
        }
        unsafe result[index] = lastRow
      }
    }
    var found: Int32 = 0
    for index in 0..<numbers.count {
      let row = unsafe result[index]
      let number = unsafe numbers[index]
      if row < 0 || values[Int(row)] != number {
        unsafe result[index] = hashedRow(of: number)
      }
      found |= unsafe result[index]
    }
    return found >= 0
  }

  /// The rows of the objects with these numbers, -1 where there is none.
  package func rows(of numbers: [Int64]) -> [Int32] {
    unsafe [Int32](count: numbers.count) { rows in
      guard let start = rows.baseAddress else { return }
      unsafe numbers.withUnsafeBufferPointer { _ = unsafe findRows(of: $0, into: start) }
    }
  }
}
