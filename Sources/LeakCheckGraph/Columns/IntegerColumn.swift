/// Integers of one width: in an array, or in as few bytes as a file uses.
package struct IntegerColumn: Sendable {
  /// The numbers: unsigned in one, two or four bytes, signed in four or eight.
  @usableFromInline enum Values: Sendable {
    case zeros(count: Int)
    case uint8(Column<UInt8>)
    case uint16(Column<UInt16>)
    case uint32(Column<UInt32>)
    case int32(Column<Int32>)
    case int64(Column<Int64>)
  }

  @usableFromInline let values: Values

  /// A column of `count` zeros, which takes no memory.
  package init(zeros count: Int) { values = .zeros(count: count) }

  package init(_ values: Column<UInt8>) { self.values = .uint8(values) }
  package init(_ values: Column<UInt16>) { self.values = .uint16(values) }
  package init(_ values: Column<UInt32>) { self.values = .uint32(values) }
  package init(_ values: Column<Int64>) { self.values = .int64(values) }
  package init(_ values: [Int32]) { self.values = .int32(Column(values)) }
  package init(_ values: [Int64]) { self.values = .int64(Column(values)) }

  /// A column of `count` numbers that takes no memory while every one is 0, as where there is no array of them.
  init(optional values: [Int32], count: Int) {
    self = values.allSatisfy { $0 == 0 } ? IntegerColumn(zeros: count) : IntegerColumn(values)
  }

  /// The number of rows.
  @inlinable package var count: Int {
    switch values {
    case .zeros(let count): count
    case .uint8(let column): column.count
    case .uint16(let column): column.count
    case .uint32(let column): column.count
    case .int32(let column): column.count
    case .int64(let column): column.count
    }
  }

  /// All rows.
  @inlinable package var indices: Range<Int> { 0..<count }

  @inlinable package subscript(position: Int) -> Int64 {
    switch values {
    case .zeros(let count):
      precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "no such row")
      return 0
    case .uint8(let column): return Int64(column[position])
    case .uint16(let column): return Int64(column[position])
    case .uint32(let column): return Int64(column[position])
    case .int32(let column): return Int64(column[position])
    case .int64(let column): return column[position]
    }
  }

  /// The numbers as 32-bit ones, which must hold them: the array that the column is made of, or a copy.
  package var array: [Int32] {
    if case .int32(let column) = values { return column.array }
    return array { Int32($0) }
  }

  /// What `number` makes of each row: the width is asked for once, and not for each row.
  fileprivate func array(_ number: (Int64) -> Int32) -> [Int32] {
    func all<Value: FixedWidthInteger>(_ column: Column<Value>) -> [Int32] {
      unsafe column.withUnsafeBufferPointer { unsafe $0.map { number(Int64($0)) } }
    }
    return switch values {
    case .zeros(let count): [Int32](repeating: count > 0 ? number(0) : 0, count: count)
    case .uint8(let column): all(column)
    case .uint16(let column): all(column)
    case .uint32(let column): all(column)
    case .int32(let column): all(column)
    case .int64(let column): all(column)
    }
  }

  /// The bytes that the numbers take.
  package var byteCount: Int {
    switch values {
    case .zeros: 0
    case .uint8(let column): column.byteCount
    case .uint16(let column): column.byteCount
    case .uint32(let column): column.byteCount
    case .int32(let column): column.byteCount
    case .int64(let column): column.byteCount
    }
  }
}

/// The texts of rows, as indices of a ``StringTable``.
///
/// A file that has few distinct texts lists them in a palette and stores where in it the text of each row
/// stands; without a palette the numbers are the indices themselves.
package struct TextColumn: Sendable {
  @usableFromInline let positions: IntegerColumn
  @usableFromInline let palette: [Int32]

  /// The column of `positions` in `palette`, or of indices of texts where that is empty.
  package init(_ positions: IntegerColumn, palette: [Int32] = []) {
    self.positions = positions
    self.palette = palette
  }

  package init(_ indices: [Int32]) { self.init(IntegerColumn(indices)) }

  /// The number of rows.
  @inlinable package var count: Int { positions.count }
  /// All rows.
  @inlinable package var indices: Range<Int> { 0..<count }

  @inlinable package subscript(position: Int) -> Int32 {
    let value = positions[position]
    return palette.isEmpty ? Int32(truncatingIfNeeded: value) : palette[Int(value)]
  }

  /// The texts of all rows: the array that the column is made of, or a copy.
  package var array: [Int32] {
    palette.isEmpty ? positions.array : positions.array { [palette] in palette[Int($0)] }
  }

  /// The bytes that the column takes, its palette included.
  package var byteCount: Int { positions.byteCount + palette.count * MemoryLayout<Int32>.stride }
}
