/// A list of plain values in ``Pages``, which must outlive it.
///
/// Copies share the values, as pointers do. Nothing in it is reference-counted and its subscript is transparent,
/// because assertions also run in debug builds and must be fast there.
@safe
struct PageArray<Element: BitwiseCopyable> {
  private unowned(unsafe) let pages: Pages
  /// The first element.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  /// A list of `count` elements whose bytes are all zero.
  init(in pages: Pages, count: Int = 0) {
    unsafe self.pages = pages
    self.count = count
    capacity = max(count, 64)
    unsafe base = pages.allocate(capacity * MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self)
  }

  /// An empty list with room for `capacity` elements, which costs nothing until they are used.
  ///
  /// ``settle()`` ends its growth.
  init(in pages: Pages, reserving capacity: Int) {
    self.init(in: pages, count: max(capacity, 64))
    count = 0
  }

  /// Ends appending; the unused room was never written.
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
