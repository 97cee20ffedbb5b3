import Foundation
import LeakCheckTestSupport
import Testing

/// What a new user types, and what they are told.
@Suite struct UsageTests {
  @Test(arguments: [
    (["chek", "graph.json"], "did you mean leakcheck check?"),
    (["simulat", "s.json"], "did you mean leakcheck simulate?"),
    (["frobnicate"], "leakcheck --help lists the commands"),
  ])
  func `a misspelt command is named with the nearest`(arguments: [String], hint: String) throws {
    let scratch = try Scratch()
    let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
    #expect(result.status == 64 && result.output == "")
    #expect(result.errors.contains("is neither a command nor a file; \(hint)"), "\(result.errors)")
  }

  @Test(arguments: ["x.svg", "x.PNG", "x.pdf"])
  func `text is not written under the name of a picture`(name: String) throws {
    let scratch = try Scratch()
    for arguments in [["graph.json"], ["diff", "graph.json", "graph.json"]] {
      let result = try CommandResult.ofLeakcheck(arguments + ["-o", name], in: scratch.url)
      #expect(result.status == 64)
      #expect(result.errors.contains("--output writes text"), "\(result.errors)")
    }
    #expect(scratch.names == ["graph.json"])
  }

  @Test func `a misspelt kind is told with the nearest, and one of the user's own is not`() throws {
    let text = """
      {"leakcheck": 1, "objects": [{"id": 1, "type": "A", "kind": "controler"},
      {"id": 2, "type": "B", "kind": "spaceship"}], "references": []}
      """
    let scratch = try Scratch(["kinds.json": text])
    let result = try scratch.run("kinds.json")
    #expect(result.status == 0)
    let note = #"kind "controler" is unknown and means object; did you mean "controller"?"#
    #expect(result.errors == "leakcheck: note: \(note)\n")
  }

  @Test func `an empty type is told with the object that has it`() throws {
    let text = """
      {"leakcheck": 1, "objects": [{"id": "a", "type": ""}, {"id": "b", "type": ""},
      {"id": "c", "type": "B"}], "references": []}
      """
    let scratch = try Scratch(["types.json": text])
    let result = try scratch.run("types.json")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "leakcheck: note: object \"a\" and 1 more: the type is empty; reports say (no name)\n")
  }

  @Test func `the top of a cycle says where its bytes are counted`() throws {
    let cycle = """
      {"leakcheck": 1,
      "objects": [{"id": 1, "type": "A", "size": 9}, {"id": 2, "type": "B", "size": 4}],
      "references": [{"from": 1, "to": 2}, {"from": 2, "to": 1}]}
      """
    let chain = #"{"leakcheck": 1, "objects": [{"id": 1, "type": "A"}], "references": []}"#
    let scratch = try Scratch(["cycle.json": cycle, "chain.json": chain])
    let note = "each unreachable cycle is counted whole at its first member by type"
    for format in ["text", "markdown"] {
      #expect(try scratch.run("top", "cycle.json", "--format", format).output.contains(note))
      #expect(try !scratch.run("top", "chain.json", "--format", format).output.contains(note))
    }
  }

  @Test func `counts too wide for a line break once, between objects and references`() throws {
    let objects = (1...10).map { #"{"id": \#($0), "type": "A"}"# }.joined(separator: ", ")
    let references = (1...10).map { #"{"from": \#($0), "to": \#($0 % 10 + 1)}"# }
    let text = """
      {"leakcheck": 1, "objects": [\(objects)], "references": [\(references.joined(separator: ", "))]}
      """
    let scratch = try Scratch(["ring.json": text])
    let result = try scratch.run("ring.json")
    let lines = """
        10 objects: 0 reachable, 10 leaked, 0 freed
        10 references - 0 held from outside
      """
    #expect(result.output.contains(lines), "\(result.output)")
  }

  @Test func `a file that is called as a word is read`() throws {
    let scratch = try Scratch()
    try FileManager.default.moveItem(
      at: scratch.url.appendingPathComponent("graph.json"),
      to: scratch.url.appendingPathComponent("graph"))
    #expect(try scratch.run("graph").output.contains("1 finding"))
  }

  @Test(arguments: [
    ["graph.json"], ["path", "graph.json", "--to", "vc"], ["top", "graph.json"],
    ["diff", "graph.json", "graph.json"], ["merge", "graph.json"],
  ])
  func `a limit is the same everywhere, and a negative one is refused for what it is`(
    arguments: [String]
  ) throws {
    let scratch = try Scratch()
    let refused = try CommandResult.ofLeakcheck(arguments + ["--limit", "-1"], in: scratch.url)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--limit must be at least 0, not -1"), "\(refused.errors)")
    guard arguments[0] != "merge" else { return }
    let none = try CommandResult.ofLeakcheck(arguments + ["--limit", "0"], in: scratch.url)
    #expect(none.status <= 1, "\(none.errors)")
  }

  @Test(arguments: [["--frob\u{1B}[31m"], ["check", "--label", "a\u{202E}b"]])
  func `wrong usage is told without what acts on a terminal`(arguments: [String]) throws {
    let scratch = try Scratch()
    let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
    #expect(result.status == 64 && result.errors.contains("\\u{"))
    #expect(!result.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test func `an unknown option is named`() throws {
    let result = try Scratch().run("--frob")
    #expect(result.status == 64 && result.errors.contains("Unknown option '--frob'"))
    let missing = try Scratch().run("check")
    #expect(missing.status == 64 && missing.errors.contains("a graph is missing"))
  }

  @Test func `names as a report shows them can be asked for`() throws {
    let scratch = try Scratch([
      "g.json": """
      {"leakcheck": 1, "objects": [{"id": "vc", "type": "Cart", "root": true}, {"id": "c", "type": "() -> ()",
      "kind": "closure", "name": "closure #1 in CartViewController.viewDidLoad()"}],
      "references": [{"from": "vc", "to": "c", "name": "onTap"}]}
      """
    ])
    for name in [
      "closure #1 in CartViewController*", "closure #1 in CartViewController.viewDidLoad()",
      "closure #1 in Car…er.viewDidLoad()",
    ] {
      let result = try scratch.run("path", "g.json", "--to", name)
      #expect(result.status == 0 && result.output.contains("path 1 of 1 to c"), "\(result.errors)")
      #expect(try scratch.run("render", "g.json", "--focus", name, "-o", "x.dot").status == 0)
    }
    let near = try scratch.run(
      "path", "g.json", "--to", "closure #1 in CartViewController.viewDidLod()")
    #expect(
      near.errors.contains("did you mean \"closure #1 in CartViewController.viewDidLoad()\"?"))
  }

  @Test func `paths are written as JSON and Markdown, to a file as well`() throws {
    let scratch = try Scratch()
    let json = try scratch.run("path", "graph.json", "--to", "vc", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let path = try #require(object?["path"] as? [String: Any])
    let row = try #require((path["objects"] as? [[String: Any]])?.first)
    #expect(row["id"] as? String == "vc" && (row["absence"] as? String)?.isEmpty == false)
    #expect((row["paths"] as? [[Any]])?.first?.count == 2)
    #expect(
      try scratch.run("path", "graph.json", "--to", "vc", "--format", "markdown", "-o", "p.md")
        .status == 0)
    let text = String(decoding: try scratch.data("p.md"), as: UTF8.self)
    #expect(text.contains("- `Screen` keeps `() -> ()` as `onTap`\n"))
  }

  @Test func `of a folder all graphs are read, and nothing else`() throws {
    let scratch = try Scratch()
    let graph = try scratch.data("graph.json")
    let folder = scratch.url.appendingPathComponent("in/deep")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["in/b.json", "in/deep/a.json", "in/.hidden.json"] {
      try graph.write(to: scratch.url.appendingPathComponent(name))
    }
    for (name, text) in [
      ("in/package.json", "{\"name\": \"x\"}"), ("in/notes.txt", "x"),
      ("in/s.json", "{\"leakcheck\": 1, \"scenario\": \"x\", \"steps\": []}"),
      ("in/r.json", "{\"leakcheck\": 1, \"input\": \"g\", \"findings\": []}"),
    ] { try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name)) }
    let result = try scratch.run("in")
    #expect(result.status == 1 && result.errors == "")
    #expect(result.output.contains("in all: 2 findings (2 cycle) in 2 graphs"))
    let inputs = try scratch.run("check", "in", "--format", "jsonl").output.split(separator: "\n")
    #expect(inputs.map { $0.contains("in/b.json") } == [true, false])
    let empty = try scratch.run("check", "in/deep", "in")
    #expect(empty.output.contains("in all: 3 findings"))
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("none"), withIntermediateDirectories: true)
    #expect(try scratch.run("none").errors.contains("no graph in the folder none"))
  }

  /// A file is told by the keys of its outermost object, not by words that a graph may have anywhere.
  @Test func `of a folder a graph is read whatever its names are`() throws {
    let names = ["top", "diff", "findings", "baseline", "scenario", "$schema", "steps"]
    let objects = names.map { "{\"id\": \"\($0)\", \"type\": \"\($0)\"}" }
    // Longer than what is looked at, so that the references are beyond.
    let more = (0..<3_000).map { "{\"id\": \($0), \"type\": \"T\", \"size\": 16}" }
    let scratch = try Scratch([
      "in/g.json": """
      {"leakcheck": 1, "objects": [\((objects + more).joined(separator: ","))],
       "references": [{"from": "top", "to": "top", "name": "own"}]}
      """,
      "in/other.json": "{\"leakcheck\": 1, \"objects\": [], \"references\": []}",
      "in/list.json": "[1, 2]", "in/nothing.json": "{}", "in/empty.json": "",
      "in/cut.json": "{\"le",
    ])
    let result = try scratch.run("in")
    #expect(result.output.contains("in all: 1 finding (1 cycle) in 1 of 2 graphs"))
    #expect(result.errors.split(separator: "\n").count == 2)
    for name in ["cut", "empty"] {
      #expect(result.errors.contains("note: in/\(name).json is passed over: "))
    }
  }

  @Test func `an event that nothing calls is named`() throws {
    let scratch = try Scratch([
      "s.json": """
      {"leakcheck": 1, "scenario": "x", "types": {"A": {"is": "UIViewController", "callbacks": {"viewDidLoad": []}}},
       "steps": [{"new": "A", "as": "a"}, {"window": "w", "root": "a"}, {"show": "w"}]}
      """
    ])
    let result = try scratch.run("simulate", "s.json", "--events", "viewDidLod,viewDidLoad")
    #expect(
      result.errors
        == "leakcheck: note: nothing calls \"viewDidLod\"; did you mean \"viewDidLoad\"?\n")
    #expect(result.output.contains("viewDidLoad() A"))
    // Its init was called, which is not what is asked for.
    let freed = try scratch.run("simulate", "s.json", "--events", "deinit")
    #expect(freed.errors == "leakcheck: note: nothing calls \"deinit\"\n")
  }

  @Test func `several scenarios are run, and those of a folder`() throws {
    let scenario = """
      {"leakcheck": 1, "scenario": "x", "types": {"A": {"is": "UIViewController", "callbacks": {"viewDidLoad": []}}},
       "steps": [{"new": "A", "as": "a"}, {"window": "w", "root": "a"}, {"show": "w"}]}
      """
    let scratch = try Scratch(["a.json": scenario, "b.json": scenario, "p.json": "{}"])
    let both = try scratch.run("simulate", "a.json", "b.json", "--log")
    #expect(both.status == 0 && both.output.hasPrefix("a.json:\ninit() A\n"), "\(both.errors)")
    #expect(
      both.output.contains("\nb.json:\n") && both.output.contains("in all: no findings in 2 graphs")
    )
    let folder = try scratch.run("simulate", ".", "--format", "json")
    let reports =
      try JSONSerialization.jsonObject(with: Data(folder.output.utf8)) as? [[String: Any]]
    #expect(reports?.count == 2)
    let graph = try scratch.run("simulate", "a.json", "b.json", "--graph", "g.json")
    #expect(
      graph.status == 64 && graph.errors.contains("--graph is for one scenario, and there are 2"))
    #expect(try scratch.run("simulate", "a.json", "--graph", "a.json").status == 2)
  }

  @Test func `what the help calls a value is what its text says`() throws {
    let scratch = try Scratch()
    for command in ["check", "path", "top", "diff", "render", "simulate", "merge", "convert"] {
      let help = try scratch.run(command, "--help").output
      #expect(help.contains("xample: leakcheck \(command) "), "\(command)")
      let values = help.matches(of: /<([^>]+)>/).map { String($0.1) }
      let wrong = values.filter {
        $0 != $0.uppercased() && !["subcommand", "options"].contains($0)
      }
      #expect(wrong.isEmpty, "\(command): \(wrong)")
    }
  }

  @Test func `one way to write numbers`() throws {
    let objects = (0..<1_234).map { "{\"id\": \($0), \"type\": \"A\"}" }.joined(separator: ", ")
    let scratch = try Scratch([
      "g.json": "{\"leakcheck\": 1, \"objects\": [\(objects)], \"references\": []}"
    ])
    for arguments in [["g.json"], ["top", "g.json"], ["diff", "g.json", "g.json"]] {
      let ascii = try CommandResult.ofLeakcheck(
        arguments + ["--charset", "ascii"], in: scratch.url)
      #expect(ascii.output.contains("1,234") && !ascii.output.contains("1234"))
      let unicode = try CommandResult.ofLeakcheck(
        arguments + ["--charset", "unicode"], in: scratch.url)
      #expect(unicode.output.contains("1\u{2009}234") && !unicode.output.contains("1234"))
    }
  }
}
