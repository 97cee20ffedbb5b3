import Foundation
import LeakCheckTestSupport
import Testing

@Suite struct ExampleTests {
  private static let examples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples")
  private static let cases = examples.appendingPathComponent("Cases")
  private static let folders: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: cases.path))?.sorted() ?? []

  private func text(_ folder: String, _ file: String) throws -> String {
    let url = Self.cases.appendingPathComponent(folder).appendingPathComponent(file)
    return try String(contentsOf: url, encoding: .utf8)
  }

  private func run(_ arguments: [String], in folder: String) throws -> CommandResult {
    try CommandResult.ofLeakcheck(
      arguments + ["--charset", "unicode"], in: Self.cases.appendingPathComponent(folder))
  }

  @Test func `all cases are here and in the index`() throws {
    #expect(Self.folders.count >= 16)
    let index = try String(
      contentsOf: Self.examples.appendingPathComponent("README.md"), encoding: .utf8)
    for folder in Self.folders { #expect(index.contains("(Cases/\(folder)/README.md)")) }
  }

  @Test(arguments: folders)
  func `a case prints its report`(folder: String) throws {
    let report = try text(folder, "report.txt")
    let result = try run(["graph.json"], in: folder)
    #expect(result.output == report)
    #expect(result.errors == "")
    #expect(result.status == (report.contains("leak 1 of") ? 1 : 0))
  }

  @Test(arguments: folders)
  func `a case teaches symptom, graph, reason, fix and report`(folder: String) throws {
    let lesson = try text(folder, "README.md")
    let headings = lesson.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(
      headings == [
        "## Symptom", "## Graph", "## Why it is kept", "## Fix", "## What leakcheck shows",
      ])
  }

  @Test func `the mended graph of each is silent`() throws {
    let files = Self.folders.filter { $0 != "clean-screen" }.map { "\($0)/fixed.json" }
    let result = try CommandResult.ofLeakcheck(
      ["check"] + files + ["--charset", "unicode"], in: Self.cases)
    #expect(result.status == 0)
    let silent = result.output.split(separator: "\n").filter { $0.hasPrefix("no findings · ") }
    #expect(silent.count == files.count, "\(result.output)")
  }

  @Test(arguments: folders)
  func `the order of the input does not show in any format`(folder: String) throws {
    let original = Data(try text(folder, "graph.json").utf8)
    var graph = try #require(try JSONSerialization.jsonObject(with: original) as? [String: Any])
    var random = SplitMix64(seed: 7)
    for key in ["objects", "references"] {
      graph[key] = (graph[key] as? [Any])?.shuffled(using: &random)
    }
    let shuffled = try JSONSerialization.data(withJSONObject: graph)
    let formats = ["text", "json", "markdown", "dot", "mermaid"]
    let outputs = try [original, shuffled].map { input in
      let scratch = FileManager.default.temporaryDirectory
        .appendingPathComponent("leakcheck-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: scratch) }
      let reports = formats.flatMap { ["--report", "\($0)=\($0)"] }
      _ = try CommandResult.ofLeakcheck(
        ["-", "--charset", "unicode"] + reports, in: scratch, input: input)
      return try formats.map { try Data(contentsOf: scratch.appendingPathComponent($0)) }
    }
    for (place, format) in formats.enumerated() {
      #expect(outputs[0][place] == outputs[1][place], "\(format)")
      #expect(!outputs[0][place].isEmpty)
    }
  }
}
