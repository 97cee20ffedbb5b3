#if os(Linux) && canImport(Glibc)
import CLeakCheckCapture
import Glibc

/// A forked child that only waits: this process's memory at one instant.
///
/// The child ends with this value.
struct FrozenProcess: ~Copyable, MemorySource {
  private let child: Int32
  private let memory: ProcessMemory

  /// Freezes the process, or returns `nil` if a fork is refused.
  init?(pages: Pages) {
    child = leakcheck_fork_frozen()
    if child < 0 { return nil }
    memory = ProcessMemory(of: child, pages: pages)
  }

  deinit {
    leakcheck_kill_frozen(child)
    leakcheck_reap_frozen(child)
  }

  /// Ends reading.
  ///
  /// The child then ends while this process works, which need not wait for it later.
  func finish() { leakcheck_kill_frozen(child) }

  var isFrozen: Bool { true }

  func map() throws(CaptureError) -> MemoryMap { try memory.map() }

  func writtenPages(of region: MemoryRegion) -> [Range<UInt>] { memory.writtenPages(of: region) }

  func copy(_ ranges: [MemoryCopy]) throws(CaptureError) { try memory.copy(ranges) }

  /// The word at `address`, or `nil` if it is unmapped.
  func word(at address: UInt) -> UInt? { memory.word(at: address) }

  /// Reads up to `count` bytes from `address` to `destination`; returns the number read.
  @unsafe func read(
    _ address: UInt, _ count: Int, to destination: UnsafeMutableRawPointer
  ) -> Int {
    unsafe memory.read(address, count, to: destination)
  }
}

/// The memory of a running process of this user: this one, or one that waits.
struct ProcessMemory: ~Copyable, MemorySource {
  private let process: Int32
  private let pageMap: Int32
  private let memory: Int32
  private let pages: Pages
  private static let pageSize: UInt = 4096
  private static let batch = 8192

  /// The memory of `process`; buffers for reading it are in `pages`.
  init(of process: Int32, pages: Pages) {
    self.process = process
    self.pages = pages
    pageMap = unsafe open("/proc/\(process)/pagemap", O_RDONLY | O_CLOEXEC)
    memory = unsafe open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
  }

  deinit { for file in [pageMap, memory] where file >= 0 { close(file) } }

  var isFrozen: Bool { false }

  func map() throws(CaptureError) -> MemoryMap {
    let text = contents(of: "/proc/\(process)/maps", in: pages)
    guard text.count > 0 else {
      throw SystemRefusal.error(reading: "/proc/\(process)/maps")
    }
    let map = MemoryMap(parsing: text)
    // A frozen copy has none of them.
    return process == getpid() ? map.without(PagePool.ranges) : map
  }

  /// The ranges of pages that are in memory (bit 63) or swapped out (bit 62) and not a file's (bit 61).
  ///
  /// Source: the kernel's `Documentation/admin-guide/mm/pagemap.rst`.
  func writtenPages(of region: MemoryRegion) -> [Range<UInt>] {
    let size = Self.pageSize
    var runs: [Range<UInt>] = []
    var page = region.start
    let entries = PageArray<UInt64>(in: pages, count: min(region.byteCount / 4096, Self.batch))
    while page < region.end {
      let count = min(Int((region.end - page) / size), entries.count)
      let read = unsafe pread(pageMap, entries.base, count * 8, off_t(page / size * 8))
      guard read == count * 8 else { return [region.start..<region.end] }
      var index = 0
      while index < count {
        if entries[index] >> 61 >= 2, entries[index] >> 61 & 1 == 0 {
          let start = page + UInt(index) * size
          if let last = runs.last, last.upperBound == start {
            runs[runs.count - 1] = last.lowerBound..<start + size
          } else {
            runs.append(start..<start + size)
          }
        }
        index &+= 1
      }
      page += UInt(count) * size
    }
    return runs
  }

  func copy(_ ranges: [MemoryCopy]) throws(CaptureError) {
    var copied = 0
    for range in ranges {
      // A range that is no longer mapped ends early; the rest stays zero.
      copied += max(
        0,
        unsafe pread(
          memory, range.destination, range.range.count,
          off_t(truncatingIfNeeded: range.range.lowerBound)))
    }
    if copied == 0 {
      throw SystemRefusal.error(reading: "/proc/\(process)/mem")
    }
  }
}

extension ProcessMemory {
  /// Reads up to `count` bytes from `address`; returns the number before the first unmapped one.
  @unsafe func read(
    _ address: UInt, _ count: Int, to destination: UnsafeMutableRawPointer
  ) -> Int {
    max(0, unsafe pread(memory, destination, count, off_t(truncatingIfNeeded: address)))
  }

  /// The word at `address`, or `nil` if it is unmapped.
  func word(at address: UInt) -> UInt? {
    var word: UInt = 0
    let size = MemoryLayout<UInt>.size
    let read = unsafe pread(memory, &word, size, off_t(truncatingIfNeeded: address))
    return read == size ? word : nil
  }
}

/// The reasons why the system refuses reading memory.
enum SystemRefusal {
  /// The error for an unreadable system file: opening it once more gives the reason.
  static func error(reading path: String) -> CaptureError {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    let number = errno
    if file >= 0 { close(file) }
    return CaptureError(
      .memoryUnreadable, "\(path) cannot be read: \(reason(file < 0 ? number : 0))")
  }

  /// The meaning of an `open` error here, with a remedy.
  static func reason(_ number: Int32) -> String {
    switch number {
    case EMFILE, ENFILE:
      "no file descriptors are left; close files, or raise the limit (ulimit -n)"
    case EACCES, EPERM:
      "the process is not dumpable, as after it has changed its user; capture before that, or set"
        + " PR_SET_DUMPABLE"
    case ENOENT: "there is no /proc; mount it to capture"
    default: "the system does not provide it; allow it in the sandbox to capture"
    }
  }
}

/// The bytes of a system file, empty if it cannot be read.
func contents(of path: String, in pages: Pages) -> PageArray<UInt8> {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return PageArray(in: pages) }
  defer { close(file) }
  var room = 1 << 16
  while true {
    let bytes = PageArray<UInt8>(in: pages, count: room)
    var count = 0
    while count < room {
      let read = unsafe Glibc.pread(file, bytes.base + count, room - count, off_t(count))
      guard read > 0 else { return bytes.prefix(count) }
      count += read
    }
    room *= 4
  }
}
#endif
