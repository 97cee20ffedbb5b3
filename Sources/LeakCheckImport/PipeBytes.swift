internal import CLeakCheckMemory
internal import LeakCheckGraph
package import LeakCheckText

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension DumpFile {
  /// Reads a pipe, or whatever else cannot be mapped, to its end.
  ///
  /// - Parameters:
  ///   - descriptor: the open file.
  ///   - source: what the dump is called in messages.
  ///   - limit: the most bytes that are wanted.
  /// - Returns: The dump, or `nil` where there are more bytes than `limit`.
  /// - Throws: ``InputError`` where the system fails, or for a device that gives more than ``mostOfDevice``.
  /// - Complexity: O(bytes), which are held in memory; twice in parts while it grows.
  package static func reading(
    _ descriptor: Int32, source: String, limit: Int = .max
  ) throws(InputError) -> DumpFile? {
    let isDevice = kind(of: descriptor) == S_IFCHR
    return try WorkStage.receive.run { counter throws(InputError) in
      var bytes = PipeBytes()
      while true {
        let count = bytes.read(from: descriptor)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
          throw InputError(
            .unreadable, source: source, offset: bytes.count,
            problem: "cannot be read: \(unsafe String(cString: strerror(errno)))")
        }
        if count == 0 { return bytes.dump(source: source) }
        counter.add(count)
        if bytes.count > limit { return nil }
        if isDevice, bytes.count > mostOfDevice {
          throw InputError(
            .unreadable, source: source, problem: "it is a device that goes on after 256 MB",
            expected: "a file or a pipe that has an end")
        }
      }
    }
  }

  /// More bytes than this of a device is nothing that somebody wrote.
  package static let mostOfDevice = 1 << 28

  /// What sort of file is open, as the system numbers them.
  private static func kind(of descriptor: Int32) -> mode_t {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  /// Whether a pipe or a device is at `path`, such as the output of another command that a shell hands over.
  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// The bytes of the pipe at `path` until its end, as ``reading(_:source:limit:)`` gives them.
  ///
  /// - Throws: ``InputError`` where it cannot be opened or the system fails.
  package static func receiving(
    from path: String, limit: Int = .max
  ) throws(InputError) -> DumpFile? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw InputError(
        .unreadable, source: path,
        problem: "cannot be read: \(unsafe String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    return try reading(descriptor, source: path, limit: limit)
  }
}

/// Memory that doubles when it is full, with a short peak of one and a half times its final size.
@safe private struct PipeBytes: ~Copyable {
  // Mapped by this value, which owns it until `dump(source:)` hands it on.
  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private(set) var count = 0

  deinit { unsafe Self.unmap(memory) }

  /// Reads what there is, at most what fits; 0 at the end, negative for a failure of the system.
  mutating func read(from descriptor: Int32) -> Int {
    if unsafe memory.count == count, !grow() {
      errno = ENOMEM
      return -1
    }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...])
    let got = unsafe Self.read(descriptor, room)
    count += max(0, got)
    return got
  }

  private static func read(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.read(descriptor, room.baseAddress, room.count)
    #elseif canImport(Musl)
    unsafe Musl.read(descriptor, room.baseAddress, room.count)
    #else
    unsafe Darwin.read(descriptor, room.baseAddress, room.count)
    #endif
  }

  /// Doubles the memory.
  private mutating func grow() -> Bool {
    let size = unsafe max(1 << 20, memory.count * 2)
    let flags = MAP_PRIVATE | MAP_ANON
    let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let start = unsafe mapped, unsafe start != MAP_FAILED else { return false }
    let larger = unsafe UnsafeMutableRawBufferPointer(start: start, count: size)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(memory))
    unsafe Self.unmap(memory)
    unsafe memory = larger
    return true
  }

  private static func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    if let start = memory.baseAddress { _ = unsafe munmap(start, memory.count) }
  }

  /// What was read; the pages behind it are given back.
  consuming func dump(source: String) -> DumpFile {
    guard let start = unsafe memory.baseAddress, count > 0 else {
      return DumpFile([], source: source)
    }
    let page = Int(getpagesize())
    let used = (count + page - 1) / page * page
    if unsafe used < memory.count { _ = unsafe munmap(start + used, memory.count - used) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    return unsafe DumpFile(
      adopting: UnsafeMutableRawBufferPointer(start: start, count: count), source: source)
  }
}
