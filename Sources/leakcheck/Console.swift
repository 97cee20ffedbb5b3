import ArgumentParser
import Foundation
import LeakCheckReport

/// Standard output and error: results go to one, everything else to the other.
enum Console {
  /// Writes a result.
  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  /// Says something that is no result.
  static func say(_ text: String) {
    FileHandle.standardError.write(Data("leakcheck: \(text)\n".utf8))
  }

  /// Says why the command could not run, and gives the error to throw.
  static func failure(_ text: String) -> any Error {
    say("error: \(text)")
    return ExitCode.couldNotRun
  }

  /// The columns of the terminal, or of `COLUMNS`, or 80.
  static var width: Int {
    ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) ?? Terminal.width ?? 80
  }

  /// Whether the environment allows colour on standard output.
  static var allowsColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return !refused && environment["TERM"] != "dumb" && Terminal.isTerminal
  }

  /// The characters that the locale allows.
  static var charset: TextFormat.Charset {
    let environment = ProcessInfo.processInfo.environment
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    #if os(Linux)
    return name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
    #else
    return .unicode
    #endif
  }
}

extension ExitCode {
  /// Findings at or above the threshold.
  static let findings = ExitCode(1)
  /// Unreadable or malformed input, or output that cannot be written.
  static let couldNotRun = ExitCode(2)
}
