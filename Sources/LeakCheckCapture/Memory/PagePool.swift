import LeakCheckLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Mappings that captures no longer use.
///
/// Reusing one saves the next capture from asking the system for it, which takes ten times as long as clearing it.
enum PagePool {
  private struct State {
    /// The unused mappings.
    var spare: [PageBlock] = []
    /// The bytes of the mappings that the system may take.
    var byteCount = 0
    /// All mappings, including those in use, by start address.
    var all: [UInt: UInt] = [:]
    /// The process that owns them: a fork leaves them out.
    var process = getpid()

    /// Forgets the mappings of the process from which this one was forked.
    mutating func forgetParents() {
      if process != getpid() { self = State() }
    }
  }

  private static let state = Mutex(State())
  /// The most bytes, and the most mappings, to keep.
  private static let limit = 256 << 20
  private static let mostSpare = 64

  /// A zeroed mapping of at least `byteCount` bytes; `nil` without address space.
  static func take(_ byteCount: Int) -> PageBlock? {
    let found = state.withLock { state -> PageBlock? in
      state.forgetParents()
      let fits = state.spare.indices.filter { state.spare[$0].byteCount >= byteCount }
      // The smallest that fits, because the next large request may need a large one.
      guard
        let best = fits.min(by: { state.spare[$0].byteCount < state.spare[$1].byteCount }),
        state.spare[best].byteCount <= 4 * byteCount
      else { return nil }
      state.byteCount -= state.spare[best].dirtyByteCount
      return state.spare.remove(at: best)
    }
    if var found {
      found.clear()
      return found
    }
    guard let block = PageBlock(byteCount: byteCount) ?? afterEmptying(byteCount) else {
      return nil
    }
    add(block)
    return block
  }

  /// Registers a mapping as the capture's own, to be returned here.
  static func add(_ block: PageBlock) {
    state.withLock { state in
      state.forgetParents()
      state.all[block.range.lowerBound] = block.range.upperBound
    }
  }

  /// A mapping, if there is room once no spare ones are kept.
  private static func afterEmptying(_ byteCount: Int) -> PageBlock? {
    let spare = state.withLock { state in
      defer { (state.spare, state.byteCount) = ([], 0) }
      for block in state.spare { state.all[block.range.lowerBound] = nil }
      return state.spare
    }
    for block in spare { block.end() }
    return spare.isEmpty ? nil : PageBlock(byteCount: byteCount)
  }

  /// Takes back mappings.
  static func give(_ blocks: [PageBlock]) {
    for block in blocks {
      guard block.origin == .mapping else {
        block.end()
        continue
      }
      let bytes = block.dirtyByteCount
      let isKept = state.withLock { state in
        state.forgetParents()
        guard state.all[block.range.lowerBound] != nil else { return true }
        guard state.spare.count < mostSpare, state.byteCount + bytes <= limit else {
          state.all[block.range.lowerBound] = nil
          return false
        }
        block.rest()
        state.spare.append(block)
        state.byteCount += bytes
        return true
      }
      if !isKept { block.end() }
    }
  }

  /// The addresses of all mappings.
  static var ranges: [Range<UInt>] { state.withLock { $0.all.map { $0.key..<$0.value } } }
}
