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
  ///   - other: another build of the program to run instead.
  /// - Returns: what it printed, and its status.
  /// - Throws: an error where the program cannot be started.
  public static func ofLeakcheck(
    _ arguments: [String], in folder: URL, input: Data = Data(),
    environment: [String: String] = [:], program other: URL? = nil
  ) throws -> CommandResult {
    let files = try Streams(input: input)
    defer { files.remove() }
    let process = try process(of: other ?? program(), arguments, in: folder, files)
    process.environment = ["COLUMNS": "80", "PATH": "/usr/bin:/bin"]
      .merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    return try files.result(of: process)
  }

  /// Runs a program of the system, such as `swift`, as somebody who did not start these tests would, without blocking
  /// a thread.
  ///
  /// - Parameters:
  ///   - name: the program, as a shell finds it.
  ///   - arguments: its arguments.
  ///   - folder: the current folder of the run.
  ///   - environment: variables to set besides those of this process.
  ///   - limit: how long it may take; then it is ended.
  /// - Returns: what it printed, and its status.
  /// - Throws: an error where the program cannot be started.
  public static func ofTool(
    _ name: String, _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    limit: Duration
  ) async throws -> CommandResult {
    let files = try Streams(input: Data())
    defer { files.remove() }
    let env = URL(fileURLWithPath: "/usr/bin/env")
    let process = try process(of: env, [name] + arguments, in: folder, files)
    // What the run around this one has set: the place of its own build and profile.
    let foreign = ["SWIFTPM_", "SWIFT_TESTING_", "SWT_", "XCTest", "LLVM_PROFILE_FILE"]
    process.environment = ProcessInfo.processInfo.environment
      .filter { variable in !foreign.contains { variable.key.hasPrefix($0) } }
      .merging(environment) { $1 }
    let (ends, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let id = process.processIdentifier
    let limiter = Task {
      try await Task.sleep(for: limit)
      kill(id, SIGTERM)
    }
    for await _ in ends {}
    limiter.cancel()
    return try files.result(of: process)
  }

  private static func process(
    of program: URL, _ arguments: [String], in folder: URL, _ files: Streams
  ) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: files.input)
    process.standardOutput = try FileHandle(forWritingTo: files.output)
    process.standardError = try FileHandle(forWritingTo: files.errors)
    return process
  }

  /// The program lies beside the test bundle in the build folder.
  public static func program() throws -> URL {
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

/// Files instead of pipes: neither side can wait for the other, however much is printed.
private struct Streams {
  private let folder: URL
  let input: URL
  let output: URL
  let errors: URL

  init(input text: Data) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-\(UUID().uuidString)")
    input = folder.appendingPathComponent("in")
    output = folder.appendingPathComponent("out")
    errors = folder.appendingPathComponent("err")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: input)
    for file in [output, errors] { try Data().write(to: file) }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func result(of process: Process) throws -> CommandResult {
    let status = process.terminationStatus
    return CommandResult(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
      status: process.terminationReason == .uncaughtSignal ? -status : status)
  }
}
