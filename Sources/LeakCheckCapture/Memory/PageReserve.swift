#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Unused address space, kept for a capture that must not run out of it halfway.
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

  /// A mapping from its end, or `nil` if it is too small; address space returned to the system could be taken by
  /// others.
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

  /// Returns this much of its end.
  func shrink(by bytes: Int) {
    let left = max(0, byteCount - bytes) & ~0xffff
    unsafe munmap(start + left, byteCount - left)
    byteCount = left
  }
}
