import Foundation
import LeakCheckTestSupport
import Testing

@testable import leakcheck

/// The files of one run: all of them are new, or none is.
@Suite struct OutputTogetherTests {
  private static let all = [
    "-o", "r.json", "--format", "json", "--report", "text=r.txt", "--render", "p.dot",
    "--write-baseline", "b.json",
  ]

  /// Everything that can be written, and one more thing that cannot.
  @Test(arguments: [
    ["--render", "no/p.dot"], ["--report", "html=no/r.html"], ["--report", "sarif=/dev/full"],
    ["--write-baseline", "no/b.json"],
  ])
  func `where one cannot be written, none is`(last: [String]) throws {
    let scratch = try Scratch()
    try Data("old".utf8).write(to: scratch.url.appendingPathComponent("r.json"))
    let others = last[0] == "--write-baseline" ? Array(Self.all.dropLast(2)) : Self.all
    let result = try CommandResult.ofLeakcheck(["graph.json"] + others + last, in: scratch.url)
    #expect(result.status == 2 && result.output == "", "\(result.errors)")
    #expect(result.errors.contains("cannot write") && !result.errors.contains("wrote"))
    #expect(scratch.names == ["graph.json", "r.json"])
    #expect(try scratch.data("r.json") == Data("old".utf8))
  }

  @Test func `of a scenario, graph and timeline are among them`() throws {
    let scenario = """
      {"leakcheck": 1, "scenario": "s", "steps": [{"new": "UIViewController", "as": "home"}]}
      """
    let scratch = try Scratch(["s.json": scenario])
    let arguments = ["simulate", "s.json", "--graph", "g.json", "--timeline", "t.svg", "-o"]
    let refused = try CommandResult.ofLeakcheck(arguments + ["no/r.txt"], in: scratch.url)
    #expect(refused.status == 2 && scratch.names == ["s.json"], "\(refused.errors)")
    let written = try CommandResult.ofLeakcheck(arguments + ["r.txt", "--log"], in: scratch.url)
    #expect(written.status == 0 && written.output.contains("viewDidLoad") == false)
    #expect(scratch.names == ["g.json", "r.txt", "s.json", "t.svg"])
  }

  @Test func `of a difference, every report is`() throws {
    let scratch = try Scratch()
    let arguments = ["diff", "graph.json", "graph.json", "--report", "json=d.json", "--report"]
    let refused = try CommandResult.ofLeakcheck(arguments + ["text=no/d"], in: scratch.url)
    #expect(refused.status == 2 && scratch.names == ["graph.json"], "\(refused.errors)")
  }

  @Test func `they are there when whoever reads the result stops`() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ["-c", "exec \"$0\" graph.json \"$@\"", try CommandResult.program().path]
        + Self.all.suffix(4), in: scratch.url, program: URL(fileURLWithPath: "/bin/sh"))
    run.closeOutput()
    // It may have written everything before.
    #expect([-SIGPIPE, 1].contains(run.end(within: 20)))
    #expect(scratch.names == ["b.json", "graph.json", "p.dot"])
  }

  /// What is between the last check and the names, somebody else can still take away.
  @Test func `a name that is taken away at the end takes back the others`() throws {
    let scratch = try Scratch(["a": "old a", "c": "old c"])
    let names = ["a", "b", "c", "d"]
    let files = try names.map {
      try Output.Replacement(of: scratch.url.appendingPathComponent($0).path)
    }
    for file in files { try Output.write(Array("new".utf8), to: file.descriptor) }
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("d/full"), withIntermediateDirectories: true)
    do throws(Output.Replacement.Refusal) {
      try Output.Replacement.commit(files)
      Issue.record("a file took the place of a folder")
    } catch {
      #expect(error.position == 3 && error.failure.code == EISDIR)
    }
    #expect(scratch.names == ["a", "c", "d"])
    #expect(try scratch.data("a") == Data("old a".utf8))
    #expect(try scratch.data("c") == Data("old c".utf8))
  }

  @Test func `all names are given where nothing is in the way`() throws {
    let scratch = try Scratch(["a": "old"])
    let files = try ["a", "b"].map {
      try Output.Replacement(of: scratch.url.appendingPathComponent($0).path)
    }
    for file in files { try Output.write(Array("new".utf8), to: file.descriptor) }
    try Output.Replacement.commit(files)
    #expect(scratch.names == ["a", "b"])
    for name in scratch.names { #expect(try scratch.data(name) == Data("new".utf8)) }
  }
}
