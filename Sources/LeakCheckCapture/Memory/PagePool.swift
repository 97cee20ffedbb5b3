import LeakCheckLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Mappings that captures are done with: the next one need not have the system make them again, which takes ten
/// times as long as to clear them.
enum PagePool {
  private struct State {
    /// What is not in use.
    var spare: [PageBlock] = []
    /// The bytes of those that the system may take.
    var byteCount = 0
    /// All mappings by their beginnings, those in use too.
    var all: [UInt: UInt] = [:]
    /// The process that has them: a fork leaves them out.
    var process = getpid()

    /// Forgets what only the process has from which this one was forked.
    mutating func forgetParents() {
      if process != getpid() { self = State() }
    }
  }

  private static let state = Mutex(State())
  /// The most bytes that are kept, and the most mappings.
  private static let limit = 256 << 20
  private static let mostSpare = 64

  /// A mapping of at least `byteCount` bytes, all zero; `nil` where no address space is left.
  static func take(_ byteCount: Int) -> PageBlock? {
    let found = state.withLock { state -> PageBlock? in
      state.forgetParents()
      let fits = state.spare.indices.filter { state.spare[$0].byteCount >= byteCount }
      // The smallest that fits: a large one may be needed for the next large request.
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

  /// Says that a mapping is the capture's own, and is given back here.
  static func add(_ block: PageBlock) {
    state.withLock { state in
      state.forgetParents()
      state.all[block.range.lowerBound] = block.range.upperBound
    }
  }

  /// A mapping where there is room for it once nobody keeps spare ones.
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

  /// Where all mappings lie.
  static var ranges: [Range<UInt>] { state.withLock { $0.all.map { $0.key..<$0.value } } }
}
