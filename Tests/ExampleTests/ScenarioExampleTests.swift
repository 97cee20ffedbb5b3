import Foundation
import LeakCheckTestSupport
import Testing

/// Every folder of Examples/Scenarios is a lesson, and a test by being there.
@Suite struct ScenarioExampleTests {
  private static let examples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples")
  private static let scenarios = examples.appendingPathComponent("Scenarios")
  private static let folders: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: scenarios.path))?.sorted() ?? []

  private func text(_ folder: String, _ file: String) throws -> String {
    let url = Self.scenarios.appendingPathComponent(folder).appendingPathComponent(file)
    return try String(contentsOf: url, encoding: .utf8)
  }

  private func simulate(_ arguments: [String], in folder: String) throws -> CommandResult {
    try CommandResult.ofLeakcheck(
      ["simulate"] + arguments + ["--charset", "unicode"],
      in: Self.scenarios.appendingPathComponent(folder))
  }

  @Test func `all scenarios are here and in the index`() throws {
    #expect(Self.folders.count >= 25)
    let index = try String(
      contentsOf: Self.examples.appendingPathComponent("README.md"), encoding: .utf8)
    for folder in Self.folders { #expect(index.contains("(Scenarios/\(folder)/README.md)")) }
  }

  @Test(arguments: folders)
  func `a scenario prints its log and its report`(folder: String) throws {
    let report = try text(folder, "report.txt")
    let log = try text(folder, "log.txt")
    let result = try simulate(["scenario.json", "--log"], in: folder)
    #expect(result.output == log + "\n" + report)
    #expect(result.errors == "")
    #expect(result.status == (report.contains("leak 1 of") ? 1 : 0))
  }

  @Test(arguments: folders)
  func `a scenario shows something, and its mended form nothing`(folder: String) throws {
    let report = try text(folder, "report.txt")
    #expect(!report.hasPrefix("no findings ·"))
    let fixed = try simulate(["fixed.json", "--fail-on", "warning"], in: folder)
    #expect(fixed.status == 0)
    #expect(fixed.output.hasPrefix("no findings ·"))
  }

  @Test(arguments: folders)
  func `a lesson has symptom, reason, graph and fix`(folder: String) throws {
    let lesson = try text(folder, "README.md")
    let headings = lesson.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(headings == ["## Symptom", "## Why", "## Graph", "## Fix"])
    #expect(lesson.count { $0 == "`" } % 2 == 0)
  }

  @Test(arguments: folders)
  func `a lesson has its log and its picture in the page`(folder: String) throws {
    let lesson = try text(folder, "README.md")
    #expect(lesson.contains("\n```text\n\(try text(folder, "log.txt"))```\n"))
    guard try text(folder, "report.txt").contains(#/^(leak|finding|note) 1 of/#) else { return }
    let picture = try simulate(["scenario.json", "--format", "mermaid"], in: folder).output
    #expect(lesson.contains("\n```mermaid\nflowchart TD\n"))
    // What else is drawn may change with the drawing; the path that is taught may not.
    #expect(path(in: lesson) == path(in: picture))
  }

  /// The names of the references on the path of a picture.
  private func path(in text: String) -> [String] {
    text.matches(of: #/==>\|"(.*?)"\|/#).map { String($0.output.1) }
  }

  @Test(arguments: folders)
  func `the graph that a scenario writes is read back with the same findings`(
    folder: String
  ) throws {
    let graph = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: graph) }
    let simulated = try simulate(
      ["scenario.json", "--graph", graph.path, "--format", "json"], in: folder)
    let checked = try CommandResult.ofLeakcheck(
      [graph.path, "--format", "json"], in: Self.scenarios)
    #expect(try fingerprints(checked.output) == fingerprints(simulated.output))
  }

  private func fingerprints(_ report: String) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
    let findings = object?["findings"] as? [[String: Any]] ?? []
    return findings.compactMap { $0["fingerprint"] as? String }
  }
}
