import Foundation
import LeakCheckTestSupport
import Testing

/// The line of a source that a graph names, where the source is there, and nothing else of any file.
@Suite struct GraphExcerptTests {
  private static let source = """
    final class Form {
      var onSave: (() -> Void)?
      func load() {
        onSave = { [self] in self.close() }
      }
    }

    """

  private func graph(_ file: String, line: Int = 4) -> String {
    let file = file.replacing("\\", with: "\\\\")
    return """
      {"leakcheck": 1, "objects": [{"id": "f", "type": "Form"},
       {"id": "c", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Form.load()",
        "file": "\(file)", "line": \(line)}],
       "references": [{"from": "f", "to": "c", "name": "onSave"},
        {"from": "c", "to": "f", "name": "self", "kind": "capture"}]}
      """
  }

  private func report(
    on scratch: Scratch, _ graph: String = "graph.json", _ arguments: String...
  ) throws -> String {
    let result = try CommandResult.ofLeakcheck([graph] + arguments, in: scratch.url)
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    return result.output
  }

  @Test func `each format quotes the line`() throws {
    let scratch = try Scratch([
      "graph.json": graph("App/Form.swift"), "App/Form.swift": Self.source,
    ])
    let text = """
        at   App/Form.swift:4:17
             onSave = { [self] in self.close() }
                         ^^^^

      """
    #expect(try report(on: scratch).contains(text))
    #expect(
      try report(on: scratch, "graph.json", "--format", "html")
        .contains("onSave = { [<mark>self</mark>] in self.close() }"))
    #expect(
      try report(on: scratch, "graph.json", "--format", "markdown")
        .contains("**At** `App/Form.swift:4:17`**:** `onSave = { [self] in self.close() }`"))
    #expect(
      try report(on: scratch, "graph.json", "--format", "json")
        .contains("\"text\": \"    onSave = { [self] in self.close() }\""))
    #expect(
      try report(on: scratch, "graph.json", "--format", "github")
        .contains("file=App/Form.swift,line=4,col=17,"))
  }

  @Test func `a path is that from the folder of the graph, or from where one is`() throws {
    let scratch = try Scratch([
      "out/graph.json": graph("Form.swift"), "out/Form.swift": "\n\n\n  // beside { self }\n",
      "Form.swift": Self.source, "elsewhere/graph.json": graph("Form.swift"),
    ])
    #expect(try report(on: scratch, "out/graph.json").contains("// beside { self }"))
    #expect(try report(on: scratch, "elsewhere/graph.json").contains("onSave = { [self]"))
    let file = scratch.url.appendingPathComponent("Form.swift").path
    try Data(graph(file).utf8).write(to: scratch.url.appendingPathComponent("absolute.json"))
    #expect(try report(on: scratch, "absolute.json").contains("onSave = { [self]"))
  }

  @Test func `a file that is not there is not told of, nor a line`() throws {
    for (file, line) in [("None.swift", 4), ("Form.swift", 99), ("Form.swift", 7), ("a/..", 1)] {
      let scratch = try Scratch([
        "graph.json": graph(file, line: line), "Form.swift": Self.source,
      ])
      #expect(try !report(on: scratch).contains("  at   "), "\(file):\(line)")
    }
  }

  @Test(arguments: [
    "/etc/passwd", "../secret.swift", "App/../../secret.swift", "/dev/zero", "pipe.swift",
    "link.swift", "folder.swift", "notes.txt", "huge.swift", "wide.swift", "bytes.swift",
    "loop.swift", "a\\u0000.swift",
  ])
  func `nothing is read that a source of the graph is not`(file: String) throws {
    let scratch = try Scratch([
      "secret.swift": "secret\n", "in/notes.txt": "secret\n", "in/folder.swift/a": "",
      "in/huge.swift": "secret\n" + String(repeating: "\n", count: 4 << 20),
      "in/wide.swift": "secret" + String(repeating: " ", count: 1_000) + "\n",
    ])
    let inner = scratch.url.appendingPathComponent("in")
    try Data([0x73, 0xff, 0x0a]).write(to: inner.appendingPathComponent("bytes.swift"))
    try Data(graph(file, line: 1).utf8).write(to: inner.appendingPathComponent("graph.json"))
    for (link, target) in [("link.swift", "../secret.swift"), ("loop.swift", "loop.swift")] {
      try FileManager.default.createSymbolicLink(
        atPath: inner.appendingPathComponent(link).path, withDestinationPath: target)
    }
    #expect(unsafe mkfifo(inner.appendingPathComponent("pipe.swift").path, 0o600) == 0)
    let result = try CommandResult.ofLeakcheck(["graph.json"], in: inner)
    #expect(result.status == 1 || file.contains("u0000"))
    #expect(!result.output.contains("  at   "))
    #expect(!result.output.contains("secret\n"))
  }

  @Test func `a source that is quoted is not written over`() throws {
    let scratch = try Scratch(["graph.json": graph("Form.swift"), "Form.swift": Self.source])
    for option in ["-o", "--write-baseline"] {
      let result = try CommandResult.ofLeakcheck(
        ["graph.json", option, "Form.swift"], in: scratch.url)
      #expect(result.status == 2 && result.output == "")
      #expect(result.errors.contains("Form.swift, which is read"), "\(result.errors)")
      #expect(try scratch.data("Form.swift") == Data(Self.source.utf8))
    }
  }
}
