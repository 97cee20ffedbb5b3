internal import CLeakCheckMemory
internal import Dispatch
import LeakCheckGraph
internal import LeakCheckLocks
package import LeakCheckText

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension DumpFile {
  /// The regular file at `path`, copied; `nil` when it has no size or cannot be opened, so that it must be read: what
  /// the system makes up as it is read has none.
  ///
  /// - Throws: ``InputError`` where somebody writes into the file meanwhile, or the system fails.
  /// - Complexity: O(bytes).
  package static func copying(_ path: String) throws(InputError) -> DumpFile? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try copying(descriptor, source: path)
  }

  /// The regular file that is open as `descriptor`, such as a redirected standard input; `nil` when it has no
  /// size or is already read in part, so that it must be read.
  ///
  /// - Throws: ``InputError`` where somebody writes into the file meanwhile, or the system fails.
  /// - Complexity: O(bytes).
  package static func copying(
    _ descriptor: Int32, source: String
  ) throws(InputError) -> DumpFile? {
    guard lseek(descriptor, 0, SEEK_CUR) == 0, let state = FileState(of: descriptor),
      state.size > 0
    else { return nil }
    return try WorkStage.receive.run(of: state.size) { counter throws(InputError) in
      guard let copy = FileCopy(size: state.size) else { return nil }
      let got = copy.fill(from: descriptor, counter)
      guard got >= 0 else {
        throw InputError(
          .unreadable, source: source,
          problem: "cannot be read: \(unsafe String(cString: strerror(errno)))")
      }
      guard got == state.size, FileState(of: descriptor) == state else {
        throw InputError(
          .unreadable, source: source, offset: min(got, state.size),
          problem: "the file changed while it was read", expected: "a file that is complete")
      }
      return copy.dump(source: source)
    }
  }

  /// The size of the regular file at `path`, or that is standard input for `-`; `nil` for anything else.
  package static func size(ofFile path: String) -> Int? {
    var status = stat()
    let isThere = unsafe path == "-" ? fstat(0, &status) == 0 : stat(path, &status) == 0
    guard isThere, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}

/// The state that shows whether a file changed: its size and modification time.
private struct FileState: Equatable {
  let size: Int
  private let time: Int64

  /// The state of a regular file that is open.
  init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    size = Int(status.st_size)
    time = leakcheck_time_of_change(descriptor)
  }
}

/// Memory for the bytes of a file.
///
/// To map the file would spare the copy, but then whoever writes into the file writes into what a reader has
/// checked already, and whoever cuts it short ends the process. The copy is made by two threads into large pages: it
/// takes about what the page faults of a mapping take.
@safe private final class FileCopy: Sendable {
  private let size: Int
  // Mapped in `init`; handed to a dump, or unmapped.
  nonisolated(unsafe) private var memory: UnsafeMutableRawBufferPointer

  /// What a thread asks the system for at once.
  private static let piece = 1 << 22

  init?(size: Int) {
    let mapped = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let start = unsafe mapped, unsafe start != MAP_FAILED else { return nil }
    self.size = size
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: size)
    unsafe memory.bindMemory(to: UInt8.self).preferLargePages()
  }

  deinit {
    if let start = unsafe memory.baseAddress { _ = unsafe munmap(start, size) }
  }

  /// Reads the file from its start.
  ///
  /// - Returns: How many bytes there were before the end, at most the size; negative where the system fails.
  func fill(from descriptor: Int32, _ counter: WorkCounter) -> Int {
    let pieces = (size + Self.piece - 1) / Self.piece
    let next = Atomic(0)
    // The first byte that was not there, and what the system said.
    let end = Mutex((offset: size, code: 0 as Int32))
    DispatchQueue.concurrentPerform(iterations: pieces > 1 ? 2 : 1) { _ in
      while true {
        let start = next.wrappingAdd(1, ordering: .relaxed).oldValue * Self.piece
        guard start < size else { return }
        let range = start..<min(size, start + Self.piece)
        let got = read(range, from: descriptor)
        counter.add(max(0, got))
        guard got < range.count else { continue }
        let code = got < 0 ? errno : 0
        end.withLock { $0 = (min($0.offset, start + max(0, got)), code == 0 ? $0.code : code) }
        return
      }
    }
    let found = end.withLock { $0 }
    if found.code != 0 { errno = found.code }
    return found.code == 0 ? found.offset : -1
  }

  /// Reads some bytes; gives how many there were.
  private func read(_ range: Range<Int>, from descriptor: Int32) -> Int {
    var done = 0
    while done < range.count {
      let start = unsafe memory.baseAddress.unsafelyUnwrapped + range.lowerBound + done
      let got = unsafe pread(
        descriptor, start, range.count - done, off_t(range.lowerBound + done))
      if got < 0, errno == EINTR { continue }
      if got < 0 { return -1 }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// The dump of what was read.
  func dump(source: String) -> DumpFile {
    let bytes = unsafe memory
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    return unsafe DumpFile(adopting: bytes, source: source)
  }
}
