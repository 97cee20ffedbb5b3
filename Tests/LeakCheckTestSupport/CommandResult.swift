public import Foundation

/// What a run of the built program printed, and how it ended.
public struct CommandResult: Sendable {
  /// Standard output.
  public var output: String
  /// Standard error.
  public var errors: String
  /// The exit status; negative for a signal.
  public var status: Int32

  /// Runs the `leakcheck` that was built with these tests.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - folder: the current folder of the run.
  ///   - input: standard input; empty unless given.
  ///   - environment: variables to set besides `COLUMNS=80`.
  /// - Returns: what it printed, and its status.
  /// - Throws: an error where the program cannot be started.
  public static func ofLeakcheck(
    _ arguments: [String], in folder: URL, input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> CommandResult {
    let process = Process()
    process.executableURL = try program()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["COLUMNS": "80", "PATH": "/usr/bin:/bin"]
      .merging(environment) { $1 }
    // Files instead of pipes: neither side can wait for the other, however much is printed.
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let files = ["in", "out", "err"].map(scratch.appendingPathComponent)
    try input.write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    let status = process.terminationStatus
    return CommandResult(
      output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self),
      status: process.terminationReason == .uncaughtSignal ? -status : status)
  }

  /// The program lies beside the test bundle in the build folder.
  private static func program() throws -> URL {
    let starts =
      [CommandLine.arguments[0], Bundle.main.bundlePath] + Bundle.allBundles.map(\.bundlePath)
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<6 {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent("leakcheck")
        let attributes = try? FileManager.default.attributesOfItem(atPath: candidate.path)
        if attributes?[.type] as? FileAttributeType == .typeRegular { return candidate }
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
