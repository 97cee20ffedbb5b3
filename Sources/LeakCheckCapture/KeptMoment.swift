#if os(Linux) && canImport(Glibc)
import Glibc
import LeakCheckLocks

/// The objects of a moment, in a frozen copy of the process that answers questions about single objects.
///
/// Most tests leave nothing behind, so there are few questions, and then this costs only a fork. The copy shares its
/// pages with the process until either writes to them, so few copies are kept at a time.
///
/// A deinitialized object shows in its count, even if its memory was freed: memory that was handed out again has been
/// written since, and malloc's own data is not metadata.
///
/// A class, because it owns the copy.
final class KeptMoment: MarkedObjects, @unchecked Sendable {
  private let process: FrozenProcess
  private let pages = Pages()
  /// The memory of the copy read so far.
  private let blocks: Mutex<[UInt: PageArray<UInt>]> = Mutex([:])

  private static let kept = Atomic(0)
  private static let mostKept = 8
  /// The bytes to read at once: most questions are about neighbors.
  private static let blockSize: UInt = 64 << 10

  /// Keeps this moment; `nil` if enough are kept already, or if a fork is refused.
  init?() {
    guard Self.kept.add(1, ordering: .relaxed).newValue <= Self.mostKept,
      let process = FrozenProcess(pages: Pages())
    else {
      Self.kept.subtract(1, ordering: .relaxed)
      return nil
    }
    self.process = process
  }

  deinit { Self.kept.subtract(1, ordering: .relaxed) }

  func retainCount(
    ofType metadata: UInt, at address: UInt, near block: inout MomentBlock
  ) -> Int32? {
    guard word(at: address, near: &block) == metadata,
      let word = word(at: address &+ SwiftRuntimeLayout.Object.counts, near: &block),
      let count = RetainCount.strong(of: word, at: address, reading: { self.word(at: $0) }),
      count != 0
    else { return nil }
    return count
  }

  /// The word that was at `address`, or `nil` if nothing was mapped.
  func word(at address: UInt, near block: inout MomentBlock) -> UInt? {
    guard address & 7 == 0 else { return process.word(at: address) }
    let start = address & ~(Self.blockSize - 1)
    let words: PageArray<UInt>
    if block.start == start, let known = block.words {
      words = known
    } else {
      words = self.block(at: start)
      block = MomentBlock(start: start, words: words)
    }
    let index = Int(address - start) / 8
    // A block that is not mapped at its start may be mapped further on.
    return index < words.count ? words[index] : process.word(at: address)
  }

  private func block(at start: UInt) -> PageArray<UInt> {
    blocks.withLock { blocks in
      let block = blocks[start] ?? read(start)
      blocks[start] = block
      return block
    }
  }

  private func read(_ start: UInt) -> PageArray<UInt> {
    let block = PageArray<UInt>(in: pages, count: Int(Self.blockSize) / 8)
    let count = unsafe process.read(start, Int(Self.blockSize), to: block.base)
    return block.prefix(count / 8)
  }
}
#endif
