internal import LeakCheckGraph

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A column of known length that is written once, without being cleared before.
///
/// Its elements are trivial: an entry is written over without a look at what it was.
@safe struct V8Column<Element> {
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
    _ count: Int, _ body: (V8Column) throws(V8Failure) -> Void
  ) throws(V8Failure) -> [Element] {
    var failure: V8Failure?
    let array = unsafe [Element](unsafeUninitializedCapacity: count) { entries, filled in
      let column = unsafe V8Column(UnsafeMutableBufferPointer(rebasing: entries[..<count]))
      column.adviseLargePages()
      do throws(V8Failure) {
        try body(column)
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return array
  }

  /// Asks for pages of 2 MiB: a column of millions otherwise costs a fault for each 4 KiB.
  private func adviseLargePages() {
    #if os(Linux)
    let page = 1 << 21
    let start = unsafe Int(bitPattern: entries.baseAddress)
    let first = (start + page - 1) / page * page
    let length = (start + count * MemoryLayout<Element>.stride) / page * page - first
    guard length > 0, let address = unsafe UnsafeMutableRawPointer(bitPattern: first) else {
      return
    }
    _ = unsafe madvise(address, length, MADV_HUGEPAGE)
    #endif
  }
}

/// A row of numbers of an array, read before any of them is used.
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
  func read(from integers: inout V8Integers) throws(V8Failure) {
    for field in 0..<count { unsafe numbers[field] = try integers.nextDigit() }
  }
}
