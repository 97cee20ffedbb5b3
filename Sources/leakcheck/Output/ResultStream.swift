import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

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
