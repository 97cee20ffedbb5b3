import Foundation
import LeakCheckLifecycle
import LeakCheckTestSupport
import Testing

/// The simulation of programs against the programs themselves, compiled and run.
@Suite struct RealReleaseTests {
  private static let compiler = ProcessInfo.processInfo.environment["PATH", default: ""]
    .split(separator: ":").map { "\($0)/swiftc" }
    .first(where: FileManager.default.isExecutableFile)

  /// The seeds, in groups that are compiled at once; `LEAKCHECK_PROGRAMS=5000` has as many of each kind.
  private static let groups: [Range<UInt64>] = {
    let asked = ProcessInfo.processInfo.environment["LEAKCHECK_PROGRAMS"].flatMap { UInt64($0) }
    let usual: UInt64 = ProcessInfo.processInfo.environment["LEAKCHECK_TESTS"] == "all" ? 40 : 10
    let count = asked ?? usual
    return stride(from: 1, through: count, by: 200).map { $0..<min($0 + 200, count + 1) }
  }()

  @Test(.enabled(if: compiler != nil), arguments: groups)
  func `programs free in the simulation what they free when they run`(
    seeds: Range<UInt64>
  ) throws {
    try compare(
      seeds.map { seed in
        let program = RandomProgram(seed: seed)
        return (program.declarations, program.steps)
      })
  }

  @Test(.enabled(if: compiler != nil), arguments: groups)
  func `programs of the wider subset free what they free when they run`(
    seeds: Range<UInt64>
  ) throws {
    try compare(
      seeds.map { seed in
        let program = RandomSubsetProgram(seed: seed)
        return (program.declarations, program.steps)
      })
  }

  @Test(.enabled(if: compiler != nil))
  func `lessons that need no UIKit free what they free when they run`() throws {
    let texts = try Fixtures.names(in: "Screens").map { try Fixtures.text("Screens/\($0)") }
      .filter { !$0.contains("UIViewController") }
    #expect(texts.count == 4)
    try compare(texts.map(Self.traced))
  }

  /// A program whose classes say when they are freed.
  private static func traced(_ text: String) -> (declarations: [String], steps: [String]) {
    let traced = text.replacing(#/class (\w+)[^{]*{/#) { match in
      "\(match.output.0) deinit { print(\"deinit \(match.output.1)\") };"
    }
    let lines = traced.split(separator: "\n").map(String.init)
    let first = lines.firstIndex { $0.hasPrefix("let ") } ?? lines.endIndex
    return (Array(lines[..<first]), Array(lines[first...]))
  }

  private func compare(_ programs: [(declarations: [String], steps: [String])]) throws {
    let real = try outputs(of: programs)
    for (program, real) in zip(programs, real) {
      let text = (program.declarations + program.steps).joined(separator: "\n") + "\n"
      let simulated = try Run(text).outcome.lines.filter { $0.hasPrefix("deinit ") }
      #expect(simulated == real, "\(text)")
    }
  }

  /// The lines that each program prints: they are compiled together, each in a file with names of its own.
  private func outputs(
    of programs: [(declarations: [String], steps: [String])]
  ) throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-release-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for (number, program) in programs.enumerated() {
      let kinds = ["class", "final class", "struct", "enum", "protocol", "func"]
      let declarations = program.declarations.map { line in
        kinds.contains { line.hasPrefix("\($0) ") } ? "fileprivate \(line)" : line
      }
      let steps = ["func run\(number)() {"] + program.steps + ["}"]
      files.append(try write(declarations + steps, "program\(number)", in: folder))
    }
    let calls = programs.indices.map { "print(\"= \($0)\")\nrun\($0)()" }
    files.append(try write(calls, "main", in: folder))
    let binary = folder.appendingPathComponent("programs")
    let compiler = try #require(Self.compiler)
    _ = try run(
      URL(fileURLWithPath: compiler),
      ["-suppress-warnings", "-Onone", "-whole-module-optimization", "-o", binary.path] + files)
    let lines = try run(binary, []).split(separator: "\n").map(String.init)
    return lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("= ") }.dropFirst()
      .map(Array.init)
  }

  private func write(_ lines: [String], _ name: String, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("\(name).swift")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    return file.path
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
