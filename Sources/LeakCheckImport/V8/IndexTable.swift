/// A table of indices that are found one by one, -1 until known.
///
/// Shared by reference, so that it can be written while another column is filled; it never leaves one read.
@safe final class IndexTable {
  /// The number of entries.
  let count: Int
  private let entries: UnsafeMutablePointer<Int32>

  /// A table of `count` entries, all of them unknown.
  init(count: Int) {
    self.count = count
    unsafe entries = .allocate(capacity: max(count, 1))
    unsafe entries.initialize(repeating: -1, count: count)
  }

  deinit { unsafe entries.deallocate() }

  /// The entry at `index`.
  @inline(__always)
  subscript(index: Int) -> Int32 {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe entries[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      unsafe entries[index] = newValue
    }
  }
}
