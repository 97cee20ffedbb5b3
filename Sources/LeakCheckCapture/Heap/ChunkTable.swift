/// The start addresses of memory handed out by malloc, numbered in rising order.
///
/// There is one bit per 16 bytes of heap, and a running count per 64 bits: a lookup takes a few steps, and the table
/// never exceeds 0.2 bytes per byte of heap.
@safe
struct ChunkTable {
  /// A range of memory filled with chunks.
  @safe
  struct Span: BitwiseCopyable {
    /// The first chunk, and the address after the last.
    var start: UInt
    var end: UInt
    /// The slot of its first 16 bytes, a multiple of 64.
    var firstSlot: Int
    /// The place of its bytes in the copy.
    let words: UnsafeMutablePointer<UInt>
  }

  /// The spans, in rising order.
  let spans: PageArray<Span>
  /// The address of each chunk in use, as returned by malloc.
  private(set) var addresses: PageArray<UInt>
  private let bits: PageArray<UInt64>
  private let ranks: PageArray<Int32>

  /// malloc's own data outside the chunks.
  var arenas: [Range<UInt>] = []
  /// The first address of a heap: no word below it is a reference.
  let lowest: UInt
  /// The address after the last heap.
  let highest: UInt

  /// The number of words in all heaps.
  var wordCount: Int {
    (0..<spans.count).reduce(0) { $0 + Int(spans[$1].end - spans[$1].start) / 8 }
  }

  /// The number of chunks in use.
  var count: Int { addresses.count }

  /// An empty table of `spans`, which must not overlap.
  init(of spans: [(range: Range<UInt>, bytes: UnsafeMutableRawPointer)], in pages: Pages) {
    var table = PageArray<Span>(in: pages)
    var slots = 0
    let sorted = unsafe spans.sorted { unsafe $0.range.lowerBound < $1.range.lowerBound }
    for index in unsafe sorted.indices {
      let span = unsafe sorted[index]
      // In damaged memory, two heaps may seem to overlap: the first one wins.
      if table.count > 0, table[table.count - 1].end > (unsafe span.range.lowerBound) { continue }
      let words = unsafe span.bytes.assumingMemoryBound(to: UInt.self)
      unsafe table.append(
        Span(
          start: span.range.lowerBound, end: span.range.upperBound, firstSlot: slots, words: words))
      slots += (unsafe span.range.count / 16 + 63) / 64 * 64
    }
    self.spans = table
    lowest = table.count == 0 ? 0 : table[0].start
    highest = table.count == 0 ? 0 : table[table.count - 1].end
    bits = PageArray(in: pages, count: slots / 64 + 1)
    ranks = PageArray(in: pages, count: slots / 64 + 1)
    addresses = PageArray(in: pages)
  }

  /// The span that contains `address`, or -1.
  @inline(__always)
  func span(of address: UInt) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low &+ high) / 2
      if spans[middle].end <= address { low = middle &+ 1 } else { high = middle }
    }
    return low < spans.count && spans[low].start <= address ? low : -1
  }

  /// Marks memory that begins at `address` in `span` as handed out.
  mutating func insert(_ address: UInt, in span: Span) {
    let slot = span.firstSlot &+ Int((address &- span.start) >> 4)
    bits[slot >> 6] |= 1 << UInt64(slot & 63)
  }

  /// Marks memory as free, and returns whether it was marked as handed out; skips an address that is not a chunk's.
  @discardableResult
  mutating func remove(_ address: UInt) -> Bool {
    let index = span(of: address)
    guard index >= 0, address & 15 == 0 else { return false }
    let slot = spans[index].firstSlot &+ Int((address &- spans[index].start) >> 4)
    let bit: UInt64 = 1 << UInt64(slot & 63)
    let wasThere = bits[slot >> 6] & bit != 0
    bits[slot >> 6] &= ~bit
    return wasThere
  }

  /// Numbers the chunks, after all insertions and removals.
  ///
  /// - Complexity: O(bytes of heap / 1024 + chunks).
  mutating func number() {
    var number = 0
    while number < spans.count {
      let span = spans[number]
      number += 1
      let wordCount = (Int(span.end - span.start) / 16 + 63) / 64
      var index = span.firstSlot / 64
      let end = index + wordCount
      while index < end {
        ranks[index] = Int32(addresses.count)
        var word = bits[index]
        while word != 0 {
          let slot = index &* 64 &+ word.trailingZeroBitCount &- span.firstSlot
          addresses.append(span.start &+ UInt(slot) &* 16)
          word &= word &- 1
        }
        index &+= 1
      }
    }
  }

  /// The number of the chunk that begins at `address`, or -1.
  ///
  /// - Complexity: O(log spans).
  @inline(__always)
  func chunk(at address: UInt) -> Int32 {
    guard address & 15 == 0 else { return -1 }
    let index = span(of: address)
    guard index >= 0 else { return -1 }
    let slot = spans[index].firstSlot &+ Int((address &- spans[index].start) >> 4)
    let word = bits[slot >> 6]
    let bit: UInt64 = 1 << UInt64(slot & 63)
    guard word & bit != 0 else { return -1 }
    return ranks[slot >> 6] &+ Int32((word & (bit &- 1)).nonzeroBitCount)
  }

  /// The number of the chunk that contains `address`, at its start or inside, or -1.
  ///
  /// - Complexity: O(log spans).
  func chunk(containing address: UInt) -> Int32 {
    let index = span(of: address)
    guard index >= 0 else { return -1 }
    let slot = spans[index].firstSlot &+ Int((address &- spans[index].start) >> 4)
    let word = slot >> 6
    // The last chunk that begins at or before the slot, from the running count.
    let before = bits[word] & (~0 >> UInt64(63 - slot & 63))
    let chunk = ranks[word] &+ Int32(before.nonzeroBitCount) &- 1
    guard chunk >= 0, addresses[Int(chunk)] >= spans[index].start else { return -1 }
    return address &- addresses[Int(chunk)] < UInt(usableSize(of: chunk)) ? chunk : -1
  }

  /// The bytes of a chunk that its owner may use.
  func usableSize(of chunk: Int32) -> Int {
    let size = unsafe words(of: chunk)[-1]
    let whole = Int(size & ~GlibcLayout.sizeFlags)
    return size & GlibcLayout.isMapped != 0 ? whole - 16 : whole - 8
  }

  /// The copied words of a chunk, without its header.
  @unsafe func words(of chunk: Int32) -> UnsafeMutablePointer<UInt> {
    let address = addresses[Int(chunk)]
    let span = spans[self.span(of: address)]
    return unsafe span.words + Int((address &- span.start) >> 3)
  }
}
