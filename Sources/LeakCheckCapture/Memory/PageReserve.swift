#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Address space that nothing uses, kept for a capture that must not run out of it halfway.
@safe
final class PageReserve {
  private let start: UnsafeMutableRawPointer
  private(set) var byteCount: Int

  init?(byteCount: Int) {
    let pages = unsafe mmap(
      nil, byteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { return nil }
    unsafe start = pages
    self.byteCount = byteCount
  }

  deinit { if byteCount > 0 { unsafe munmap(start, byteCount) } }

  /// A mapping out of its end, or `nil` where it has not so much: what is given back instead, somebody else may take.
  func cut(_ byteCount: Int) -> PageBlock? {
    let size = (byteCount + 0xffff) & ~0xffff
    guard size <= self.byteCount else { return nil }
    let first = unsafe start + (self.byteCount - size)
    guard unsafe mprotect(first, size, PROT_READ | PROT_WRITE) == 0 else { return nil }
    #if os(Linux)
    unsafe madvise(first, size, MADV_DONTFORK)
    #endif
    self.byteCount -= size
    return unsafe PageBlock(start: first, byteCount: size, origin: .mapping)
  }

  /// Gives back so much of it, from its end.
  func shrink(by bytes: Int) {
    let left = max(0, byteCount - bytes) & ~0xffff
    unsafe munmap(start + left, byteCount - left)
    byteCount = left
  }
}
