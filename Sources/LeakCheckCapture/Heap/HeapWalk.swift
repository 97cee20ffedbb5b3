/// A walk that finds all memory handed out by glibc's malloc, in a copy of a process.
///
/// Source of the layout: glibc's `malloc/malloc.c` and `malloc/arena.c`, see ``GlibcLayout``.
@safe
struct HeapWalk {
  private let image: MemoryImage
  private let layout: GlibcLayout
  private var table: ChunkTable
  /// The addresses of arenas.
  private var arenas: [UInt] = []
  /// Memory with the size of a thread's cache.
  private var caches: [UInt] = []
  /// The top chunk of each arena: the rest from which new chunks are cut, where a walk ends.
  private var tops: Set<UInt> = []
  /// The end of the walk of the first thread's heap, as long as its arena is unknown.
  private var lastOfMain: UInt = 0

  /// The chunks in use in `image`.
  ///
  /// If the address of the first thread's arena is 0, it is searched.
  ///
  /// - Throws: ``CaptureError/Code/unknownLibrary`` if the heap does not have the expected layout.
  /// - Complexity: O(chunks + bytes of heap / 1024).
  static func chunks(
    in image: MemoryImage, layout: GlibcLayout, mainArena: inout UInt, pages: Pages
  ) throws(CaptureError) -> ChunkTable {
    let heaps = ThreadHeap.all(in: image, layout: layout)
    var walk = HeapWalk(image: image, layout: layout, heaps: heaps, pages: pages)
    if mainArena != 0 { walk.arenas.append(mainArena) }
    try walk.walkAll(heaps)
    if mainArena == 0 {
      mainArena = walk.mainArena()
      if mainArena != 0 { walk.arenas.append(mainArena) }
    }
    walk.removeFree()
    walk.table.number()
    walk.table.arenas = walk.arenas.map { $0..<$0 + GlibcLayout.arenaSize }
    return walk.table
  }

  private init(image: MemoryImage, layout: GlibcLayout, heaps: [ThreadHeap], pages: Pages) {
    self.image = image
    self.layout = layout
    var spans: [(range: Range<UInt>, bytes: UnsafeMutableRawPointer)] = unsafe []
    for heap in heaps {
      guard let bytes = unsafe image.copied(heap.range.lowerBound, count: heap.range.count)
      else { continue }
      unsafe spans.append((heap.range, bytes))
    }
    for range in MappedChunks.all(in: image, besides: heaps.map(\.range)) {
      guard let bytes = unsafe image.copied(range.lowerBound, count: range.count) else { continue }
      unsafe spans.append((range, bytes))
    }
    table = unsafe ChunkTable(of: spans, in: pages)
  }

  private mutating func walkAll(_ heaps: [ThreadHeap]) throws(CaptureError) {
    let firsts = Set(heaps.map(\.range.lowerBound))
    for heap in heaps where heap.arena != 0 && !arenas.contains(heap.arena) {
      arenas.append(heap.arena)
    }
    for arena in arenas { tops.insert(image.word(at: arena &+ GlibcLayout.top) ?? 0) }
    for index in 0..<table.spans.count {
      let span = table.spans[index]
      guard firsts.contains(span.start) else {
        // A chunk with a mapping of its own.
        table.insert(span.start &+ GlibcLayout.header, in: span)
        continue
      }
      let isMain = heaps.contains { $0.arena == 0 && $0.range.lowerBound == span.start }
      let last = lastOfMain
      try walk(span)
      if !isMain { lastOfMain = last }
    }
  }

  /// Walks from chunk to chunk; the last one is the rest from which new chunks are cut.
  private mutating func walk(_ span: ChunkTable.Span) throws(CaptureError) {
    let start = span.start
    let end = span.end
    let words = unsafe span.words
    var chunk = start
    guard end &- start >= GlibcLayout.smallest else { return }
    // A thread may be splitting a chunk, so the size of the top chunk is unreliable.
    let tops = tops.filter { $0 >= start && $0 < end }.sorted()
    var top = 0
    while true {
      while top < tops.count, tops[top] < chunk { top &+= 1 }
      if top < tops.count, tops[top] == chunk { return }
      let size = unsafe words[Int((chunk &- start) >> 3) &+ 1] & ~GlibcLayout.sizeFlags
      let left = end &- chunk
      // A heap ends with a fence of 16 bytes, or with a rest that was never used.
      if size < GlibcLayout.smallest || size > left || left &- size < GlibcLayout.header {
        guard size <= GlibcLayout.header || size <= left else {
          throw Self.unexpected(chunk, size, end)
        }
        lastOfMain = chunk
        return
      }
      guard size & 15 == 0 else { throw Self.unexpected(chunk, size, end) }
      let next = chunk &+ size
      if unsafe words[Int((next &- start) >> 3) &+ 1] & GlibcLayout.previousInUse != 0 {
        table.insert(chunk &+ GlibcLayout.header, in: span)
        if size == GlibcLayout.cacheChunk { caches.append(chunk &+ GlibcLayout.header) }
      }
      chunk = next
    }
  }

  private static func unexpected(_ chunk: UInt, _ size: UInt, _ end: UInt) -> CaptureError {
    CaptureError(
      .unknownLibrary,
      "the heap is not laid out as glibc's: no chunk at 0x\(String(chunk, radix: 16)) of size \(size), \(end &- chunk) left"
    )
  }

  // MARK: Free lists

  /// Removes chunks that look handed out but are on a list of free ones.
  private mutating func removeFree() {
    for cache in caches { removeCached(by: cache) }
    for arena in arenas { removeFastLists(of: arena) }
  }

  /// Removes the chunks in a thread's cache, and the cache itself; other memory of its size is left alone.
  private mutating func removeCached(by cache: UInt) {
    var lists: [(first: UInt, count: Int)] = []
    for list in 0..<UInt(64) {
      guard let counts = image.word(at: cache &+ list / 4 * 8),
        let first = image.word(at: cache &+ 2 * GlibcLayout.cacheLists &+ list * 8)
      else { return }
      let count = Int(counts >> (list % 4 * 16) & 0xffff)
      guard (count == 0) == (first == 0), count < 4096 else { return }
      guard first == 0 || table.span(of: first) >= 0 && first & 15 == 0 else { return }
      if count > 0 { lists.append((first, count)) }
    }
    for list in lists { removeList(from: list.first, header: 0, atMost: list.count) }
    table.remove(cache)
  }

  private mutating func removeFastLists(of arena: UInt) {
    for list in 0..<GlibcLayout.fastListCount {
      guard let first = image.word(at: arena &+ GlibcLayout.fastLists &+ list * 8), first != 0
      else { continue }
      removeList(from: first &+ GlibcLayout.header, header: GlibcLayout.header, atMost: .max)
    }
  }

  /// Follows a list whose links are mangled with their own address; `header` is the distance from a link to its chunk.
  private mutating func removeList(from first: UInt, header: UInt, atMost count: Int) {
    var memory = first
    // A damaged list must not loop forever: an address that it names twice is a stranger.
    var remaining = min(count, 1 << 24)
    var strangers = 1 << 10
    while remaining > 0, strangers > 0, let link = image.word(at: memory) {
      if !table.remove(memory) { strangers -= 1 }
      let next = link ^ memory >> 12
      guard next != 0, next & 15 == 0 else { return }
      memory = next &+ header
      remaining -= 1
    }
  }

  /// The arena of the first thread: the word in the library's data that names the top chunk.
  private func mainArena() -> UInt {
    let top = lastOfMain
    let library = image.map.files.firstIndex { $0.contains("/libc.so") || $0.contains("/libc-2.") }
    for region in image.regions {
      guard case .file(let file) = region.backing, library == nil || library == Int(file)
      else { continue }
      let words = unsafe image.bytes(of: region).assumingMemoryBound(to: UInt.self)
      var index = Int(GlibcLayout.top) / 8
      while index < region.range.count / 8 {
        if unsafe words[index] == top {
          return region.range.lowerBound + UInt(index) * 8 - GlibcLayout.top
        }
        index &+= 1
      }
    }
    return 0
  }
}

/// A heap that chunks are cut from, of the first thread or of another one.
struct ThreadHeap {
  /// The range from the first chunk to the end.
  var range: Range<UInt>
  /// The heap's arena; 0 for the first thread's.
  var arena: UInt

  /// All heaps of `image`.
  static func all(in image: MemoryImage, layout: GlibcLayout) -> [ThreadHeap] {
    var heaps: [ThreadHeap] = []
    for region in image.regions {
      switch region.backing {
      case .heap:
        if let last = heaps.last, last.arena == 0, last.range.upperBound == region.range.lowerBound
        {
          heaps[heaps.count - 1].range = last.range.lowerBound..<region.range.upperBound
        } else {
          heaps.append(ThreadHeap(range: region.range, arena: 0))
        }
      case .anonymous: heaps += threadHeaps(in: region, of: image, layout: layout)
      case .file, .system: break
      }
    }
    return heaps
  }

  private static func threadHeaps(
    in region: MemoryImage.Region, of image: MemoryImage, layout: GlibcLayout
  ) -> [ThreadHeap] {
    let step = GlibcLayout.threadHeapAlignment
    var start = (region.range.lowerBound + step - 1) / step * step
    var heaps: [ThreadHeap] = []
    while start < region.range.upperBound {
      if let heap = heap(at: start, in: region, of: image, layout: layout) { heaps.append(heap) }
      start += step
    }
    return heaps
  }

  /// The heap that begins at `start`: `{arena, previous heap, size, writable size, …}`.
  private static func heap(
    at start: UInt, in region: MemoryImage.Region, of image: MemoryImage, layout: GlibcLayout
  ) -> ThreadHeap? {
    guard let arena = image.word(at: start), let size = image.word(at: start &+ 16),
      let writable = image.word(at: start &+ 24), size > 0, size <= writable,
      writable <= GlibcLayout.threadHeapAlignment, size % 4096 == 0,
      region.range.upperBound - start >= size, let top = image.word(at: arena &+ GlibcLayout.top),
      top != 0
    else { return nil }
    // The first heap of an arena contains the arena itself.
    let isFirst = arena >= start && arena - start == layout.heapInfo
    let used = (isFirst ? layout.heapInfo + GlibcLayout.arenaSize : layout.heapInfo) + 15
    guard size > used else { return nil }
    return ThreadHeap(range: start + used / 16 * 16..<start + size, arena: arena)
  }
}

/// Chunks too large for a heap, each with a mapping of its own.
enum MappedChunks {
  /// The chunks in anonymous memory of `image` outside all heaps.
  ///
  /// To the system, neighboring mappings are one region, so any page may begin a chunk.
  static func all(in image: MemoryImage, besides heaps: [Range<UInt>]) -> [Range<UInt>] {
    var chunks: [Range<UInt>] = []
    for region in image.regions where region.backing == .anonymous {
      let heap = heaps.first { $0.overlaps(region.range) }
      for run in region.written where heap?.overlaps(run) != true {
        find(in: run, of: region, image: image, to: &chunks)
      }
    }
    return chunks
  }

  private static func find(
    in run: Range<UInt>, of region: MemoryImage.Region, image: MemoryImage,
    to chunks: inout [Range<UInt>]
  ) {
    var page = max(run.lowerBound, chunks.last?.upperBound ?? 0)
    while page < run.upperBound {
      guard let before = image.word(at: page), let size = image.word(at: page + 8) else { return }
      let bytes = size & ~GlibcLayout.sizeFlags
      let isChunk =
        before == 0 && size & GlibcLayout.sizeFlags == GlibcLayout.isMapped && bytes % 4096 == 0
        && bytes > 0 && bytes <= region.range.upperBound - page
      if isChunk { chunks.append(page..<page + bytes) }
      page += isChunk ? bytes : 4096
    }
  }
}
