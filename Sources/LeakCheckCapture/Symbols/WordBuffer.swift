/// A buffer of 64-bit words, initially all `value`: an array that is fast without optimization.
///
/// The element type is fixed and no references are counted, so an access is a comparison and a load or store in debug
/// builds too, where `Array` calls unspecialized code.
@safe package struct WordBuffer: ~Copyable {
  // Owned: freed by `deinit`. Others use it only while they borrow the buffer.
  let base: UnsafeMutablePointer<UInt64>
  /// The number of words.
  package let count: Int

  /// A buffer of `count` words, all `value`.
  package init(count: Int, repeating value: UInt64) {
    unsafe base = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, count))
    unsafe base.initialize(repeating: value, count: count)
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  /// The word with this index, which must be below `count`.
  package subscript(index: Int) -> UInt64 {
    get {
      precondition(index >= 0 && index < count, "word outside of the buffer")
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count, "word outside of the buffer")
      unsafe base[index] = newValue
    }
  }
}
