/// The threads of a moment, by the system's numbers, and where their stacks ended.
struct ThreadMoment: Sendable {
  var threads: Set<Int32> = []
  /// The thread that captured.
  var own: Int32 = 0
  /// The thread that the program began with.
  var first: Int32 = 0
  /// Where stacks ended, of threads that waited.
  var stackEnds: [UInt] = []
}

/// The stacks of a copy's threads that waited: of one that ran nobody knows where the words of calls that returned
/// begin.
///
/// A thread's own memory lies at the end of its stack, begins with its own address and has that again in its
/// third word; its number stands further on. Source: the x86-64 and AArch64 TLS supplements of the ELF ABI, and
/// `struct pthread` of glibc's `nptl/descr.h`.
struct ThreadStacks {
  /// The stack of a thread.
  struct Stack {
    var thread: Int32
    /// What is in use.
    var range: Range<UInt>
    /// The variables of the thread's own that libraries have, at the upper end.
    var variables: Range<UInt>
  }

  private(set) var stacks: [Stack] = []
  private let variablesSize: UInt

  /// Where the number stands, in bytes.
  private static let number = 720

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
    // The first thread's stack lies elsewhere.
    guard thread != moment.first else { return }
    let ends = moment.stackEnds.filter { $0 >= region.range.lowerBound && $0 < end }
    guard let known = ends.max() else { return }
    // Below the end, leaf functions of the system's calling convention may use 128 bytes.
    let start = max((known &- 128) & ~7, region.range.lowerBound)
    guard start < end else { return }
    let variables = max(start, end &- min(end, variablesSize))
    stacks.append(Stack(thread: thread, range: start..<end, variables: variables..<end))
  }
}
