/// The layout of glibc's heap, as far as a walk needs it: offsets in bytes, on 64-bit systems.
///
/// Facts of the releases 2.32 to 2.41: chunks and arenas are as old as the allocator, free lists are mangled
/// since 2.32, `heap_info` has a page size since 2.35, the thread cache changed with 2.42.
package struct GlibcLayout: Sendable {
  /// The bytes in front of what `malloc` returns: the size of the previous chunk, and the chunk's own.
  static let header: UInt = 16
  /// The size's bit that says that the chunk before is in use.
  static let previousInUse: UInt = 1
  /// The size's bit of chunks that were mapped on their own.
  static let isMapped: UInt = 2
  /// The size's bits that are no size.
  static let sizeFlags: UInt = 7
  /// The smallest chunk.
  static let smallest: UInt = 32
  /// Where heaps of threads begin: at multiples of this.
  static let threadHeapAlignment: UInt = 64 << 20
  /// The fast lists within an arena, and how many.
  static let fastLists: UInt = 16
  static let fastListCount: UInt = 10
  /// The topmost chunk within an arena.
  static let top: UInt = 96
  /// The bytes of an arena, behind which a thread's first chunk lies.
  static let arenaSize: UInt = 0x898
  /// The chunk of a thread's cache: 64 counts of two bytes, then 64 lists.
  static let cacheChunk: UInt = 0x290
  static let cacheLists: UInt = 64

  /// The bytes of `heap_info`.
  package let heapInfo: UInt

  /// The layout of a release such as "2.36", or `nil` for one that is not known.
  package init?(release: String) {
    let numbers = release.split(separator: ".").map { Int($0) }
    guard numbers.count >= 2, numbers[0] == 2, let minor = numbers[1], (32...41).contains(minor)
    else { return nil }
    heapInfo = minor >= 35 ? 48 : 32
  }
}
