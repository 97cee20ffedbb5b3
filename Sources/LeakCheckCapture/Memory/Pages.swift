#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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
  private var reserve: PageReserve?
  /// Whether there was no address space for something: then nothing of this capture counts.
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

  /// Keeps address space for a copy of so much memory and for what is found out of it, of which so much was written;
  /// `false` where there is not so much.
  ///
  /// Of a heap of the smallest objects, what a capture finds out takes up to eight times the bytes, and a graph of all of
  /// them as much again. What the program's allocator needs before that has to be there too, and is left to it.
  func reserve(forCopyOf byteCount: Int, written: Int) -> Bool {
    let (found, isTooMuch) = written.multipliedReportingOverflow(by: 8)
    guard !isTooMuch, byteCount < Int.max / 4, found < Int.max / 4 else { return false }
    let left = written + (32 << 20)
    reserve = PageReserve(byteCount: byteCount / 4 * 5 + 2 * found + (64 << 20) + left)
    reserve?.shrink(by: left)
    return reserve != nil
  }

  /// Gives back what was kept and is not needed any more.
  func endReserve() { reserve = nil }

  /// Refuses where there was not room for all that was found, or is not for so much more.
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
      "no address space is left for what a capture finds out; raise the limit (ulimit -v)")
  }

  /// Memory for a block, which comes out of the reserve: what else is left, the program's allocator may need.
  private func take(_ byteCount: Int) -> PageBlock {
    reserve?.shrink(by: byteCount)
    if let block = PagePool.take(byteCount) { return block }
    if let block = reserve?.cut(byteCount) {
      PagePool.add(block)
      return block
    }
    // The little that the allocator may still have lets a capture come to where it refuses.
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
