/// A column with values for few rows: the sorted rows and their values.
///
/// - Complexity: a look-up is O(log values).
package struct SparseColumn<Value: Sendable>: Sendable {
  package private(set) var rows: [Int32] = []
  package private(set) var values: [Value] = []

  var isEmpty: Bool { rows.isEmpty }

  package init() {}

  /// The column of rising rows and their values.
  package init(rows: [Int32], values: [Value]) {
    precondition(rows.count == values.count)
    self.rows = rows
    self.values = values
  }

  /// The number of rows that have a value.
  package var count: Int { rows.count }

  /// Changes the value at a position among all.
  package mutating func change(at position: Int, _ change: (inout Value) -> Void) {
    change(&values[position])
  }

  /// The column of rows in any order, none of which comes twice.
  package init(_ values: some Sequence<(row: Int32, value: Value)>) {
    let sorted = values.sorted { $0.row < $1.row }
    self.init(rows: sorted.map(\.row), values: sorted.map(\.value))
  }

  /// Changes each value.
  mutating func mapValues(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
  }

  package subscript(row: Int32) -> Value? {
    guard !rows.isEmpty else { return nil }
    let position = rows.partitioningIndex { $0 >= row }
    return position < rows.count && rows[position] == row ? values[position] : nil
  }

  /// Appends a value for `row`, which must be above all rows so far.
  package mutating func append(_ value: Value, at row: Int32) {
    rows.append(row)
    values.append(value)
  }

  /// Appends the values of `other`, whose rows begin behind all rows so far when `offset` is added.
  package mutating func append(
    _ other: SparseColumn, offset: Int32, _ change: (Value) -> Value
  ) {
    rows += other.rows.lazy.map { $0 + offset }
    values += other.values.lazy.map(change)
  }

  /// Gives rows, in rising order, other values; `nil` is none.
  ///
  /// - Complexity: O(values + changes).
  package mutating func set(_ changes: [(row: Int32, value: Value?)]) {
    guard !changes.isEmpty else { return }
    var result = SparseColumn()
    var next = 0
    for (row, value) in changes {
      while next < rows.count, rows[next] < row {
        result.append(values[next], at: rows[next])
        next += 1
      }
      if next < rows.count, rows[next] == row { next += 1 }
      if let value { result.append(value, at: row) }
    }
    for index in next..<rows.count { result.append(values[index], at: rows[index]) }
    self = result
  }

  /// The column in a new order: `position[old row]` is the new row.
  func reordered(by position: [Int32]) -> SparseColumn {
    var result = SparseColumn()
    let moved = rows.indices.sorted { position[Int(rows[$0])] < position[Int(rows[$1])] }
    for index in moved { result.append(values[index], at: position[Int(rows[index])]) }
    return result
  }
}

extension SparseColumn<Int32> {
  /// Appends the text of `row`, unless it is the empty one.
  package mutating func append(text: Int32, at row: Int) {
    if text != 0 { append(text, at: Int32(row)) }
  }

  /// Appends the texts of rows from `start` on, but for the empty ones.
  mutating func append(texts: some Sequence<Int32>, at start: Int) {
    for (row, text) in texts.enumerated() { append(text: text, at: start + row) }
  }
}

extension RandomAccessCollection {
  /// The first index whose element satisfies `predicate`, where all that satisfy it come last.
  ///
  /// - Complexity: O(log count).
  @inlinable package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
    var low = startIndex
    var remaining = count
    while remaining > 0 {
      let half = remaining / 2
      let middle = index(low, offsetBy: half)
      if predicate(self[middle]) {
        remaining = half
      } else {
        low = index(after: middle)
        remaining -= half + 1
      }
    }
    return low
  }
}
