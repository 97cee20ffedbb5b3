import LeakCheckLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A mapping of the capture's own, and which of its bytes may not be zero.
///
/// Private pages cost half of what shared ones do; that a fork leaves them out keeps them out of every frozen copy.
@safe
struct PageBlock: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let byteCount: Int
  var dirty: [Range<Int>] = []

  /// A new mapping, all zero, or `nil` where no address space is left; untouched pages cost nothing.
  init?(byteCount: Int) {
    let pages = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { return nil }
    #if os(Linux)
    unsafe madvise(pages, byteCount, MADV_DONTFORK)
    #endif
    unsafe start = pages
    self.byteCount = byteCount
  }

  /// Where it lies.
  var range: Range<UInt> {
    let first = UInt(bitPattern: start)
    return first..<first + UInt(byteCount)
  }

  var dirtyByteCount: Int { dirty.reduce(0) { $0 + $1.count } }

  /// Lets the system take the pages when it needs memory; until then they are as they were.
  func rest() {
    #if os(Linux)
    for range in dirty {
      let first = (range.lowerBound + 4095) & ~4095
      let end = range.upperBound & ~4095
      if first < end { unsafe madvise(start + first, end - first, MADV_FREE) }
    }
    #endif
  }

  mutating func clear() {
    for range in dirty { unsafe memset(start + range.lowerBound, 0, range.count) }
    dirty = []
  }

  func unmap() { unsafe munmap(start, byteCount) }
}

/// Mappings that captures are done with: the next one need not have the system make them again, which takes ten
/// times as long as to clear them.
enum PagePool {
  private struct State {
    /// What nobody uses now.
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
    state.withLock { $0.all[block.range.lowerBound] = block.range.upperBound }
    return block
  }

  /// A mapping where there is room for it once nobody keeps spare ones.
  private static func afterEmptying(_ byteCount: Int) -> PageBlock? {
    let spare = state.withLock { state in
      defer { (state.spare, state.byteCount) = ([], 0) }
      for block in state.spare { state.all[block.range.lowerBound] = nil }
      return state.spare
    }
    for block in spare { block.unmap() }
    return spare.isEmpty ? nil : PageBlock(byteCount: byteCount)
  }

  /// Takes back mappings.
  static func give(_ blocks: [PageBlock]) {
    for block in blocks {
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
      if !isKept { block.unmap() }
    }
  }

  /// Where all mappings lie.
  static var ranges: [Range<UInt>] { state.withLock { $0.all.map { $0.key..<$0.value } } }
}

/// Memory that no allocator hands out, given back all at once.
///
/// A capture keeps everything of its own here: in the heap it would disturb what it looks at, and its lists
/// of addresses would look like references.
///
/// A class, because somebody must give the pages back, once.
@safe
final class Pages {
  private var full: [PageBlock] = []
  private var current: PageBlock?
  private var used = 0
  private var reserve: Reserve?

  private static let blockSize = 1 << 20

  init() {}

  deinit {
    if var last = current {
      last.dirty = [0..<used]
      full.append(last)
    }
    PagePool.give(full)
  }

  /// Keeps address space for a copy of so much memory and for what is found out of it, of which so much was written;
  /// `false` where there is not so much.
  ///
  /// Of a heap of the smallest objects, what a capture finds out takes up to eight times the bytes, and a graph of all of
  /// them as much again. What the program's allocator needs before that has to be there too, and is left to it.
  func reserve(forCopyOf byteCount: Int, written: Int) -> Bool {
    let (found, isTooMuch) = written.multipliedReportingOverflow(by: 8)
    guard !isTooMuch, byteCount < Int.max / 4, found < Int.max / 4 else { return false }
    let left = written + (32 << 20)
    reserve = Reserve(byteCount: byteCount / 4 * 5 + 2 * found + (64 << 20) + left)
    reserve?.shrink(by: left)
    return reserve != nil
  }

  /// Gives back what was kept and is not needed any more.
  func endReserve() { reserve = nil }

  /// A mapping, which comes out of the reserve: what else is left, the program's allocator may need.
  private func take(_ byteCount: Int) -> PageBlock {
    reserve?.shrink(by: byteCount)
    if let block = PagePool.take(byteCount) { return block }
    reserve?.shrink(by: byteCount + (1 << 20))
    guard let block = PagePool.take(byteCount) else {
      preconditionFailure("no address space for \(byteCount) bytes of a capture")
    }
    return block
  }

  /// Zeroed memory that is valid as long as this object lives, aligned to 16.
  func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let size = (byteCount + 15) & ~15
    if size > Self.blockSize / 4 { return unsafe allocate(size, touching: [0..<size]) }
    if current.map({ $0.byteCount - used < size }) ?? true {
      if var last = current {
        last.dirty = [0..<used]
        full.append(last)
      }
      current = take(Self.blockSize)
      used = 0
    }
    guard let block = current else { preconditionFailure("a block that was mapped is not there") }
    defer { used += size }
    return unsafe block.start + used
  }

  /// Zeroed memory of which only the given ranges will be written.
  func allocate(_ byteCount: Int, touching ranges: [Range<Int>]) -> UnsafeMutableRawPointer {
    // Rounded up, so that a slightly larger request finds it again.
    var block = take((byteCount + byteCount / 4 + 0xffff) & ~0xffff)
    block.dirty = ranges
    full.append(block)
    return unsafe block.start
  }

  /// Says that of the memory that was allocated at `start` only the first bytes were written.
  func settle(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    guard let index = full.lastIndex(where: { unsafe $0.start == start }) else { return }
    full[index].dirty = [0..<byteCount]
  }
}

/// Address space that nothing uses, kept for a capture that must not run out of it halfway.
private final class Reserve {
  private let start: UnsafeMutableRawPointer
  private var byteCount: Int

  init?(byteCount: Int) {
    let pages = unsafe mmap(
      nil, byteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { return nil }
    unsafe start = pages
    self.byteCount = byteCount
  }

  deinit { if byteCount > 0 { unsafe munmap(start, byteCount) } }

  /// Gives back so much of it, from its end.
  func shrink(by bytes: Int) {
    let left = max(0, byteCount - bytes) & ~0xffff
    unsafe munmap(start + left, byteCount - left)
    byteCount = left
  }
}

/// A list of plain values in ``Pages``, which must outlive it.
///
/// Copies of it share the values, as pointers do. Nothing of it is counted and its subscript is transparent,
/// because assertions run in debug builds as well and must be quick there.
@safe
struct PageArray<Element: BitwiseCopyable> {
  private unowned(unsafe) let pages: Pages
  /// The first element.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  /// A list of `count` elements, all of whose bytes are zero.
  init(in pages: Pages, count: Int = 0) {
    unsafe self.pages = pages
    self.count = count
    capacity = max(count, 64)
    unsafe base = pages.allocate(capacity * MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self)
  }

  /// An empty list with room for `capacity` elements, which costs nothing until they are there.
  ///
  /// ``settle()`` says how many there are in the end.
  init(in pages: Pages, reserving capacity: Int) {
    self.init(in: pages, count: max(capacity, 64))
    count = 0
  }

  /// Says that no more elements are appended.
  func settle() {
    unsafe pages.settle(
      UnsafeMutableRawPointer(base), byteCount: count * MemoryLayout<Element>.stride)
  }

  subscript(index: Int) -> Element {
    @_transparent get {
      precondition(index >= 0 && index < count, "index beyond a page array")
      return unsafe base[index]
    }
    @_transparent nonmutating set {
      precondition(index >= 0 && index < count, "index beyond a page array")
      unsafe base[index] = newValue
    }
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe base[count] = element
    count = count &+ 1
  }

  mutating func removeAll() { count = 0 }

  /// The first `count` elements.
  func prefix(_ count: Int) -> PageArray {
    var prefix = self
    prefix.count = min(count, self.count)
    return prefix
  }

  private mutating func grow() {
    capacity *= 2
    let larger = unsafe pages.allocate(capacity * MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self)
    unsafe larger.update(from: base, count: count)
    unsafe base = larger
  }
}
