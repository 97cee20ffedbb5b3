import ArgumentParser
import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// Standard output and error: results go to one, everything else to the other.
enum Console {
  /// Writes a result to standard output or to the file at `path`.
  static func write(_ text: String, to path: String? = nil) throws {
    let stream = try ResultStream(to: path)
    stream.write(text)
    try stream.finish()
    sayWritten(path)
  }

  /// Says something that is no result.
  static func say(_ text: String) { sayPlainly("leakcheck: \(text)\n") }

  /// Says that a file was written; nothing of standard output.
  static func sayWritten(_ path: String?) {
    guard let path, path != "-", !Output.isSpecial(path) else { return }
    say("wrote \(Quotation.escaped(path))")
  }

  /// Says lines that are no result, as they are.
  static func sayPlainly(_ text: String) {
    ProgressLine.clear()
    // There is nowhere else to say that this cannot be said.
    try? Output.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Says why the command could not run, and gives the error to throw.
  static func failure(_ text: String) -> any Error {
    say("error: \(text)")
    return ExitCode.couldNotRun
  }

  /// The columns of the terminal, or of `COLUMNS`, or 80.
  static var width: Int {
    ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) ?? Terminal.output.width ?? 80
  }

  /// Whether the environment allows colour on standard output.
  static var allowsColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return !refused && environment["TERM"] != "dumb" && Terminal.output.isTerminal
  }

  /// The characters that the locale allows.
  static var charset: TextFormat.Charset {
    let environment = ProcessInfo.processInfo.environment
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    #if os(Linux)
    let unsaid = TextFormat.Charset.ascii
    #else
    // Xcode sets none, and shows every character.
    let unsaid = TextFormat.Charset.unicode
    #endif
    guard !name.isEmpty else { return unsaid }
    return name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
  }
}

extension ExitCode {
  /// Findings at or above the threshold.
  static let findings = ExitCode(1)
  /// Unreadable or malformed input, or output that cannot be written.
  static let couldNotRun = ExitCode(2)
}
