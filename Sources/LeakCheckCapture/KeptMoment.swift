#if os(Linux) && canImport(Glibc)
import Glibc
import LeakCheckLocks

/// The objects of a moment, in a frozen copy of the process that is kept and asked about single objects.
///
/// Most tests leave nothing behind, so little is asked; then this costs a fork. The copy shares its pages with
/// the process until either writes to them, so few are kept at a time.
///
/// An object that had been deinitialised says so in its count, also where its memory had been freed: memory
/// that was handed out again has been written to since, and what malloc itself writes is no metadata.
///
/// A class, because it owns the copy.
final class KeptMoment: MarkedObjects, @unchecked Sendable {
  private let process: FrozenProcess
  private let pages = Pages()
  /// What was read of the copy already.
  private let blocks: Mutex<[UInt: PageArray<UInt>]> = Mutex([:])

  private static let kept = Atomic(0)
  private static let mostKept = 8
  /// The bytes that are read at once: most questions are about neighbours.
  private static let blockSize: UInt = 64 << 10

  /// Keeps this moment; `nil` where several are kept, or a fork is refused.
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

  /// The word that was at `address`, or `nil` where nothing was mapped.
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
    // Where a block is not mapped from its beginning on, the rest of it may be.
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
