#if os(Linux) && canImport(Glibc)
  import CLeakCheckCapture
  import Glibc

  /// A forked child that only waits: this process's memory at one instant.
  ///
  /// The child goes when this value goes.
  struct FrozenProcess: ~Copyable, MemorySource {
    private let child: Int32

    /// Freezes the process, or `nil` where a fork is refused.
    init?() {
      child = leakcheck_fork_frozen()
      if child < 0 { return nil }
    }

    deinit { leakcheck_end_frozen(child) }

    var isFrozen: Bool { true }

    func map() throws(CaptureError) -> MemoryMap { try ProcessMemory(process: child).map() }

    func presentPages(of region: MemoryRegion) -> [Range<UInt>] {
      ProcessMemory(process: child).presentPages(of: region)
    }

    func copy(_ ranges: [MemoryCopy]) throws(CaptureError) {
      try ProcessMemory(process: child).copy(ranges)
    }
  }

  /// The memory of a process of this user, as it runs: itself, or one that waits.
  struct ProcessMemory: MemorySource {
    let process: Int32

    /// This process.
    static var own: ProcessMemory { ProcessMemory(process: getpid()) }

    var isFrozen: Bool { false }

    func map() throws(CaptureError) -> MemoryMap {
      let text = contents(of: "/proc/\(process)/maps")
      guard !text.isEmpty else {
        throw CaptureError(
          .memoryUnreadable, "/proc/\(process)/maps cannot be read; mount /proc to capture")
      }
      return MemoryMap(parsing: text)
    }

    func presentPages(of region: MemoryRegion) -> [Range<UInt>] {
      let whole = [region.start..<region.end]
      let file = unsafe open("/proc/\(process)/pagemap", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return whole }
      defer { close(file) }
      let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
      let entries = PageArray<UInt64>(count: region.byteCount / Int(page))
      let read = unsafe pread(
        file, entries.base, entries.count * 8, off_t(region.start / page * 8))
      guard read == entries.count * 8 else { return whole }
      return Self.runs(of: entries, from: region.start, page: page)
    }

    /// The runs of pages that are in memory (bit 63) or swapped out (bit 62) and not a file's (bit 61).
    ///
    /// Source: the kernel's `Documentation/admin-guide/mm/pagemap.rst`.
    private static func runs(
      of entries: PageArray<UInt64>, from start: UInt, page: UInt
    ) -> [Range<UInt>] {
      var runs: [Range<UInt>] = []
      var index = 0
      while index < entries.count {
        let first = index
        while index < entries.count, entries[index] >> 62 != 0, entries[index] >> 61 & 1 == 0 {
          index += 1
        }
        if index > first {
          runs.append(start + UInt(first) * page..<start + UInt(index) * page)
        } else {
          index += 1
        }
      }
      return runs
    }

    func copy(_ ranges: [MemoryCopy]) throws(CaptureError) {
      let list = ranges.map { copy in
        unsafe leakcheck_range(
          address: UInt64(copy.range.lowerBound), length: UInt64(copy.range.count),
          destination: copy.pages.base + copy.offset)
      }
      let copied = unsafe list.withUnsafeBufferPointer {
        unsafe leakcheck_copy_memory(process, $0.baseAddress, $0.count)
      }
      if copied < 0 {
        throw CaptureError(
          .memoryUnreadable,
          "process_vm_readv failed with error \(-copied); allow it in the sandbox to capture")
      }
    }
  }

  /// The bytes of a small file, empty where it cannot be read.
  func contents(of path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      let room = 32_768
      let read = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
        initialized = max(0, unsafe Glibc.read(file, buffer.baseAddress, room))
      }
      bytes += read
      if bytes.count == count { return bytes }
    }
  }
#endif
