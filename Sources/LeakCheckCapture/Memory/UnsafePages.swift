#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that no allocator hands out.
///
/// A capture keeps everything of its own here: in the heap it would disturb what it looks at, and its lists
/// of addresses would look like references. The pages are shared, so that neither a fork copies them nor a
/// capture reads them.
///
/// A class, because somebody must unmap the pages, once.
@safe
final class Pages: @unchecked Sendable {
  /// The first byte; valid as long as this object lives.
  let base: UnsafeMutableRawPointer
  /// The number of bytes; untouched ones are zero and cost nothing.
  let byteCount: Int

  /// Room for `byteCount` bytes, all zero.
  init(byteCount: Int) {
    self.byteCount = max(byteCount, 1)
    let pages = unsafe mmap(
      nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
      0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else {
      preconditionFailure("no address space for \(byteCount) bytes of a capture")
    }
    unsafe base = pages
  }

  deinit { unsafe munmap(base, byteCount) }
}

/// A list of plain values in ``Pages``.
///
/// The subscript is transparent, because assertions run in debug builds as well and must be quick there.
@safe
struct PageArray<Element: BitwiseCopyable>: @unchecked Sendable {
  private(set) var pages: Pages
  /// The first element; valid as long as this list or a copy of it lives.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  /// A list of `count` elements, all of whose bytes are zero.
  init(count: Int = 0) {
    self.count = count
    capacity = max(count, 512)
    pages = Pages(byteCount: capacity * MemoryLayout<Element>.stride)
    unsafe base = pages.base.assumingMemoryBound(to: Element.self)
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
    if count == capacity { grow(to: capacity * 2) }
    unsafe base[count] = element
    count += 1
  }

  mutating func removeAll() { count = 0 }

  private mutating func grow(to newCapacity: Int) {
    let larger = Pages(byteCount: newCapacity * MemoryLayout<Element>.stride)
    unsafe larger.base.copyMemory(from: pages.base, byteCount: pages.byteCount)
    pages = larger
    unsafe base = larger.base.assumingMemoryBound(to: Element.self)
    capacity = newCapacity
  }
}
