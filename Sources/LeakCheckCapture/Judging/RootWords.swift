/// The words outside the heap that may keep something alive: global variables, and other threads' memory.
struct RootWords {
  /// A word of a global variable or a stack.
  struct Word: BitwiseCopyable {
    /// The address of the word.
    var address: UInt
    /// The node it names.
    var node: Int32
    /// Whether it is in the program's data, such as a global variable, and not in a stack.
    var isGlobal: Bool
    /// Whether it is in the stack of the capturing thread.
    var isOfOwnStack = false
  }

  /// The words, in address order.
  private(set) var words: PageArray<Word>
  /// The number of global variables that name each node.
  let globals: PageArray<Int32>
  /// The number of global variables that name an address inside each node.
  let inner: PageArray<Int32>

  /// The words of `image` outside the heaps in `chunks` that name a node.
  ///
  /// malloc's own data in `arenas` names chunks without holding them. Words below the known ends of stacks are outdated
  /// ones of calls that have returned. Variables unchanged since a mark name nothing newer, nor do words of this thread's
  /// callers, and variables of libraries that draw pictures name no Swift object: they keep addresses of memory that they
  /// have freed.
  ///
  /// - Complexity: O(bytes written outside the heap).
  init(
    in image: MemoryImage, chunks: ChunkTable, objects: HeapObjects, arenas: [Range<UInt>],
    stackEnds: [UInt], unless isOutdated: (_ node: Int32, _ address: UInt) -> Bool, pages: Pages
  ) {
    words = PageArray(in: pages)
    globals = PageArray(in: pages, count: objects.layouts.count)
    inner = PageArray(in: pages, count: objects.layouts.count)
    var previous: MemoryImage.Region?
    for region in image.regions {
      defer { previous = region }
      guard region.backing != .heap else { continue }
      let isGlobal = Self.isProgramData(region, behind: previous)
      if isGlobal, Self.isOfDrawing(image.dataFile(of: region.range.lowerBound)) { continue }
      let ends = isGlobal ? [] : stackEnds.filter { region.range.contains($0) }
      for run in region.written {
        // Below the end of a stack, leaf functions may use 128 bytes by the system's calling convention.
        let start = max(run.lowerBound, ends.min().map { ($0 - 128) & ~7 } ?? 0)
        guard start < run.upperBound else { continue }
        let isOwn = stackEnds.first.map { region.range.contains($0) } ?? false
        for range in Self.parts(of: start..<run.upperBound, outside: chunks.spans) {
          let arena = arenas.first { $0.overlaps(range) }
          read(
            range, without: arena, of: region, isGlobal: isGlobal, isOwn, image, chunks, objects,
            unless: isOutdated)
        }
      }
    }
  }

  /// Whether a region is a file's data, or the zero-initialized data after it.
  static func isProgramData(
    _ region: MemoryImage.Region, behind previous: MemoryImage.Region?
  ) -> Bool {
    if case .file = region.backing { return true }
    guard let previous, previous.range.upperBound == region.range.lowerBound else { return false }
    if case .file = previous.backing { return true }
    return false
  }

  /// Whether a file is a library that draws pictures for failed assertions.
  private static func isOfDrawing(_ file: String?) -> Bool {
    guard let name = file?.split(separator: "/").last else { return false }
    return drawing.contains { name.hasPrefix($0) }
  }

  /// How the names of Graphviz's files and of those that it draws by begin.
  private static let drawing = [
    "libgvc.", "libcgraph.", "libcdt.", "libgvplugin_", "libpathplan.", "libxdot.", "libcairo.",
    "libpango", "libfontconfig.", "libfreetype.", "libpixman-",
  ]

  static func parts(
    of run: Range<UInt>, outside spans: PageArray<ChunkTable.Span>
  ) -> [Range<UInt>] {
    var parts: [Range<UInt>] = []
    var start = run.lowerBound
    var index = 0
    while index < spans.count, spans[index].start < run.upperBound {
      if spans[index].end > start {
        if spans[index].start > start { parts.append(start..<spans[index].start) }
        start = spans[index].end
      }
      index &+= 1
    }
    if start < run.upperBound { parts.append(start..<run.upperBound) }
    return parts
  }

  private mutating func read(
    _ range: Range<UInt>, without arena: Range<UInt>?, of region: MemoryImage.Region,
    isGlobal: Bool, _ isOwnStack: Bool, _ image: MemoryImage, _ chunks: ChunkTable,
    _ objects: HeapObjects, unless isOutdated: (Int32, UInt) -> Bool
  ) {
    let lowest = chunks.lowest
    let highest = chunks.highest
    let base = unsafe image.bytes(of: region).assumingMemoryBound(to: UInt.self)
    var index = Int(range.lowerBound - region.range.lowerBound) / 8
    let end = Int(range.upperBound - region.range.lowerBound) / 8
    while index < end {
      let word = unsafe base[index] & ObjectScan.pointerMask
      index &+= 1
      guard word >= lowest, word < highest else { continue }
      let address = region.range.lowerBound + UInt(index - 1) * 8
      if let arena, arena.contains(address) { continue }
      var node = chunks.chunk(at: word)
      if node < 0 {
        node = chunks.chunk(containing: word)
        guard node >= 0, objects.layouts[Int(node)] == HeapObjects.raw else { continue }
        if isGlobal { inner[Int(node)] += 1 }
      }
      if isGlobal || isOwnStack, isOutdated(node, address) { continue }
      if isGlobal { globals[Int(node)] += 1 }
      words.append(
        Word(address: address, node: node, isGlobal: isGlobal, isOfOwnStack: isOwnStack))
    }
  }
}
