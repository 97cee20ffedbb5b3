internal import LeakCheckGraph
import LeakCheckText

/// A column of known length that is written once, without clearing it first.
///
@safe struct V8Column<Element: BitwiseCopyable> {
  private let entries: UnsafeMutableBufferPointer<Element>

  private var count: Int { unsafe entries.count }

  fileprivate init(_ entries: UnsafeMutableBufferPointer<Element>) {
    unsafe self.entries = entries
  }

  /// Writes an entry.
  @inline(__always)
  func set(_ element: Element, at row: Int) {
    precondition(UInt(bitPattern: row) < UInt(bitPattern: count))
    unsafe entries.initializeElement(at: row, to: element)
  }

  /// Writes one entry `count` times.
  @inline(__always)
  func set(_ element: Element, count: Int, at row: Int) {
    precondition(row >= 0 && count >= 0 && count <= self.count - row)
    for index in row..<row + count { unsafe entries.initializeElement(at: index, to: element) }
  }

  /// An array of `count` entries, all of which `body` must write unless it throws.
  static func array(
    _ count: Int, _ body: (V8Column) throws(InputFailure) -> Void
  ) throws(InputFailure) -> [Element] {
    try unsafe [Element](atMost: count) { entries throws(InputFailure) in
      try body(unsafe V8Column(entries))
      return count
    }
  }
}

/// A row of an array's numbers, read before any of them is used.
@safe final class V8Row {
  private let numbers: UnsafeMutablePointer<Int>
  private let count: Int

  /// A row of `count` numbers.
  init(count: Int) {
    self.count = count
    unsafe numbers = .allocate(capacity: max(count, 1))
    unsafe numbers.initialize(repeating: 0, count: count)
  }

  deinit { unsafe numbers.deallocate() }

  /// The number at `field`.
  @inline(__always)
  subscript(field: Int) -> Int {
    precondition(UInt(bitPattern: field) < UInt(bitPattern: count))
    return unsafe numbers[field]
  }

  /// Reads the next row.
  @inline(__always)
  func read(from integers: inout V8Integers) throws(InputFailure) {
    for field in 0..<count { unsafe numbers[field] = try integers.nextDigit() }
  }
}
