#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes bytes to open files, all of them or none in the end.
enum Output {
  /// Why a call of the system failed: its error number.
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

  /// Replaces the file at `path` in one step: nobody ever sees a part of it, however this program ends.
  ///
  /// The bytes go to a hidden file beside it, which then takes the place of the one that was there, with
  /// its permissions.
  static func replace(
    _ path: String, by bytes: [UInt8], _ wrote: (Int) -> Void
  ) throws(Failure) {
    let target = target(of: path)
    let temporary = temporary(for: target)
    let descriptor = TemporaryFiles.make(temporary) {
      unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw Failure() }
    do throws(Failure) {
      var status = stat()
      if unsafe stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
      try write(bytes, to: descriptor, wrote)
    } catch {
      close(descriptor)
      _ = TemporaryFiles.end(temporary) { unsafe unlink(temporary) }
      throw error
    }
    close(descriptor)
    let failure = TemporaryFiles.end(temporary) { () -> Failure? in
      if unsafe rename(temporary, target) == 0 { return nil }
      let failure = Failure()
      unsafe unlink(temporary)
      return failure
    }
    if let failure { throw failure }
  }

  /// Writes into the device or pipe at `path`.
  static func write(_ bytes: [UInt8], into path: String) throws(Failure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
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

  /// Where a path leads to, so that a symbolic link stays one.
  private static func target(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// A hidden name beside `path` that no other process uses.
  private static func temporary(for path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let number = UInt64.random(in: .min ... .max)
    return "\(path[..<slash]).leakcheck-\(getpid())-\(String(number, radix: 36))"
  }
}
