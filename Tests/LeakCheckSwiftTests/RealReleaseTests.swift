import Foundation
import LeakCheckLifecycle
import LeakCheckTestSupport
import Testing

/// The simulation of a program against the program itself, compiled and run.
@Suite struct RealReleaseTests {
  private static let compiler = ProcessInfo.processInfo.environment["PATH", default: ""]
    .split(separator: ":").map { "\($0)/swiftc" }
    .first(where: FileManager.default.isExecutableFile)

  @Test(.enabled(if: compiler != nil), arguments: Rounds.seeds(40, usually: 4))
  func `a program frees in the simulation what it frees when it runs`(seed: UInt64) async throws {
    let program = RandomProgram(seed: seed).text
    let real = try output(of: program)
    let simulated = try Run(program).outcome.lines.filter { $0.hasPrefix("deinit ") }
    #expect(simulated == real, "\(program)")
  }

  /// The lines that a program prints.
  private func output(of program: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-release-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("main.swift")
    try Data(program.utf8).write(to: source)
    let binary = folder.appendingPathComponent("program")
    let compiler = try #require(Self.compiler)
    _ = try run(
      URL(fileURLWithPath: compiler), ["-suppress-warnings", source.path, "-o", binary.path])
    let text = try run(binary, [])
    return text.split(separator: "\n").map(String.init)
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
