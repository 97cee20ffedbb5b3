import LeakCheckLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A mapping of the capture's own, and which of its bytes may not be zero.
@safe
struct PageBlock: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let byteCount: Int
  var dirty: [Range<Int>] = []

  /// A new mapping, all zero; untouched pages cost nothing.
  init(byteCount: Int) {
    let pages = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else {
      preconditionFailure("no address space for \(byteCount) bytes of a capture")
    }
    unsafe start = pages
    self.byteCount = byteCount
  }

  var dirtyByteCount: Int { dirty.reduce(0) { $0 + $1.count } }

  mutating func clear() {
    for range in dirty { unsafe memset(start + range.lowerBound, 0, range.count) }
    dirty = []
  }

  func unmap() { unsafe munmap(start, byteCount) }
}

/// Mappings that captures are done with: the next one need not have the system make them again.
enum PagePool {
  private static let spare = Mutex<[PageBlock]>([])
  /// The most bytes that are kept.
  private static let limit = 32 << 20

  /// A mapping of at least `byteCount` bytes, all zero.
  static func take(_ byteCount: Int) -> PageBlock {
    let found = spare.withLock { blocks -> PageBlock? in
      let fits = blocks.indices.filter { blocks[$0].byteCount >= byteCount }
      // The smallest that fits: a large one may be needed for the next large request.
      guard let best = fits.min(by: { blocks[$0].byteCount < blocks[$1].byteCount }),
        blocks[best].byteCount <= 4 * byteCount
      else { return nil }
      return blocks.remove(at: best)
    }
    return found ?? PageBlock(byteCount: byteCount)
  }

  /// Takes back mappings.
  static func give(_ blocks: [PageBlock]) {
    for var block in blocks {
      let bytes = block.dirtyByteCount
      let isKept = spare.withLock { spare in
        guard spare.count < 64, bytes <= limit / 4 else { return false }
        block.clear()
        spare.append(block)
        return true
      }
      if !isKept { block.unmap() }
    }
  }
}

/// Memory that no allocator hands out, given back all at once.
///
/// A capture keeps everything of its own here: in the heap it would disturb what it looks at, and its lists
/// of addresses would look like references. The pages are shared, so that neither a fork copies them nor a
/// capture reads them.
///
/// A class, because somebody must give the pages back, once.
@safe
final class Pages {
  private var full: [PageBlock] = []
  private var current: PageBlock?
  private var used = 0

  private static let blockSize = 1 << 20

  init() {}

  deinit {
    if var last = current {
      last.dirty = [0..<used]
      full.append(last)
    }
    PagePool.give(full)
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
      current = PagePool.take(Self.blockSize)
      used = 0
    }
    guard let block = current else { preconditionFailure("a block that was mapped is not there") }
    defer { used += size }
    return unsafe block.start + used
  }

  /// Zeroed memory of which only the given ranges will be written.
  func allocate(_ byteCount: Int, touching ranges: [Range<Int>]) -> UnsafeMutableRawPointer {
    // Rounded up, so that a slightly larger request finds it again.
    var block = PagePool.take((byteCount + byteCount / 4 + 0xffff) & ~0xffff)
    block.dirty = ranges
    full.append(block)
    return unsafe block.start
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
