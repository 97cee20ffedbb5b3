import CLeakCheckTesting
import Foundation
import LeakCheckText

/// The program `leaks`, which comes with Xcode's command line tools.
///
/// It runs with its own environment, without the variables that Xcode sets for tests and simulators.
package struct LeaksProgram: LeaksTool {
  /// The path of the program.
  package var path: String
  /// The time limit in seconds; a process with many libraries takes some.
  package var patience: Double

  /// The system's program, or `nil` if the system has none.
  package static var ofSystem: LeaksProgram? {
    #if os(Linux)
    nil
    #else
    LeaksProgram(path: "/usr/bin/leaks")
    #endif
  }

  /// Creates a program at `path`, which must answer within `patience` seconds.
  package init(path: String, patience: Double = 60) {
    self.path = path
    self.patience = patience
  }

  /// Returns the program's standard output.
  ///
  /// - Complexity: One process, which stops this one while it examines it.
  package func text(_ options: [String]) throws(LeaksRefusal) -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-\(UUID().uuidString)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw LeaksRefusal("there is no place for what \(name) prints")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = (
      output: folder.appendingPathComponent("out"), errors: folder.appendingPathComponent("err")
    )
    let process = try begin(options, output: files.output, errors: files.errors)
    try wait(for: process, errors: files.errors)
    guard let data = try? Data(contentsOf: files.output) else {
      throw LeaksRefusal("what \(name) printed cannot be read")
    }
    return Array(data)
  }

  private var name: String { Escaping.plain(path, limit: 200) }

  private func begin(
    _ options: [String], output: URL, errors: URL
  ) throws(LeaksRefusal) -> Int32 {
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw LeaksRefusal("there is no \(name) here")
    }
    let arguments = [path] + options + [String(ProcessInfo.processInfo.processIdentifier)]
    let temporary = FileManager.default.temporaryDirectory.path
    let environment = ["PATH=/usr/bin:/bin", "TMPDIR=\(temporary)"]
    let process = unsafe CStrings.with(arguments) { arguments in
      unsafe CStrings.with(environment) { environment in
        unsafe leakcheck_begin(path, arguments, environment, output.path, errors.path)
      }
    }
    guard process > 0 else {
      throw LeaksRefusal("\(name) may not be run: \(unsafe String(cString: strerror(-process)))")
    }
    return process
  }

  /// Waits for the end, which must be successful: 0 without leaks and 1 with leaks.
  private func wait(for process: Int32, errors: URL) throws(LeaksRefusal) {
    let deadline = Date(timeIntervalSinceNow: patience)
    var code: Int32 = 0
    while true {
      switch unsafe leakcheck_state_of(process, &code) {
      case leakcheck_exited where code > 1: throw LeaksRefusal("\(name) failed\(said(in: errors))")
      case leakcheck_killed: throw LeaksRefusal("\(name) was ended by signal \(code)")
      case leakcheck_runs: break
      default: return
      }
      guard Date() < deadline else {
        leakcheck_end(process)
        throw LeaksRefusal("\(name) did not answer within \(Int(patience.rounded(.up))) seconds")
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Returns the first line of the program's standard error, after a colon.
  private func said(in errors: URL) -> String {
    let text = (try? Data(contentsOf: errors)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.isEmpty ? "" : ": " + Escaping.plain(line, limit: 300)
  }
}

/// Lists of texts in C form.
private enum CStrings {
  /// Calls `body` with the texts, terminated by a null, which are valid only during the call.
  static func with<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("a list without its end") }
      return unsafe body(start)
    }
  }
}
