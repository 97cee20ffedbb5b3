#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Memory of the capture's own, usually a mapping, with the range of bytes that may not be zero.
///
/// Private pages cost half as much as shared ones. Forks leave them out, which keeps them out of every frozen copy.
@safe
struct PageBlock: @unchecked Sendable {
  /// The origin of the memory.
  enum Origin {
    /// A mapping of its own.
    case mapping
    /// The program's allocator, because nothing can be mapped any more.
    case allocator
  }

  let start: UnsafeMutableRawPointer
  let byteCount: Int
  let origin: Origin
  var dirty: [Range<Int>] = []

  /// A new zeroed mapping, or `nil` without address space; untouched pages cost nothing.
  init?(byteCount: Int) {
    let pages = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { return nil }
    #if os(Linux)
    unsafe madvise(pages, byteCount, MADV_DONTFORK)
    #endif
    unsafe self.init(start: pages, byteCount: byteCount, origin: .mapping)
  }

  /// Existing memory, all zero.
  init(start: UnsafeMutableRawPointer, byteCount: Int, origin: Origin) {
    unsafe self.start = start
    self.byteCount = byteCount
    self.origin = origin
  }

  /// Zeroed memory from the program's allocator, or `nil` if it has none.
  init?(allocating byteCount: Int) {
    guard let memory = unsafe calloc(1, byteCount) else { return nil }
    unsafe self.init(start: memory, byteCount: byteCount, origin: .allocator)
  }

  /// The addresses of the memory.
  var range: Range<UInt> {
    let first = unsafe UInt(bitPattern: start)
    return first..<first + UInt(byteCount)
  }

  var dirtyByteCount: Int { dirty.reduce(0) { $0 + $1.count } }

  /// Lets the system take the pages if it needs memory; until then they keep their contents.
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

  /// Returns the memory to its origin.
  func end() {
    switch origin {
    case .mapping: unsafe munmap(start, byteCount)
    case .allocator: unsafe free(start)
    }
  }
}
