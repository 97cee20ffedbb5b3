import Foundation
import LeakCheckTestSupport

/// A folder with `Source.swift`, removed with this object.
final class SourceFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID())")

  init(_ source: String) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try write(source, to: "Source.swift")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// Runs `leakcheck simulate` on the source, or on another file.
  func simulate(
    _ arguments: [String] = [], _ name: String = "Source.swift"
  ) throws
    -> CommandResult
  {
    try .ofLeakcheck(["simulate", name] + arguments, in: url)
  }
}
