#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Output of bytes to open files.
enum Output {
  /// The failure of a system call, with its error number.
  struct Failure: Error {
    var code: Int32 = errno

    /// What the system calls it.
    var reason: String { unsafe String(cString: strerror(code)) }
  }

  /// The bytes of one call: between two of them progress is counted, and large ones are much faster.
  private static let piece = 1 << 26

  /// Writes all of `bytes` to an open file; `wrote` hears of each piece.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ wrote: (Int) -> Void = { _ in }
  ) throws(Failure) {
    var offset = 0
    while offset < bytes.count {
      let end = min(bytes.count, offset + piece)
      let count = unsafe bytes[offset..<end].withUnsafeBytes {
        unsafe Self.write(descriptor, $0)
      }
      if count < 0 { try waitToWrite(to: descriptor) } else { offset += count }
      wrote(max(0, count))
    }
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Decides whether to write again after a failure.
  private static func waitToWrite(to descriptor: Int32) throws(Failure) {
    let failure = Failure()
    switch failure.code {
    case EINTR: return
    case EAGAIN:
      var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&file, 1, -1)
    default: throw failure
    }
  }

  /// Standard output.
  static let standard = STDOUT_FILENO

  /// Closes an open file.
  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }

  /// Opens the device or pipe at `path` to write into it.
  static func openSpecial(_ path: String) throws(Failure) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure() }
    return descriptor
  }

  /// Adds bytes at the end of the file at `path`, which is made where there is none.
  static func append(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }

  /// Whether something is at `path` that cannot be replaced by a new file.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    // What stands in /dev for an open file leads to that file, whatever it is.
    return (kind != S_IFREG && kind != S_IFDIR) || path.hasPrefix("/dev/")
  }
}
