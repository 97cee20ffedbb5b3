#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Memory that does not come from an allocator, returned all at once.
///
/// A capture keeps all of its own data here: in the heap, the data would disturb the capture, and its lists of
/// addresses would look like references.
///
/// A class, because the pages must be returned exactly once.
@safe
final class Pages {
  private var full: [PageBlock] = []
  private var current: PageBlock?
  private var used = 0
  private var reserve: PageReserve?
  /// Whether an allocation failed for lack of address space: then no result of this capture counts.
  private var isExhausted = false

  private static let blockSize = 1 << 20

  init() {}

  deinit {
    if var last = current {
      last.dirty = [0..<used]
      full.append(last)
    }
    PagePool.give(full)
  }

  /// Reserves address space for a copy of this much memory and for its results, of which `written` bytes were written;
  /// `false` if there is not enough.
  ///
  /// For a heap of the smallest objects, a capture's results take up to eight times the bytes, and a graph of all of
  /// them as much again. What the program's allocator needs before that must exist too, and is left to it.
  func reserve(forCopyOf byteCount: Int, written: Int) -> Bool {
    let (found, isTooMuch) = written.multipliedReportingOverflow(by: 8)
    guard !isTooMuch, byteCount < Int.max / 4, found < Int.max / 4 else { return false }
    let left = written + (32 << 20)
    reserve = PageReserve(byteCount: byteCount / 4 * 5 + 2 * found + (64 << 20) + left)
    reserve?.shrink(by: left)
    return reserve != nil
  }

  /// Returns the rest of the reserve.
  func endReserve() { reserve = nil }

  /// Throws if the results did not fit, or if there is no room for this much more.
  func check(roomFor byteCount: Int = 0) throws(CaptureError) {
    if !isExhausted {
      if byteCount <= (reserve?.byteCount ?? 0) { return }
      if let larger = PageReserve(byteCount: byteCount) {
        reserve = larger
        return
      }
    }
    throw CaptureError(
      .memoryUnreadable,
      "no address space is left for the results of a capture; raise the limit (ulimit -v)")
  }

  /// Memory for a block, from the reserve: the program's allocator may need the rest.
  private func take(_ byteCount: Int) -> PageBlock {
    reserve?.shrink(by: byteCount)
    if let block = PagePool.take(byteCount) { return block }
    if let block = reserve?.cut(byteCount) {
      PagePool.add(block)
      return block
    }
    // The allocator's last memory gets the capture to the point where it fails properly.
    isExhausted = true
    if let block = PageBlock(allocating: byteCount) { return block }
    fatalError("neither the system nor the allocator has \(byteCount) bytes")
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
    guard let block = current else { preconditionFailure("a mapped block is missing") }
    defer { used += size }
    return unsafe block.start + used
  }

  /// Zeroed memory of which only the given ranges are written.
  func allocate(_ byteCount: Int, touching ranges: [Range<Int>]) -> UnsafeMutableRawPointer {
    // Rounded up, so that a slightly larger request can reuse it.
    var block = take((byteCount + byteCount / 4 + 0xffff) & ~0xffff)
    block.dirty = ranges
    full.append(block)
    return unsafe block.start
  }

  /// Notes that only the first bytes of the memory allocated at `start` were written.
  func settle(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    guard let index = full.lastIndex(where: { unsafe $0.start == start }) else { return }
    full[index].dirty = [0..<byteCount]
  }
}
