import Foundation
import LeakCheckAnalysis
import LeakCheckImport
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

  @Test func `all scenarios are here and in the index`() throws {
    #expect(Self.folders.count >= 25)
    let index = try String(
      contentsOf: Self.examples.appendingPathComponent("README.md"), encoding: .utf8)
    for folder in Self.folders { #expect(index.contains("(Scenarios/\(folder)/README.md)")) }
  }

  /// One run tells everything: a program takes longer to start than to run a lesson.
  @Test(arguments: folders)
  func `a scenario prints its log and its report, and writes its picture and its graph`(
    folder: String
  ) throws {
    let (report, log) = (try text(folder, "report.txt"), try text(folder, "log.txt"))
    #expect(!report.hasPrefix("no findings ·"))
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let files = ["picture", "report", "graph"].map(scratch.appendingPathComponent)
    let result = try CommandResult.ofLeakcheck(
      [
        "simulate", "scenario.json", "--log", "--charset", "unicode", "--report",
        "mermaid=\(files[0].path)", "--report", "json=\(files[1].path)", "--graph", files[2].path,
      ], in: Self.scenarios.appendingPathComponent(folder))
    #expect(result.output == log + "\n" + report)
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("leakcheck: wrote ") })
    #expect(result.status == (report.contains("leak 1 of") ? 1 : 0))

    let graph = try JSONGraphReader().read(Array(try Data(contentsOf: files[2])), from: "graph")
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    #expect(findings.map(\.fingerprint) == (try fingerprints(try Data(contentsOf: files[1]))))

    let lesson = try text(folder, "README.md")
    #expect(lesson.contains("\n```text\n\(log)```\n"))
    guard report.contains(#/^(leak|finding|note) 1 of/#) else { return }
    #expect(lesson.contains("\n```mermaid\nflowchart TD\n"))
    // What else is drawn may change with the drawing; the path that is taught may not.
    let picture = try String(contentsOf: files[0], encoding: .utf8)
    #expect(path(in: lesson) == path(in: picture))
  }

  @Test func `the mended form of each shows nothing`() throws {
    let files = Self.folders.map { "\($0)/fixed.json" }
    let result = try CommandResult.ofLeakcheck(
      ["simulate"] + files + ["--fail-on", "warning", "--charset", "unicode"], in: Self.scenarios)
    #expect(result.status == 0)
    let silent = result.output.split(separator: "\n").filter { $0.hasPrefix("no findings · ") }
    #expect(silent.count == files.count, "\(result.output)")
  }

  @Test(arguments: folders)
  func `a lesson has symptom, reason, graph and fix`(folder: String) throws {
    let lesson = try text(folder, "README.md")
    let headings = lesson.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(headings == ["## Symptom", "## Why", "## Graph", "## Fix"])
    #expect(lesson.count { $0 == "`" } % 2 == 0)
  }

  /// The names of the references on the path of a picture.
  private func path(in text: String) -> [String] {
    text.matches(of: #/==>\|"(.*?)"\|/#).map { String($0.output.1) }
  }

  private func fingerprints(_ report: Data) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: report) as? [String: Any]
    let findings = object?["findings"] as? [[String: Any]] ?? []
    return findings.compactMap { $0["fingerprint"] as? String }
  }
}
