/// The threads at a moment, by the system's numbers, and the ends of their stacks.
struct ThreadMoment: Sendable {
  var threads: Set<Int32> = []
  /// The capturing thread.
  var own: Int32 = 0
  /// The program's first thread.
  var first: Int32 = 0
  /// The ends of waiting threads' stacks.
  var stackEnds: [UInt] = []
}

/// The stacks of the threads at the moment of the copy.
///
/// In a running thread's stack, it is unknown where the words of returned calls begin.
///
/// A thread's own memory is at the end of its stack, begins with its own address and repeats that in its third word;
/// its number follows further on. Source: the x86-64 and AArch64 TLS supplements of the ELF ABI, and `struct pthread`
/// of glibc's `nptl/descr.h`.
struct ThreadStacks {
  /// The stack of a thread.
  struct Stack {
    var thread: Int32
    /// The range in use, or all of it for a running thread.
    var range: Range<UInt>
    /// Whether the thread waited, so that the range in use is known.
    var isWaiting: Bool
    /// The thread-local variables of libraries, at the upper end.
    var variables: Range<UInt>
    /// The C library's record of the thread: its start argument, and its values by key.
    var description: Range<UInt>
  }

  private(set) var stacks: [Stack] = []
  private let variablesSize: UInt

  /// The offset of the number, in bytes.
  private static let number = 720
  /// The size of a record.
  private static let descriptionSize: UInt = 2304

  /// - Complexity: O(bytes written outside the heap).
  init(
    in image: MemoryImage, spans: PageArray<ChunkTable.Span>, at moment: ThreadMoment
  ) {
    variablesSize = LoadedImages().variablesSize
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
    // The first thread's stack is elsewhere.
    guard thread != moment.first else { return }
    let ends = moment.stackEnds.filter { $0 >= region.range.lowerBound && $0 < end }
    let known = ends.max()
    // Below the end, leaf functions may use 128 bytes by the system's calling convention.
    let start =
      known.map { max(($0 &- 128) & ~7, region.range.lowerBound) } ?? region.range.lowerBound
    guard start < end else { return }
    let variables = max(start, end &- min(end, variablesSize))
    let size = min(Self.descriptionSize, region.range.upperBound &- end)
    stacks.append(
      Stack(
        thread: thread, range: start..<end, isWaiting: known != nil, variables: variables..<end,
        description: end..<end &+ size))
  }
}
