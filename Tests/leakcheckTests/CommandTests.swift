import Foundation
import LeakCheckTestSupport
import Testing

private let cycle = """
  {"leakcheck": 1, "objects": [{"id": "vc", "type": "Screen"}, {"id": "c", "type": "() -> ()",
  "kind": "closure"}], "references": [{"from": "vc", "to": "c", "name": "onTap"},
  {"from": "c", "to": "vc", "name": "self", "kind": "capture"}]}
  """

/// A folder of its own for each test, gone with it.
final class Scratch {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("leakcheck-test-\(UUID().uuidString)")

  init(_ files: [String: String] = ["graph.json": cycle]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = url.appendingPathComponent(name)
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws
    -> CommandResult
  {
    try .ofLeakcheck(arguments, in: url, input: Data(input.utf8), environment: environment)
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}

@Suite struct CommandTests {
  @Test func `findings end with 1, a clean graph with 0`() throws {
    let scratch = try Scratch()
    #expect(try scratch.run("graph.json").status == 1)
    #expect(try scratch.run("check", "graph.json").status == 1)
    #expect(try scratch.run("graph.json", "--fail-on", "never").status == 0)
    let clean = try scratch.run("graph.json", "--weaken", "() -> ().self")
    #expect(clean.status == 0)
    #expect(clean.output.hasPrefix("no findings"))
  }

  @Test func `wrong usage ends with 64 and prints nothing as a result`() throws {
    let scratch = try Scratch()
    for arguments in [["--sarif"], ["graph.json", "--format", "pdf"], []] {
      let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
      #expect(result.status == 64, "\(arguments)")
      #expect(result.output == "", "\(arguments)")
      #expect(!result.errors.isEmpty)
    }
  }

  @Test(arguments: ["check", "path", "top", "diff", "render", "convert", "schema"])
  func `every command has help with an example`(command: String) throws {
    let result = try Scratch().run(command, "--help")
    #expect(result.status == 0)
    #expect(result.output.contains("Example: leakcheck \(command)"))
  }

  @Test func `what cannot be read ends with 2 and says why`() throws {
    let scratch = try Scratch([
      "bad.json": "{\"leakcheck\": 1,\n \"objcts\": []}", "x.bin": "\u{7f}ELF",
    ])
    let malformed = try scratch.run("bad.json")
    #expect(malformed.status == 2)
    #expect(malformed.output == "")
    #expect(malformed.errors.contains("bad.json:2:2: unknown key \"objcts\""))
    #expect(malformed.errors.contains("did you mean \"objects\"?"))
    #expect(try scratch.run("none.json").errors.contains("there is no such file"))
    #expect(try scratch.run("--baseline", ".", "bad.json").errors.contains("it is a folder"))
    #expect(try scratch.run("x.bin").errors.contains("format"))
    for path in ["none.json", "x.bin"] { #expect(try scratch.run(path).status == 2) }
  }

  @Test(arguments: [
    ("none/report.json", "there is no such file or folder"), (".", "it is a folder"),
  ])
  func `where the report cannot be written, nothing else is`(path: String, why: String) throws {
    let scratch = try Scratch()
    let result = try scratch.run(
      "graph.json", "--output", path, "--render", "graph.dot", "--write-baseline", "base.json")
    #expect(result.status == 2)
    #expect(result.errors == "leakcheck: error: cannot write \(path): \(why)\n")
    #expect(scratch.names == ["graph.json"])
  }

  @Test func `what a shell hands over as a pipe is read`() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ["-c", "cat graph.json | \"$0\" /dev/fd/0", try CommandResult.program().path],
      in: scratch.url, program: URL(fileURLWithPath: "/bin/sh"))
    #expect(run.readOutput().contains("1 finding"))
    #expect(run.end(within: 20) == 1)
  }

  @Test func `standard input and several graphs are read`() throws {
    let scratch = try Scratch()
    #expect(try scratch.run("-", input: cycle).status == 1)
    let both = try scratch.run("graph.json", "-", "--format", "json", input: cycle)
    let reports = try JSONSerialization.jsonObject(with: Data(both.output.utf8)) as? [[String: Any]]
    #expect(reports?.count == 2)
  }

  @Test func `what leaks printed is read from a pipe, with what it leaves out said`() throws {
    let text = """
      Process 7: 3 leaks for 96 total leaked bytes.
        2 (64 bytes) ROOT CYCLE: <Person 0x1000> [32]
           1 (32 bytes) apartment --> ROOT CYCLE: <Apartment 0x2000> [32]
              __strong person --> CYCLE BACK TO <Person 0x1000> [32]
        1 (32 bytes) ROOT LEAK: <Model 0x3000> [32]
      """
    let scratch = try Scratch([:])
    let result = try scratch.run("-", input: text)
    #expect(result.status == 1)
    #expect(result.output.contains("2 findings (1 cycle, 1 leaked)"))
    #expect(result.output.contains("leaks found nothing that refers to it"))
    #expect(result.output.contains("those its text leaves out are not judged"))
    let lines = text.split(separator: "\n").dropLast().joined(separator: "\n")
    let cut = try scratch.run("-", input: lines + "\n")
    #expect(cut.status == 1)
    #expect(cut.output.contains("1 finding (1 cycle)"))
    #expect(cut.output.contains("incomplete: the input states 3 leaks, 2 are here"))
    #expect(
      cut.errors
        == "leakcheck: note: standard input states 3 leaks, 2 are here; what is there is judged\n")
    let json = try scratch.run("-", "--format", "json", input: lines + "\n")
    #expect(json.output.contains("\"incomplete\": \"states 3 leaks, 2 are here\""))
  }

  @Test func `the report has the keys of its contract`() throws {
    let result = try Scratch().run("graph.json", "--format", "json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      report.keys.sorted() == ["coverage", "findings", "input", "leakcheck", "name", "suppressed"])
    let finding = try #require((report["findings"] as? [[String: Any]])?.first)
    #expect(
      finding.keys.sorted() == [
        "alternatives", "component", "cut", "fingerprint", "holds", "instances", "kind", "message",
        "path", "reachable", "rule", "severity",
      ])
    let step = try #require((finding["cut"] as? [[String: Any]])?.first)
    #expect(step["from"] as? String == "c")
    #expect(step["how"] as? String == "weak")
    #expect(step["rule"] as? String == finding["rule"] as? String)
  }

  @Test func `a baseline suppresses what it knows`() throws {
    let scratch = try Scratch()
    #expect(try scratch.run("graph.json", "--write-baseline", "known.json").status == 1)
    let result = try scratch.run("graph.json", "--baseline", "known.json")
    #expect(result.status == 0)
    #expect(result.output.contains("1 known from the baseline"))
    #expect(try scratch.run("graph.json", "--baseline", "graph.json").status == 2)
    let piped = try ProgramRun(
      [
        "-c", "cat known.json | \"$0\" graph.json --baseline /dev/fd/0",
        try CommandResult.program().path,
      ], in: scratch.url, program: URL(fileURLWithPath: "/bin/sh"))
    #expect(piped.readOutput().contains("1 known from the baseline"))
    #expect(piped.end(within: 20) == 0)
  }

  @Test func `expectations and roots can be given`() throws {
    let scratch = try Scratch()
    let arguments = ["graph.json", "--root", "vc", "--expect-gone", "Scr*", "--format", "json"]
    let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
    #expect(result.output.contains("\"kind\": \"abandoned\""))
    let note = try scratch.run("graph.json", "--expect-gone", "Scren")
    #expect(note.errors.contains("did you mean \"Screen\"?"))
  }

  @Test func `a misspelt what-if is an error`() throws {
    let result = try Scratch().run("graph.json", "--weaken", "Screen.onTop")
    #expect(result.status == 2)
    #expect(result.errors.contains("did you mean \"Screen.onTap\"?"))
  }

  @Test func `what a report leaves out of a cut, it says`() throws {
    let numbers = 0..<12
    let parts = numbers.map { "{\"id\": \"p\($0)\", \"type\": \"Part\($0)\"}" }
    let references = numbers.flatMap {
      [
        "{\"from\": \"a\", \"to\": \"p\($0)\", \"name\": \"part\($0)\"}",
        "{\"from\": \"p\($0)\", \"to\": \"a\", \"name\": \"delegate\"}",
      ]
    }
    let screens = (0..<3).flatMap {
      [
        "{\"id\": \"c\($0)\", \"type\": \"Cache\", \"root\": true}",
        "{\"id\": \"s\($0)\", \"type\": \"Screen\", \"expect\": \"gone\"}",
      ]
    }
    let held = (0..<3).map { "{\"from\": \"c\($0)\", \"to\": \"s\($0)\", \"name\": \"items\"}" }
    let text = """
      {"leakcheck": 1, "objects": [{"id": "a", "type": "A"}, \((parts + screens).joined(separator: ", "))],
      "references": [\((references + held).joined(separator: ", "))]}
      """
    let scratch = try Scratch(["many.json": text])
    for format in ["text", "markdown"] {
      let output = try scratch.run("many.json", "--format", format).output
        .replacing("\n", with: " ").replacing("       ", with: "")
      #expect(output.contains("and 4 more fixes like these"), "\(format)")
      #expect(output.contains("the cut is that of the object shown"), "\(format)")
    }
    #expect(try scratch.run("many.json", "--format", "json").output.contains("\"cutBounds\""))
    try Data(text.replacing("\"delegate\"", with: "\"weak\"").utf8).write(
      to: scratch.url.appendingPathComponent("before.json"))
    let difference = try scratch.run("diff", "before.json", "many.json").output
    #expect(difference.contains("more: leakcheck check lists them"))
  }

  @Test(arguments: ["() -> ().self", "Screen.onTap"])
  func `what only a weakened reference retained is let go, not taken for held`(
    reference: String
  ) throws {
    let result = try Scratch().run("graph.json", "--weaken", reference, "--format", "json")
    #expect(result.status == 0)
    #expect(result.output.contains(#""freed": 2"#))
  }

  @Test func `a weakened reference is no longer in a stated retain count`() throws {
    let text = """
      {"leakcheck": 1, "objects": [{"id": "r", "type": "Root", "root": true},
      {"id": "a", "type": "A", "retainCount": 1}], "references": [{"from": "a", "to": "a", "name": "me"}]}
      """
    let scratch = try Scratch(["counted.json": text])
    #expect(try scratch.run("counted.json").status == 1)
    #expect(try scratch.run("counted.json", "--weaken", "A.me").status == 0)
  }

  @Test func `paths to few of many matches say how many more there are`() throws {
    let scratch = try Scratch()
    let all = try scratch.run("path", "graph.json", "--to", "*")
    #expect(!all.errors.contains("more object"))
    let one = try scratch.run("path", "graph.json", "--to", "*", "--limit", "1")
    #expect(one.status == 0)
    #expect(one.errors.contains("more object"))
    #expect(one.output.count < all.output.count)
    #expect(try scratch.run("path", "graph.json", "--to", "*", "--limit", "0").output == "")
  }

  @Test func `of very many long paths as many are shown as a run can put together`() throws {
    let count = 4_000
    let objects = (0..<count).map {
      #"{"id": \#($0), "type": "T"\#($0 == 0 ? #", "root": true"# : "")}"#
    }
    let references = (1..<count).map { #"{"from": \#($0 - 1), "to": \#($0)}"# }
    let scratch = try Scratch([
      "chain.json": #"{"leakcheck": 1, "objects": [\#(objects.joined(separator: ","))],"#
        + #""references": [\#(references.joined(separator: ","))]}"#
    ])
    let result = try scratch.run(
      "path", "chain.json", "--to", "T", "--limit", "5000", "--format", "markdown")
    #expect(result.status == 0)
    let shown = result.output.components(separatedBy: "### ").count - 1
    // All paths that are short, and of the others those that have two million references.
    #expect(shown == 2_001)
    #expect(result.errors.contains("999 more objects not shown: all the paths together are too"))
    #expect(result.output.contains("999 more objects_"))
  }

  @Test func `the path to a leaked object begins at the cycle that keeps it`() throws {
    let text = """
      {"leakcheck": 1, "objects": [{"id": "r", "type": "Root", "root": true}, {"id": "a", "type": "A\\u001b[31m"},
      {"id": "b", "type": "B"}], "references": [{"from": "a", "to": "a", "name": "me"}, {"from": "a", "to": "b"}]}
      """
    let scratch = try Scratch(["leaked.json": text])
    let behind = try scratch.run("path", "leaked.json", "--to", "b")
    #expect(behind.status == 0)
    #expect(
      behind.output.hasPrefix("B (b): nothing held reaches it: A?[31m keeps it, which"))
    #expect(behind.output.contains("path 1 of 1 to b  1 reference"))
    let cycle = try scratch.run("path", "leaked.json", "--to", "a").output
    #expect(cycle.contains("it is on a retain cycle\n\nretain cycle  1 reference\n"))
  }

  @Test func `paths, sizes, conversions and the schema are printed`() throws {
    let scratch = try Scratch()
    let path = try scratch.run(
      "path", "graph.json", "--to", "Screen", "--root", "c", "--charset", "ascii")
    #expect(path.output.contains("path 1 of 1 to vc  "))
    #expect(try scratch.run("path", "graph.json", "--to", "c").output.contains("nothing held"))
    #expect(try scratch.run("path", "graph.json", "--to", "Scren").status == 2)
    #expect(try scratch.run("top", "graph.json").output.contains("Screen"))
    #expect(try scratch.run("schema").output.contains("2020-12"))
    _ = try scratch.run("convert", "graph.json", "-o", "a.json")
    _ = try scratch.run("convert", "a.json", "-o", "b.json")
    #expect(try scratch.data("a.json") == scratch.data("b.json"))
    _ = try scratch.run("convert", "graph.json", "-o", "a.mmd")
    #expect(try String(decoding: scratch.data("a.mmd"), as: UTF8.self).contains("flowchart"))
  }

  @Test func `a binary graph is written and every command reads it`() throws {
    let scratch = try Scratch()
    #expect(try scratch.run("convert", "graph.json", "-o", "a.lcgraph").status == 0)
    _ = try scratch.run("convert", "graph.json", "-o", "a.json")
    _ = try scratch.run("convert", "a.lcgraph", "-o", "b.json")
    #expect(try scratch.data("a.json") == scratch.data("b.json"))
    _ = try scratch.run("convert", "b.json", "-o", "b.lcgraph")
    #expect(try scratch.data("a.lcgraph") == scratch.data("b.lcgraph"))
    for command in [["check"], ["top"], ["path", "--to", "Screen", "--root", "c"]] {
      func output(_ graph: String) throws -> String {
        let arguments = [command[0], graph] + command.dropFirst()
        let result = try CommandResult.ofLeakcheck(
          arguments, in: scratch.url, input: Data(), environment: [:])
        return result.output.replacingOccurrences(of: graph, with: "GRAPH")
      }
      #expect(try output("a.lcgraph") == output("a.json"), "\(command)")
    }
  }

  @Test func `a damaged binary graph is refused with the byte and what to do`() throws {
    let scratch = try Scratch()
    _ = try scratch.run("convert", "graph.json", "-o", "a.lcgraph")
    let bytes = try scratch.data("a.lcgraph")
    try bytes.dropLast().write(to: scratch.url.appendingPathComponent("cut.lcgraph"))
    let result = try scratch.run("cut.lcgraph")
    #expect(result.status == 2)
    #expect(result.errors.contains("cut.lcgraph: at byte \(bytes.count - 1): file cut off"))
    #expect(result.errors.contains("convert the dump again"))
  }

  @Test func `colour is used only when it is asked for`() throws {
    let scratch = try Scratch()
    #expect(try !scratch.run("graph.json").output.contains("\u{1b}["))
    #expect(try scratch.run("graph.json", "--color", "always").output.contains("\u{1b}["))
    let ascii = try scratch.run("graph.json", environment: ["LC_ALL": "C"])
    #expect(ascii.output.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `damaged files never crash it`() throws {
    let scratch = try Scratch()
    var random = SplitMix64(seed: 2026)
    for round in 0..<Rounds.of(200, usually: 18) {
      var bytes = Array(cycle.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch round % 3 {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
      }
      let result = try CommandResult.ofLeakcheck(["-"], in: scratch.url, input: Data(bytes))
      #expect([0, 1, 2].contains(result.status), "\(String(decoding: bytes, as: UTF8.self))")
      if result.status == 2 { #expect(result.errors.contains("standard input")) }
    }
  }
}
