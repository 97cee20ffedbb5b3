/// A cache of recent texts by hash, which saves the interner most lookups.
///
/// Direct-mapped: a text displaces the one that has its place. Texts are compared with their earlier
/// occurrence in the dump itself.
@safe struct TextCache: ~Copyable {
  @safe private struct Entry {
    var hash: UInt64
    var start: UnsafeRawPointer?
    var length: Int
    var index: Int32
  }

  private static let size = 1 << bits
  private static let bits = 11

  // Owned by the cache and freed with it; `start` is into the bytes of the dump, which outlive the cache.
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    unsafe entries = .allocate(capacity: Self.size)
    unsafe entries.initialize(
      repeating: Entry(hash: 0, start: nil, length: -1, index: -1), count: Self.size)
  }

  deinit { unsafe entries.deallocate() }

  /// The index of `text`, or `nil` when the cache does not have it.
  @inline(__always)
  func index(of text: ScannedText) -> Int32? {
    let entry = unsafe entries + Self.place(of: text)
    guard unsafe entry.pointee.hash == text.hash, unsafe entry.pointee.length == text.length,
      let start = unsafe entry.pointee.start, unsafe text.hasBytes(at: start)
    else { return nil }
    return unsafe entry.pointee.index
  }

  func keep(_ text: ScannedText, as index: Int32) {
    unsafe entries[Self.place(of: text)] = unsafe Entry(
      hash: text.hash, start: text.start, length: text.length, index: index)
  }

  @inline(__always)
  private static func place(of text: ScannedText) -> Int {
    // The high bits depend on every byte of the text.
    Int(truncatingIfNeeded: text.hash &>> UInt64(64 &- bits))
  }
}
