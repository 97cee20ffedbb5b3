import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The files that one run writes, which get their names together at the end; if one cannot be written, none does.
///
/// Standard output is none of them: whoever reads it may stop at any time, and has the files then.
final class OutputFiles {
  private var files: [(stream: ResultStream, path: String)] = []

  /// A file that is written while it is made.
  func stream(to path: String, _ counter: WorkCounter = .none) throws -> ResultStream {
    let stream = try ResultStream(to: path, counter)
    files.append((stream, path))
    return stream
  }

  /// A file whose bytes are there already.
  func write(_ bytes: [UInt8], to path: String) throws {
    try WorkStage.write.run(of: bytes.count) { counter in
      try stream(to: path, counter).write(bytes)
    }
  }

  /// Gives all of them their names, and says so.
  func commit() throws {
    try ResultStream.finish(files.map(\.stream))
    for file in files { Console.sayWritten(file.path) }
    files.removeAll()
  }
}

/// The paths of the files that one run writes, none twice and none that it reads.
enum OutputPaths {
  /// Refuses a run that would write a file twice, or over one that it reads, as it does its configuration.
  ///
  /// `outputs` are options with their files; `nil` and `-` are standard output.
  static func check(outputs: [(option: String, path: String?)], inputs: [String]) throws {
    var writers: [String: String] = [:]
    let inputs = inputs + [Configuration.current.path].compactMap(\.self)
    let readers = Dictionary(
      inputs.filter { $0 != "-" }.map { (identity(of: $0), $0) }, uniquingKeysWith: { a, _ in a })
    for case (let option, let path?) in outputs where path != "-" && !Output.isSpecial(path) {
      let identity = identity(of: path)
      if let input = readers[identity] {
        throw Console.failure(
          "\(option) \(Quotation.escaped(path)) would write over \(Quotation.escaped(input)), which"
            + " is read; give another file")
      }
      if let other = writers[identity] {
        throw Console.failure(
          "\(other == option ? "two of \(option)" : "\(other) and \(option)") both write \(Quotation.escaped(path)); give each a file of its own"
        )
      }
      writers[identity] = option
    }
  }

  /// What two paths of one file have in common.
  ///
  /// Of a file that is there it is its place on the disk, whatever names lead there: those of hard links too, and on
  /// some systems one in capitals. Of one that is not there yet it is the path with every link followed, as far as it
  /// exists.
  ///
  /// The system follows them, as it will when the file is opened: what is above a linked folder is not above the link.
  static func identity(of path: String) -> String {
    let target = (try? Output.target(of: path)) ?? path
    var status = stat()
    if unsafe stat(target, &status) == 0 { return "\(status.st_dev):\(status.st_ino)" }
    guard let slash = target.lastIndex(of: "/") else { return real(".") + "/" + target }
    let folder = real(slash == target.startIndex ? "/" : String(target[..<slash]))
    return (folder == "/" ? "" : folder) + target[slash...]
  }

  /// A folder without links on the way; one that is not there as it is written.
  private static func real(_ folder: String) -> String {
    guard let resolved = unsafe realpath(folder, nil) else { return folder }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

/// A stream that writes a result during its creation, with one piece at a time in memory.
///
/// A file is replaced in one step by ``finish()``; without that it is left as it was. What makes a text cannot be
/// stopped by a failure, so that is kept and thrown at the end.
final class ResultStream: TextOutputStream {
  private enum Target {
    case standardOutput
    case special(Int32)
    case file(Output.Replacement)
  }

  private let path: String?
  private let target: Target
  private let counter: WorkCounter
  private var bytes: [UInt8] = []
  private var failure: Output.Failure?
  private var isOpen = true

  /// How many bytes are collected before they are written.
  private static let pieceLength = 1 << 20

  /// A result for the file at `path`, or for standard output where that is `nil` or `-`.
  ///
  /// Throws, and says why, where nothing can be written there.
  init(to path: String?, _ counter: WorkCounter = .none) throws {
    self.path = path == "-" ? nil : path
    self.counter = counter
    do throws(Output.Failure) {
      target =
        switch self.path {
        case nil: .standardOutput
        case let path? where Output.isSpecial(path): .special(try Output.openSpecial(path))
        case let path?: .file(try Output.Replacement(of: path))
        }
    } catch {
      throw Self.refusal(of: self.path, error)
    }
  }

  deinit { abandon() }

  func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.pieceLength { flush() }
  }

  /// Writes bytes that are there already.
  func write(_ bytes: [UInt8]) {
    flush()
    write(whole: bytes)
  }

  /// Writes what is left, and gives a file its name.
  func finish() throws { try Self.finish([self]) }

  /// Writes what is left of all, and then gives files their names: either all of them or, where one fails, none.
  static func finish(_ streams: [ResultStream]) throws {
    for stream in streams {
      stream.flush()
      if let failure = stream.failure { throw refusal(of: stream.path, failure) }
    }
    var files: [(path: String?, replacement: Output.Replacement)] = []
    for stream in streams {
      stream.isOpen = false
      switch stream.target {
      case .standardOutput: break
      case .special(let descriptor): Output.closeFile(descriptor)
      case .file(let replacement): files.append((stream.path, replacement))
      }
    }
    do throws(Output.Replacement.Refusal) {
      try Output.Replacement.commit(files.map(\.replacement))
    } catch {
      throw refusal(of: files[error.position].path, error.failure)
    }
  }

  private func flush() {
    guard !bytes.isEmpty else { return }
    write(whole: bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private func write(whole bytes: [UInt8]) {
    guard failure == nil else { return }
    if case .standardOutput = target { ProgressLine.end() }
    do throws(Output.Failure) {
      try Output.write(bytes, to: descriptor) { counter.add($0) }
    } catch {
      // Where whoever read it has gone, the program ends as quietly as other programs do.
      if case .standardOutput = target, error.code == EPIPE { Signals.end(by: SIGPIPE) }
      failure = error
    }
  }

  private var descriptor: Int32 {
    switch target {
    case .standardOutput: Output.standard
    case .special(let descriptor): descriptor
    case .file(let replacement): replacement.descriptor
    }
  }

  private func abandon() {
    guard isOpen else { return }
    switch target {
    case .standardOutput: break
    case .special(let descriptor): Output.closeFile(descriptor)
    case .file(let replacement): replacement.abandon()
    }
  }

  private static func refusal(of path: String?, _ failure: Output.Failure) -> any Error {
    Console.failure(
      "cannot write \(path.map(Quotation.escaped) ?? "standard output"):"
        + " \(failure.reason(for: path ?? "-"))")
  }
}
