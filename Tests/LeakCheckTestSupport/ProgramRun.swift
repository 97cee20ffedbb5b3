public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A run of the built program that can be looked at, and sent signals, before it ends.
public final class ProgramRun {
  private let process = Process()
  /// The reading end of the terminal or pipe behind standard error.
  private let errors: Int32
  private let output = Pipe()

  /// What standard error is.
  public enum ErrorStream {
    /// A terminal of so many columns.
    case terminal(columns: UInt16)
    /// A pipe.
    case pipe
  }

  /// Starts `leakcheck`; its standard output is a pipe.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - folder: the current folder of the run.
  ///   - program: another program to start.
  ///   - stream: what standard error is.
  ///   - input: standard input; empty unless given.
  ///   - environment: variables to set.
  /// - Throws: an error where the program cannot be started.
  public init(
    _ arguments: [String], in folder: URL, program: URL? = nil, errors stream: ErrorStream = .pipe,
    input: FileHandle = .nullDevice, environment: [String: String] = [:]
  ) throws {
    let pair = try Self.open(stream)
    errors = pair.near
    process.executableURL = try program ?? CommandResult.program()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle(fileDescriptor: pair.far, closeOnDealloc: false)
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    try Self.hearing([SIGINT, SIGTERM, SIGHUP]) { try process.run() }
    close(pair.far)
  }

  deinit { close(errors) }

  private static let starting = NSLock()

  /// Starts a program that ignores none of some signals, as it else would where the tests run in the background.
  private static func hearing(_ signals: [Int32], _ start: () throws -> Void) throws {
    try starting.withLock {
      let before = signals.map { signal($0, SIG_DFL) }
      defer { for (number, action) in zip(signals, before) { signal(number, action) } }
      try start()
    }
  }

  /// Both ends of the stream: what this process reads, and what the program writes to.
  private static func open(_ stream: ErrorStream) throws -> (near: Int32, far: Int32) {
    switch stream {
    case .pipe:
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
      return (ends[0], ends[1])
    case .terminal(let columns):
      let (near, far) = try openTerminal()
      var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = unsafe ioctl(far, UInt(TIOCSWINSZ), &size)
      return (near, far)
    }
  }

  /// A new pseudo-terminal: the end that a terminal's window would have, and that of the program.
  private static func openTerminal() throws -> (near: Int32, far: Int32) {
    var (near, far): (Int32, Int32) = (-1, -1)
    guard unsafe openpty(&near, &far, nil, nil, nil) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    for end in [near, far] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (near, far)
  }

  /// Whether the program has not ended.
  public var isRunning: Bool { process.isRunning }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Closes the reading end of standard output.
  public func closeOutput() { try? output.fileHandleForReading.close() }

  /// Everything written to standard error until the program closes it, or until `isEnough` says so.
  public func readErrors(until isEnough: (String) -> Bool = { _ in false }) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = unsafe read(errors, &buffer, buffer.count)
      // A terminal whose other end is closed gives an error, not an end.
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
      if isEnough(String(decoding: bytes, as: UTF8.self)) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Everything written to standard output, until the end.
  public func readOutput() -> String {
    String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Waits for the end, `limit` seconds at most: then the program is killed.
  ///
  /// - Returns: The status, negative for a signal; `nil` where the program had to be killed.
  public func end(within limit: Double) -> Int32? {
    let deadline = Date().addingTimeInterval(limit)
    while process.isRunning, Date() < deadline { usleep(2000) }
    let hangs = process.isRunning
    if hangs { send(SIGKILL) }
    process.waitUntilExit()
    if hangs { return nil }
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? -status : status
  }
}

/// A file in a folder that is a pipe: whoever reads it waits until it is closed here.
public final class NamedPipe {
  private let handle: FileHandle

  /// Makes the pipe.
  ///
  /// - Throws: an error where it cannot be made.
  public init(at url: URL) throws {
    guard unsafe mkfifo(url.path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    // Open at both ends, so that neither waits for the other.
    handle = try FileHandle(forUpdating: url)
  }

  /// Ends what is read.
  public func close() { try? handle.close() }
}
