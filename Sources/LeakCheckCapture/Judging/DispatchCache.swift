/// libdispatch's memory for reuse, which contains outdated words.
///
/// Each thread has a list of continuations: `{…, number, next, …}` in 64 bytes, where the number is the distance from
/// the end. The list's address is the third word after the thread's number in the thread's own memory. Source:
/// libdispatch's `src/shims/tsd.h` and `src/inline_internal.h`.
struct DispatchCache {
  /// The sizes that malloc gives for 64 bytes: up to 16 more if the rest would be too small for a chunk.
  private static let continuationSizes = 72...88

  /// Excludes such memory from what may hold references.
  ///
  /// Threads are identified by the system's numbers.
  ///
  /// - Complexity: O(bytes of the stacks + continuations).
  static func ignore(
    in objects: HeapObjects, chunks: ChunkTable, image: MemoryImage, threads: Set<Int32>
  ) {
    var previous: MemoryImage.Region?
    for region in image.regions {
      defer { previous = region }
      guard region.backing == .anonymous, !RootWords.isProgramData(region, behind: previous)
      else { continue }
      for run in region.written {
        for range in RootWords.parts(of: run, outside: chunks.spans) {
          search(range, of: region, objects, chunks, image, threads)
        }
      }
    }
  }

  private static func search(
    _ range: Range<UInt>, of region: MemoryImage.Region, _ objects: HeapObjects,
    _ chunks: ChunkTable, _ image: MemoryImage, _ threads: Set<Int32>
  ) {
    let words = unsafe image.bytes(of: region).assumingMemoryBound(to: UInt.self)
    var index = Int(range.lowerBound - region.range.lowerBound) / 8
    let end = Int(range.upperBound - region.range.lowerBound) / 8 - 3
    while index < end {
      let word = unsafe words[index]
      // Thread numbers are small, and few words are.
      if word != 0, word < 1 << 22, threads.contains(Int32(word)) {
        ignoreList(from: unsafe words[index + 3], objects, chunks)
      }
      index &+= 1
    }
  }

  private static func ignoreList(from first: UInt, _ objects: HeapObjects, _ chunks: ChunkTable) {
    var list: [Int32] = []
    var address = first
    while address != 0 {
      let chunk = chunks.chunk(at: address)
      guard chunk >= 0, continuationSizes.contains(chunks.usableSize(of: chunk)) else { return }
      let words = unsafe chunks.words(of: chunk)
      let number = unsafe words[1] & 0xffff_ffff
      guard number > 0, number <= 1 << 16, list.count < 1 << 16 else { return }
      list.append(chunk)
      address = unsafe words[2]
      if number == 1 {
        if address == 0 { for node in list { objects.ignore(node) } }
        return
      }
    }
  }
}
