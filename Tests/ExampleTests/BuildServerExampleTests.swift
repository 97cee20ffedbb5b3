import Foundation
import LeakCheckTestSupport
import Testing

/// The action and the snippets for build servers, run as far as that goes without the servers.
@Suite struct BuildServerExampleTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let action = repository.appendingPathComponent(".github/actions/leakcheck")

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-ci-\(UUID().uuidString)")
    let leaks = folder.appendingPathComponent("leaks")
    try FileManager.default.createDirectory(at: leaks, withIntermediateDirectories: true)
    for name in ["stored-closure", "clean-screen"] {
      try FileManager.default.copyItem(
        at: Self.repository.appendingPathComponent("Examples/Cases/\(name)/graph.json"),
        to: leaks.appendingPathComponent("\(name).json"))
    }
    return folder
  }

  @Test func `the action annotates, summarises and writes what it is told to`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let variables = [
      "LEAKCHECK": try CommandResult.program().path, "GRAPHS": "leaks\n",
      "SARIF": "out.sarif", "JUNIT": "out.xml",
      "LABELS": "commit=1;touch$IFS./evil ref=$(touch evil)",
      "GITHUB_STEP_SUMMARY": folder.appendingPathComponent("summary.md").path,
    ]
    let result = try await CommandResult.ofTool(
      Self.action.appendingPathComponent("check.sh").path, [], in: folder, environment: variables,
      limit: .seconds(60))
    #expect(result.status == 64, "a label that is no KEY=VALUE is refused: \(result.errors)")
    let good = variables.merging(["LABELS": "commit=1 ref=$HOME"]) { $1 }
    let run = try await CommandResult.ofTool(
      Self.action.appendingPathComponent("check.sh").path, [], in: folder, environment: good,
      limit: .seconds(60))
    #expect(run.status == 1 && run.output.hasPrefix("::error file="), "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["leaks", "out.sarif", "out.xml", "summary.md"])
    let sarif = try String(contentsOf: folder.appendingPathComponent("out.sarif"), encoding: .utf8)
    #expect(sarif.contains("\"ref\": \"$HOME\""))
  }

  @Test func `GitLab's job runs as it is written`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(
      contentsOf: Self.repository.appendingPathComponent("Examples/CI/gitlab-ci.yml"),
      encoding: .utf8)
    let start = try #require(text.range(of: "- leakcheck check"))
    let end = try #require(text.range(of: "  artifacts:"))
    let command = text[start.lowerBound..<end.lowerBound].dropFirst(2)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ").replacing("--baseline leaks.baseline.json ", with: "")
    let program = try CommandResult.program().deletingLastPathComponent().path
    let result = try await CommandResult.ofTool(
      "bash", ["-c", "PATH=\"\(program):$PATH\"; \(command)"], in: folder,
      environment: ["CI_COMMIT_SHA": "abc"], limit: .seconds(60))
    #expect(result.status == 1, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["leaks", "leaks.codequality.json", "leaks.html", "leaks.junit.xml"])
  }

  @Test(arguments: [
    ("build-servers", "github.yml"), ("build-servers", "gitlab-ci.yml"),
    ("build-servers", "Containerfile"), ("many-runs", "merge.sql"),
  ]) func `the book shows the files as they are`(page: String, name: String) throws {
    let book = Self.repository.appendingPathComponent(
      "Sources/LeakCheckReport/LeakCheckReport.docc/\(page).md")
    let example = Self.repository.appendingPathComponent("Examples/CI/\(name)")
    let text = try String(contentsOf: example, encoding: .utf8)
    #expect(try String(contentsOf: book, encoding: .utf8).contains("\n\(text)```\n"))
  }

  @Test func `every input of the action is one that its script takes`() throws {
    let action = try String(
      contentsOf: Self.action.appendingPathComponent("action.yml"), encoding: .utf8)
    let script = try String(
      contentsOf: Self.action.appendingPathComponent("check.sh"), encoding: .utf8)
    let variables = action.matches(of: #/(?m)^ {8}([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$/#)
    #expect(variables.count >= 8)
    for variable in variables { #expect(script.contains("${\(variable.1):"), "\(variable.1)") }
    let inputs = action.matches(of: #/(?m)^ {2}([a-z-]+):\n {4}description: /#).map { String($0.1) }
    for input in inputs where input != "sarif" {
      #expect(variables.contains { $0.2 == input }, "\(input)")
    }
    // What comes from outside reaches the shell as variables alone.
    #expect(!action.contains("run: '${{") && !action.contains("run: ${{"))
  }
}
