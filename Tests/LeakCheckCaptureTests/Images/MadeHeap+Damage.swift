#if os(Linux) && canImport(Glibc)
import LeakCheckTestSupport

@testable import LeakCheckCapture

/// What may be wrong with a memory image.
enum ImageDamage: CaseIterable {
  /// Some words are not what they were.
  case corrupt
  /// Long runs of words mean nothing.
  case random
  /// It was copied while threads wrote: parts of it are of another moment.
  case racing
}

extension MadeHeap {
  /// Damages the memory; `other` is the same heap at another moment.
  mutating func damage(
    _ kind: ImageDamage, severity: Int, other: MadeHeap, using numbers: inout SplitMix64
  ) {
    switch kind {
    case .corrupt: corrupt(1 << severity, using: &numbers)
    case .random: randomise(1 + severity / 4, using: &numbers)
    case .racing: race(with: other, 1 << (severity / 2), using: &numbers)
    }
    if Int.random(in: 0..<8, using: &numbers) == 0 { cut(using: &numbers) }
  }

  /// Writes over `count` words.
  private mutating func corrupt(_ count: Int, using numbers: inout SplitMix64) {
    for _ in 0..<count {
      let region = Int.random(in: 0..<memory.regions.count, using: &numbers)
      let size = memory.regions[region].words.count
      guard size > 0 else { continue }
      let index = Int.random(in: 0..<size, using: &numbers)
      memory.regions[region].words[index] = word(
        insteadOf: memory.regions[region].words[index], using: &numbers)
    }
  }

  /// Fills `count` runs with anything.
  private mutating func randomise(_ count: Int, using numbers: inout SplitMix64) {
    for _ in 0..<count {
      let region = Int.random(in: 0..<memory.regions.count, using: &numbers)
      let size = memory.regions[region].words.count
      guard size > 0 else { continue }
      let start = Int.random(in: 0..<size, using: &numbers)
      let isNoise = Bool.random(using: &numbers)
      for index in start..<min(size, start + Int.random(in: 1...512, using: &numbers)) {
        let old = memory.regions[region].words[index]
        memory.regions[region].words[index] =
          isNoise ? UInt(numbers.next()) : word(insteadOf: old, using: &numbers)
      }
    }
  }

  /// Copies `count` runs from another moment's memory, to where they were or to elsewhere.
  private mutating func race(
    with other: MadeHeap, _ count: Int, using numbers: inout SplitMix64
  ) {
    for _ in 0..<count {
      let region = Int.random(in: 0..<memory.regions.count, using: &numbers)
      let words = other.memory.regions[region].words
      let size = min(words.count, memory.regions[region].words.count)
      guard size > 0 else { continue }
      let start = Int.random(in: 0..<size, using: &numbers)
      let end = min(size, start + Int.random(in: 1...256, using: &numbers))
      // Memory that was freed and handed out again meanwhile has another object.
      let isMoved = Int.random(in: 0..<4, using: &numbers) == 0
      let from =
        isMoved ? Int.random(in: 0...(size - (end - start)), using: &numbers) & ~1 : start
      for index in start..<end {
        memory.regions[region].words[index] = words[min(from + index - start, size - 1)]
      }
    }
  }

  /// Cuts the end of a region off: it was unmapped.
  private mutating func cut(using numbers: inout SplitMix64) {
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
