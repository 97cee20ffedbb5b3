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
struct ReferenceEnd: Equatable, Sendable {
  var event: Int32
  var owner: Int32
}

/// A column of numbers that is empty while every value is 0.
struct OptionalColumn: Sendable {
  private var values: [Int32] = []

  var byteCount: Int { values.count * MemoryLayout<Int32>.stride }

  subscript(index: Int32) -> Int32 {
    values.isEmpty ? 0 : values[Int(index)]
  }

  init() {}

  init(_ values: [Int32]) {
    self.values = values.allSatisfy { $0 == 0 } ? [] : values
  }
}

/// A column that has a value for few rows: sorted rows, and their values.
///
/// - Complexity: a look-up is O(log values).
struct SparseColumn<Value: Sendable>: Sendable {
  private(set) var rows: [Int32] = []
  private(set) var values: [Value] = []

  var isEmpty: Bool { rows.isEmpty }

  init() {}

  /// The column of rising rows and their values.
  init(rows: [Int32], values: [Value]) {
    precondition(rows.count == values.count)
    self.rows = rows
    self.values = values
  }

  /// Changes each value.
  mutating func mapValues(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
  }

  subscript(row: Int32) -> Value? {
    guard !rows.isEmpty else { return nil }
    let position = rows.partitioningIndex { $0 >= row }
    return position < rows.count && rows[position] == row ? values[position] : nil
  }

  /// Appends a value for `row`, which must be above all rows so far.
  mutating func append(_ value: Value, at row: Int32) {
    rows.append(row)
    values.append(value)
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
  package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
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

/// The ids of all objects, sorted: numbers first, then texts.
struct IDColumn: Sendable {
  /// The number itself, or the index of the text.
  private let values: [Int64]
  private let numberCount: Int
  private let texts: StringTable

  init(values: [Int64], numberCount: Int, texts: StringTable) {
    self.values = values
    self.numberCount = numberCount
    self.texts = texts
  }

  var textByteCount: Int { numberCount == values.count ? 0 : texts.byteCount }

  subscript(index: Int32) -> ObjectID {
    let value = values[Int(index)]
    return Int(index) < numberCount ? .number(value) : .text(texts[Int32(value)])
  }

  func index(of id: ObjectID) -> Int32? {
    let rows = 0..<Int32(values.count)
    let position = rows.partitioningIndex { self[$0] >= id }
    return position < values.count && self[position] == id ? position : nil
  }
}

/// The columns of the objects of a graph.
struct ObjectColumns: Sendable {
  var types: [Int32] = []
  var kinds: [Int32] = []
  var sizes: [Int64] = []
  var marks: [ObjectMarks] = []
  var names = OptionalColumn()
  var files = OptionalColumn()
  var lines = OptionalColumn()
  var retainCounts = OptionalColumn()
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
