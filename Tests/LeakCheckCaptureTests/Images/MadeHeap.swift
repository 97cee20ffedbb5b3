#if os(Linux) && canImport(Glibc)
@testable import LeakCheckCapture

/// A heap as glibc lays it out, filled with copies of real objects.
struct MadeHeap {
  var memory: MadeMemory
  /// Where malloc's memory begins.
  private(set) var chunks: [UInt] = []
  private let templates: ObjectTemplates
  private let isLater: Bool

  private static let mainStart: UInt = 0x10_0000_0000
  private static let threadStart: UInt = 0x20_0000_0000
  private static let stackStart: UInt = 0x30_0000_0000

  /// A heap with `groups` copies of all templates, every other one in the heap of a second thread.
  ///
  /// A while later, everything lies in other places: what lay last was freed, and is made again first.
  init(of templates: ObjectTemplates, groups: Int, isLater: Bool = false) {
    self.templates = templates
    self.isLater = isLater
    memory = MadeMemory(regions: [])
    var main = MadeMemory.Region(start: Self.mainStart, words: [], name: "[heap]")
    var thread = MadeMemory.Region(start: Self.threadStart, words: Self.threadHead)
    for group in 0..<groups {
      if group % 2 == 0 { addGroup(to: &main) } else { addGroup(to: &thread) }
    }
    Self.end(&main)
    Self.end(&thread)
    let size = UInt(thread.words.count * 8)
    thread.words[2] = size
    thread.words[3] = size
    // The arena's topmost chunk: the rest that was never handed out.
    thread.words[(48 + Int(GlibcLayout.top)) / 8] = thread.range.upperBound - 4096
    let stack = MadeMemory.Region(
      start: Self.stackStart, words: (0..<512).map { $0 % 8 == 0 ? chunks[$0 % chunks.count] : 0 })
    memory.regions = [main, thread, stack]
  }

  /// `heap_info` and the arena of a thread's heap.
  private static var threadHead: [UInt] {
    let head = (48 + Int(GlibcLayout.arenaSize) + 15) / 16 * 2
    var words = [UInt](repeating: 0, count: head)
    words[0] = threadStart + 48
    return words
  }

  private mutating func addGroup(to region: inout MadeMemory.Region) {
    let sorted = templates.chunks.sorted { isLater ? $0.key > $1.key : $0.key < $1.key }
    var places: [UInt: UInt] = [:]
    var next = region.start + UInt(region.words.count) * 8
    for (address, words) in sorted {
      places[address] = next + 16
      next += UInt(words.count + 1) * 8
    }
    for (_, words) in sorted {
      chunks.append(region.start + UInt(region.words.count + 2) * 8)
      // The size of the chunk, whose last word the next one's header has room for.
      let size = UInt(words.count + 1) * 8
      region.words += [0, size | 1]
      region.words += words.dropLast().map { Self.moved($0, by: places) }
    }
  }

  /// A word that names a template's memory, made to name its copy's.
  private static func moved(_ word: UInt, by places: [UInt: UInt]) -> UInt {
    if let place = places[word] { return place }
    if word >> 62 == 3, let place = places[(word & (1 << 62 - 1)) << 3] {
      return 3 << 62 | place >> 3
    }
    if let place = places[word & 0x0000_ffff_ffff_fff0] {
      return word & ~0x0000_ffff_ffff_fff0 | place
    }
    return word
  }

  /// The rest from which chunks would be cut.
  private static func end(_ region: inout MadeMemory.Region) {
    let pages = (region.words.count * 8 + 2 * 4096) / 4096
    let rest = pages * 512 - region.words.count
    region.words += [0, UInt(rest * 8) | 1]
    region.words += [UInt](repeating: 0, count: rest - 2)
  }
}
#endif
