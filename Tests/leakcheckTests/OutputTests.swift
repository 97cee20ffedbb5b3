import Foundation
import LeakCheckTestSupport
import Testing

/// Where results go, what is said of it, and what is refused before anything is lost.
@Suite struct OutputTests {
  @Test func `what was written is said on standard error, and nothing of standard output`() throws {
    let scratch = try Scratch()
    let result = try scratch.run(
      "graph.json", "-o", "r.json", "--format", "json", "--render", "a.dot", "--render", "b.dot",
      "--report", "text=r.txt")
    #expect(result.status == 1 && result.output == "")
    for name in ["r.json", "a.dot", "b.dot", "r.txt"] {
      #expect(result.errors.contains("leakcheck: wrote \(name)\n"))
    }
    #expect(scratch.names == ["a.dot", "b.dot", "graph.json", "r.json", "r.txt"])
    #expect(try scratch.run("graph.json").errors == "")
    #expect(try scratch.run("graph.json", "-o", "-").errors == "")
  }

  @Test(arguments: [
    ["check", "graph.json"], ["path", "graph.json", "--to", "vc"], ["top", "graph.json"],
    ["diff", "graph.json", "graph.json"], ["render", "graph.json"], ["convert", "graph.json"],
    ["merge", "run.jsonl"], ["schema"], ["simulate", "scenario.json"],
  ]) func `every command writes its result to a file`(arguments: [String]) throws {
    let scenario = """
      {"leakcheck": 1, "scenario": "s", "steps": [{"new": "UIViewController", "as": "home"}]}
      """
    let scratch = try Scratch()
    for (name, text) in [("run.jsonl", ""), ("scenario.json", scenario)] {
      try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name))
    }
    let name = arguments[0] == "convert" ? "out.json" : "out.dot"
    let result = try CommandResult.ofLeakcheck(arguments + ["-o", name], in: scratch.url)
    #expect(result.output == "" && result.errors.contains("leakcheck: wrote \(name)\n"))
    #expect(try !scratch.data(name).isEmpty, "\(result.errors)")
  }

  @Test(arguments: [
    ["check", "graph.json"], ["path", "graph.json", "--to", "vc"], ["top", "graph.json"],
    ["diff", "graph.json", "graph.json"], ["render", "graph.json"], ["simulate", "scenario.json"],
  ])
  func `a configuration that is read is not written over`(arguments: [String]) throws {
    let text = "{\"leakcheck\": 1}"
    let scratch = try Scratch()
    let scenario = "{\"leakcheck\": 1, \"scenario\": \"s\", \"steps\": []}"
    for (name, text) in [
      ("c.json", text), (".leakcheck.json", text), ("scenario.json", scenario),
    ] { try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name)) }
    for (options, name) in [
      (["--config", "c.json", "-o", "c.json"], "c.json"),
      (["-o", ".leakcheck.json"], ".leakcheck.json"),
    ] {
      let result = try CommandResult.ofLeakcheck(arguments + options, in: scratch.url)
      #expect(result.status == 2, "\(result.errors)")
      #expect(result.errors.contains("would write over \(name), which is read"), "\(result.errors)")
      #expect(try scratch.data(name) == Data(text.utf8))
    }
  }

  @Test(arguments: [
    (["graph.json", "-o", "graph.json"], "would write over graph.json"),
    (["graph.json", "-o", "x.dot", "--render", "./x.dot"], "both write ./x.dot"),
    (["graph.json", "-o", "b.json", "--write-baseline", "b.json"], "both write b.json"),
    (["graph.json", "--report", "json=x", "--report", "text=x"], "both write x"),
    (["graph.json", "--render", "link.dot", "-o", "target.dot"], "both write link.dot"),
    (["path", "graph.json", "--to", "vc", "-o", "graph.json"], "would write over graph.json"),
    (["convert", "graph.json", "-o", "graph.json"], "would write over graph.json"),
    (["diff", "graph.json", "graph.json", "-o", "graph.json"], "would write over graph.json"),
    (["simulate", "graph.json", "--graph", "b", "--write-baseline", "b"], "both write b"),
    (["simulate", "graph.json", "--graph", "b", "--baseline", "b"], "would write over b"),
    (["simulate", "graph.json", "--graph", "t.svg", "--timeline", "t.svg"], "both write t.svg"),
    (["graph.json", "-o", "inner/up/../graph.json"], "would write over graph.json"),
    (["graph.json", "-o", "other-name.json"], "would write over graph.json"),
    (["other-name.json", "--write-baseline", "graph.json"], "would write over other-name.json"),
  ])
  func `one file for two things is refused`(arguments: [String], message: String) throws {
    let scratch = try Scratch()
    let before = try scratch.data("graph.json")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.appendingPathComponent("link.dot").path,
      withDestinationPath: "target.dot")
    try FileManager.default.linkItem(
      at: scratch.url.appendingPathComponent("graph.json"),
      to: scratch.url.appendingPathComponent("other-name.json"))
    // What is above a linked folder is above the folder, and not above the link.
    for folder in ["inner", "side"] {
      try FileManager.default.createDirectory(
        at: scratch.url.appendingPathComponent(folder), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.appendingPathComponent("inner/up").path, withDestinationPath: "../side")
    let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try scratch.data("graph.json") == before)
  }

  @Test func `a label begins behind the sign, whatever it begins with`() throws {
    let scratch = try Scratch()
    let result = try scratch.run("graph.json", "--format", "json", "--label", "k=\u{300}a")
    #expect(result.status == 1 && result.output.contains("\"labels\": {\"k\": \"\u{300}a\"}"))
    let bad = try scratch.run("graph.json", "--label", "=v")
    #expect(bad.status == 64 && bad.errors.contains("\"=v\" is no KEY=VALUE"))
  }

  @Test func `a link stays a link, also where it leads to nothing yet`() throws {
    let scratch = try Scratch()
    let link = scratch.url.appendingPathComponent("link.txt").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "made.txt")
    #expect(try scratch.run("graph.json", "-o", "link.txt").status == 1)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "made.txt")
    #expect(try scratch.data("made.txt").count > 100)
    for (name, other) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.url.appendingPathComponent(name).path, withDestinationPath: other)
    }
    let loop = try scratch.run("graph.json", "-o", "a")
    #expect(loop.status == 2 && loop.errors.contains("its symbolic links lead in a circle"))
    let read = try scratch.run("a")
    #expect(read.status == 2 && read.errors.contains("its symbolic links lead in a circle"))
  }

  @Test(arguments: [
    ["graph.json", "--format", "json", "--format", "text"], ["graph.json", "-o", "a", "-o", "b"],
    ["graph.json", "--report", "sarif"], ["graph.json", "--report", "pdf=x"],
    ["graph.json", "--label", "version"], ["graph.json", "--label", "a=1", "--label", "a=2"],
    ["diff", "graph.json", "graph.json", "--format", "html"],
  ])
  func `what cannot be meant is wrong usage`(arguments: [String]) throws {
    let scratch = try Scratch()
    let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
    #expect(result.status == 64 && result.output == "", "\(result.errors)")
  }

  @Test func `GitHub's summary gets Markdown at its end`() throws {
    let scratch = try Scratch()
    let summary = scratch.url.appendingPathComponent("summary.md")
    try Data("before\n".utf8).write(to: summary)
    let result = try scratch.run(
      "graph.json", "--format", "github", environment: ["GITHUB_STEP_SUMMARY": summary.path])
    #expect(result.status == 1 && result.output.hasPrefix("::error file=graph.json,title="))
    let text = String(decoding: try Data(contentsOf: summary), as: UTF8.self)
    #expect(text.hasPrefix("before\n## leakcheck: ") && text.contains("```mermaid\n"))
    let text2 = try scratch.run("graph.json", environment: ["GITHUB_STEP_SUMMARY": summary.path])
    #expect(text2.status == 1)
    #expect(String(decoding: try Data(contentsOf: summary), as: UTF8.self) == text)
  }
}
