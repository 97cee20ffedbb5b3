/// What a graph keeps about an object in one byte.
package struct ObjectMarks: OptionSet, BitwiseCopyable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let root = ObjectMarks(rawValue: 1)
  package static let expectedGone = ObjectMarks(rawValue: 2)
  package static let expectedAlive = ObjectMarks(rawValue: 4)
  package static let framework = ObjectMarks(rawValue: 8)
  package static let test = ObjectMarks(rawValue: 16)
  package static let hasRetainCount = ObjectMarks(rawValue: 32)
}

/// What a graph keeps about a reference in one byte: strength, kind, and how it ends.
package struct ReferenceMarks: Equatable, BitwiseCopyable, Sendable {
  /// How a reference ends: in two bits.
  package enum End: UInt8, Sendable {
    case unknown, automatically, inTeardown, inDeinit
  }

  package let rawValue: UInt8

  package init(strength: Strength, kind: ReferenceKind, end: End) {
    rawValue = strength.code | kind.code << 2 | end.rawValue << 5
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The marks of a reference with no known end, by the positions of strength and kind among all cases.
  @inline(__always)
  package init(strengthCode: UInt8, kindCode: UInt8) { rawValue = strengthCode | kindCode << 2 }

  package var strength: Strength { Strength.allCases[Int(rawValue & 3)] }
  package var kind: ReferenceKind { ReferenceKind.allCases[Int(rawValue >> 2 & 7)] }
  package var end: End { End(rawValue: rawValue >> 5) ?? .unknown }
  /// Strong, whatever ends it.
  package var isStrong: Bool { rawValue & 3 == 0 }
}

extension Strength {
  fileprivate var code: UInt8 {
    switch self {
    case .strong: 0
    case .weak: 1
    case .unowned: 2
    case .unmanaged: 3
    }
  }
}

extension ReferenceKind {
  fileprivate var code: UInt8 {
    switch self {
    case .property: 0
    case .capture: 1
    case .element: 2
    case .associated: 3
    case .runtime: 4
    }
  }
}

/// The end of a reference: the event's text, and the object whose `deinit` calls it, or -1.
package struct ReferenceEnd: Equatable, Sendable {
  package var event: Int32
  package var owner: Int32

  package init(event: Int32, owner: Int32) {
    self.event = event
    self.owner = owner
  }
}

/// A column that has a value for few rows: sorted rows, and their values.
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
  mutating func append(_ value: Value, at row: Int32) {
    rows.append(row)
    values.append(value)
  }

  /// Gives rows, in rising order, other values; `nil` is none.
  ///
  /// - Complexity: O(values + changes).
  mutating func set(_ changes: [(row: Int32, value: Value?)]) {
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

/// The columns of the objects of a graph.
struct ObjectColumns: Sendable {
  var types: [Int32] = []
  var kinds: [Int32] = []
  var sizes: [Int64] = []
  var marks: [ObjectMarks] = []
  /// Empty where every value is 0.
  var names: [Int32] = []
  /// Empty where every value is 0.
  var files: [Int32] = []
  /// Empty where every value is 0.
  var lines: [Int32] = []
  /// Empty where every value is 0.
  var retainCounts: [Int32] = []
  var rootReasons = SparseColumn<Int32>()
  var expectationReasons = SparseColumn<Int32>()
  var extensions = SparseColumn<Int32>()
}

/// The columns of the references of a graph.
struct ReferenceColumns: Sendable {
  var sources: [Int32] = []
  var targets: [Int32] = []
  var names: [Int32] = []
  var marks: [ReferenceMarks] = []
  var ends = SparseColumn<ReferenceEnd>()
  var extensions = SparseColumn<Int32>()
}
