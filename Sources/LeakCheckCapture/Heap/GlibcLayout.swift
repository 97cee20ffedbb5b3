/// The layout of glibc's heap, as far as a walk needs it: offsets in bytes, on 64-bit systems.
///
/// These are facts of the releases 2.32 to 2.41. Chunks and arenas are as old as the allocator, free lists are mangled
/// since 2.32, `heap_info` has a page size since 2.35, and the thread cache changed in 2.42.
package struct GlibcLayout: Sendable {
  /// The bytes before the address that `malloc` returns: the size of the previous chunk, and the chunk's own.
  static let header: UInt = 16
  /// The bit in a size that says that the previous chunk is in use.
  static let previousInUse: UInt = 1
  /// The bit in a size for chunks with a mapping of their own.
  static let isMapped: UInt = 2
  /// The bits in a size that are flags.
  static let sizeFlags: UInt = 7
  /// The size of the smallest chunk.
  static let smallest: UInt = 32
  /// The alignment of threads' heaps.
  static let threadHeapAlignment: UInt = 64 << 20
  /// The offset of the fast lists in an arena, and their number.
  static let fastLists: UInt = 16
  static let fastListCount: UInt = 10
  /// The offset of the top chunk in an arena.
  static let top: UInt = 96
  /// The size of an arena, after which a thread's first chunk follows.
  static let arenaSize: UInt = 0x898
  /// The chunk of a thread's cache: 64 counts of two bytes, then 64 lists.
  static let cacheChunk: UInt = 0x290
  static let cacheLists: UInt = 64

  /// The size of `heap_info`.
  package let heapInfo: UInt

  /// The layout for a release such as "2.36", or `nil` if the release is unknown.
  package init?(release: String) {
    let numbers = release.split(separator: ".").map { Int($0) }
    guard numbers.count >= 2, numbers[0] == 2, let minor = numbers[1], (32...41).contains(minor)
    else { return nil }
    heapInfo = minor >= 35 ? 48 : 32
  }
}
