/// The threads of a moment, by the system's numbers, and where their stacks ended.
struct ThreadMoment: Sendable {
  var threads: Set<Int32> = []
  /// The thread that captured.
  var own: Int32 = 0
  /// Where stacks ended, of threads that waited.
  var stackEnds: [UInt] = []
}

/// The stacks of a copy's threads.
///
/// A thread's own memory lies at the end of its stack, begins with its own address and has that again in its
/// third word; its number stands further on. Source: the x86-64 and AArch64 TLS supplements of the ELF ABI, and
/// `struct pthread` of glibc's `nptl/descr.h`.
struct ThreadStacks {
  /// A stack: what of it is in use, as far as known.
  struct Stack {
    var thread: Int32
    var range: Range<UInt>
    /// Whether the thread waited, so that its end is known; else old words may be among the rest.
    var isEndKnown: Bool
  }

  private(set) var stacks: [Stack] = []

  /// Where the number stands, in bytes.
  private static let number = 720

  /// - Complexity: O(bytes written outside the heap).
  init(in image: MemoryImage, spans: PageArray<ChunkTable.Span>, at moment: ThreadMoment) {
    for region in image.regions where region.backing == .anonymous {
      for run in region.written {
        for range in RootWords.parts(of: run, outside: spans) {
          find(in: range, of: region, image, moment)
        }
      }
    }
  }

  private mutating func find(
    in range: Range<UInt>, of region: MemoryImage.Region, _ image: MemoryImage,
    _ moment: ThreadMoment
  ) {
    let words = unsafe image.bytes(of: region).assumingMemoryBound(to: UInt.self)
    var index = Int(range.lowerBound - region.range.lowerBound) / 8
    let end = Int(range.upperBound - region.range.lowerBound) / 8 - Self.number / 8
    while index < end {
      let address = region.range.lowerBound + UInt(index) * 8
      if unsafe words[index] == address, unsafe words[index + 2] == address {
        let thread = Int32(truncatingIfNeeded: unsafe words[index + Self.number / 8])
        if moment.threads.contains(thread) { add(thread, upTo: address, of: region, moment) }
      }
      index &+= 1
    }
  }

  private mutating func add(
    _ thread: Int32, upTo end: UInt, of region: MemoryImage.Region, _ moment: ThreadMoment
  ) {
    let known = moment.stackEnds.filter { $0 >= region.range.lowerBound && $0 < end }.max()
    let first = region.written.first { $0.upperBound > region.range.lowerBound }?.lowerBound
    let start = known.map { ($0 &- 128) & ~7 } ?? first ?? end
    guard start < end else { return }
    stacks.append(
      Stack(
        thread: thread, range: max(start, region.range.lowerBound)..<end, isEndKnown: known != nil))
  }
}
