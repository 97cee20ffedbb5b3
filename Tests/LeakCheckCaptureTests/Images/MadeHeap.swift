#if os(Linux) && canImport(Glibc)
import LeakCheckTestSupport

@testable import LeakCheckCapture

/// A heap as glibc lays it out, filled with copies of real objects, and ways to damage it.
struct MadeHeap {
  private(set) var memory: MadeMemory
  /// Where malloc's memory begins.
  private var chunks: [UInt] = []
  private let templates: ObjectTemplates

  private static let mainStart: UInt = 0x10_0000_0000
  private static let threadStart: UInt = 0x20_0000_0000
  private static let stackStart: UInt = 0x30_0000_0000

  /// A heap with `groups` copies of all templates, every other one in the heap of a second thread.
  init(of templates: ObjectTemplates, groups: Int) {
    self.templates = templates
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
    var places: [UInt: UInt] = [:]
    var next = region.start + UInt(region.words.count) * 8
    for (address, words) in templates.chunks.sorted(by: { $0.key < $1.key }) {
      places[address] = next + 16
      next += UInt(words.count + 1) * 8
    }
    for (_, words) in templates.chunks.sorted(by: { $0.key < $1.key }) {
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

  // MARK: Damage

  /// Writes over `count` words, and may cut regions off.
  mutating func damage(_ count: Int, using numbers: inout SplitMix64) {
    for _ in 0..<count {
      let region = Int.random(in: 0..<memory.regions.count, using: &numbers)
      let size = memory.regions[region].words.count
      guard size > 0 else { continue }
      let index = Int.random(in: 0..<size, using: &numbers)
      memory.regions[region].words[index] = word(
        insteadOf: memory.regions[region].words[index], using: &numbers)
    }
    guard Int.random(in: 0..<8, using: &numbers) == 0 else { return }
    let region = Int.random(in: 0..<memory.regions.count, using: &numbers)
    let pages = memory.regions[region].words.count / 512
    guard pages > 1 else { return }
    let kept = Int.random(in: 1..<pages, using: &numbers)
    memory.regions[region].words.removeLast((pages - kept) * 512)
  }

  private func word(insteadOf old: UInt, using numbers: inout SplitMix64) -> UInt {
    let chunk = chunks[Int.random(in: 0..<chunks.count, using: &numbers)]
    let region = memory.regions[Int.random(in: 0..<memory.regions.count, using: &numbers)]
    switch Int.random(in: 0..<14, using: &numbers) {
    case 0: return 0
    case 1: return UInt(numbers.next())
    case 2: return UInt(numbers.next() % 4096)
    case 3: return chunk
    case 4: return chunk &+ 8
    case 5: return UInt.max - UInt(numbers.next() % 4096)
    case 6: return 3 << 62 | chunk >> 3
    case 7: return 3 << 62 | UInt(numbers.next() >> 8)
    case 8: return region.words[Int.random(in: 0..<region.words.count, using: &numbers)]
    case 9: return old ^ 1 << UInt(numbers.next() % 64)
    case 10: return old &+ 16
    case 11: return region.range.upperBound - UInt(numbers.next() % 64)
    case 12: return 1 << UInt(numbers.next() % 64)
    default: return old | UInt(numbers.next() % 8) << 61
    }
  }
}
#endif
