import Foundation
import LeakCheckTestSupport
import Testing

private let scenario = """
  {"leakcheck": 1, "scenario": "popped", "types": {"Profile": {"is": "UIViewController",
  "callbacks": {"viewDidLoad": [{"set": "self.onUpdate", "to": {"closure": {"captures":
  {"self": "strong"}}}}, {"read": "self.view.bounds"}]}}}, "steps": [
  {"new": "UIViewController", "as": "home"},
  {"new": "UINavigationController", "as": "nav", "root": "home"},
  {"window": "window", "root": "nav"}, {"show": "window"}, {"new": "Profile", "as": "profile"},
  {"snapshot": "before"}, {"push": "profile", "on": "nav"}, {"drop": "profile"}, {"pop": "nav"}]}
  """

@Suite struct SimulateCommandTests {
  private let files = ["s.json": scenario]

  @Test func `the log comes first, then a line, then the report`() throws {
    let scratch = try Scratch(files)
    let result = try scratch.run(
      "simulate", "s.json", "--log", "--events", "loadView,viewDidLoad")
    #expect(result.output.hasPrefix("loadView() Profile\nviewDidLoad() Profile\n\nleak 1 of 1"))
    #expect(result.status == 1)
    #expect(result.errors == "")
    let asked = try scratch.run("simulate", "s.json", "--events", "loadView,viewDidLoad")
    #expect(asked.output == result.output)
  }

  @Test func `a build that reads no Swift says how to get one that does`() throws {
    let scratch = try Scratch(["Screen.swift": "final class A {}\n"])
    for path in ["Screen.swift", "."] {
      let result = try scratch.run("simulate", path)
      #expect(result.status == 2)
      #expect(result.output == "")
      #expect(
        result.errors.contains(
          "LEAKCHECK_SWIFT=1 swift build -c release --scratch-path .build-swift --product leakcheck"
        ))
    }
  }

  @Test func `A format without a log says so`() throws {
    let scratch = try Scratch(files)
    let markdown = try scratch.run("simulate", "s.json", "--log", "--format", "markdown")
    #expect(markdown.errors == "leakcheck: note: only text, JSON and HTML have the log\n")
    #expect(try scratch.run("simulate", "s.json", "--format", "markdown").errors == "")
    #expect(try scratch.run("simulate", "s.json", "--log", "--format", "json").errors == "")
  }

  @Test func `log-all has the containers too`() throws {
    let scratch = try Scratch(files)
    let plain = try scratch.run("simulate", "s.json", "--log").output
    let all = try scratch.run("simulate", "s.json", "--log-all").output
    #expect(!plain.contains("viewDidLoad() UINavigationController"))
    #expect(all.contains("viewDidLoad() UINavigationController"))
  }

  @Test func `the JSON report has the log and the misuse`() throws {
    let scratch = try Scratch(files)
    let result = try scratch.run("simulate", "s.json", "--format", "json", "--log")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let log = try #require(report["log"] as? [[String: Any]])
    #expect(
      log.first as? [String: String] == ["callback": "init()", "type": "Profile", "id": "profile"])
    let misuse = try #require(report["misuse"] as? [[String: Any]])
    #expect(misuse.map { $0["code"] as? String } == ["geometry-in-viewDidLoad"])
    #expect(misuse.first?["callback"] as? String == "viewDidLoad()")
    #expect(misuse.first?["correct"] as? String != nil)
    #expect((report["findings"] as? [Any])?.count == 1)
  }

  @Test func `the log has the lines of the callbacks, or the places that are given`() throws {
    let text = """
      {"leakcheck": 1, "types": {
        "Own": {"is": "NSObject", "traces": true, "callbacks": {
          "init": [],
          "deinit": ["super",
            "log"]}},
        "Other": {"is": "NSObject", "traces": true, "callbacks": {"init": [], "deinit": []},
          "place": {"file": "Other.swift", "line": 2},
          "places": {"deinit": {"file": "Other.swift", "line": 9}}}},
       "steps": [{"new": "Own", "as": "own"}, {"new": "Other", "as": "other"}]}
      """
    let scratch = try Scratch(["s.json": text])
    let result = try scratch.run("simulate", "s.json", "--log-lines")
    #expect(
      result.output.hasPrefix(
        """
        init() Own    line 3
        init() Other
        deinit Own    line 5
        deinit Other  Other.swift:9

        """), "\(result.output)")
    let report = try scratch.run("simulate", "s.json", "--format", "json").output
    #expect(report.contains(#""type": "Own", "id": "own", "line": 5}"#))
    #expect(report.contains(#""id": "other", "line": 9, "file": "Other.swift"}"#))
    #expect(report.contains(#""type": "Other", "id": "other"}"#))
    let wrong = text.replacingOccurrences(of: #"{"file": "Other.swift", "line": 9}"#, with: "7")
    let refused = try Scratch(["s.json": wrong]).run("simulate", "s.json")
    #expect(refused.status == 2)
    #expect(refused.errors.hasPrefix("leakcheck: error: s.json:8:26: "), "\(refused.errors)")
  }

  @Test func `misuse fails where warnings do`() throws {
    let text = scenario.replacingOccurrences(of: "\"strong\"", with: "\"weak\"")
    let scratch = try Scratch(["s.json": text])
    #expect(try scratch.run("simulate", "s.json").status == 0)
    #expect(try scratch.run("simulate", "s.json", "--fail-on", "warning").status == 1)
  }

  @Test func `an expectation that does not hold is an error`() throws {
    let text = scenario.replacingOccurrences(
      of: "{\"drop\": \"profile\"}",
      with: "{\"expectAlive\": \"Cache\"}, {\"expectGone\": \"Profile\"}")
    let scratch = try Scratch([
      "s.json": text.replacingOccurrences(of: "\"Cache\"", with: "\"nav\"")
    ])
    let result = try scratch.run("simulate", "s.json")
    #expect(result.status == 1)
    #expect(
      result.output.contains("Profile is still alive: the local profile of the steps holds it"))
    #expect(result.output.contains("1 check does not hold"), "\(result.output)")
  }

  @Test func `a type of Swift sources is not asked of scenarios`() throws {
    let result = try Scratch(files).run("simulate", "s.json", "--type", "Profile")
    #expect(result.status == 64 && result.output == "")
    #expect(result.errors.contains("--type is for Swift sources, and there are none"))
  }

  @Test func `graph, snapshot, picture and timeline are written`() throws {
    let scratch = try Scratch(files)
    let result = try scratch.run(
      "simulate", "s.json", "--graph", "g.json", "--render", "g.dot", "--timeline", "t.svg")
    #expect(result.status == 1)
    #expect(scratch.names == ["g.dot", "g.json", "s.json", "t.svg"])
    #expect(try scratch.run("g.json").status == 1)
    let timeline = String(decoding: try scratch.data("t.svg"), as: UTF8.self)
    #expect(timeline.hasPrefix("<svg") && timeline.contains("still alive"))
    let other = try scratch.run("simulate", "s.json", "--timeline", "t.png", "--graph", "h.json")
    #expect(other.status == 2)
    #expect(
      other.errors
        == "leakcheck: error: cannot draw t.png: the suffix of a timeline must be .svg\n")
    #expect(!scratch.names.contains("t.png") && !scratch.names.contains("h.json"))
    let snapshot = try scratch.run("simulate", "s.json", "--at", "before", "--graph", "-")
    #expect(snapshot.output.contains("\"Local variables\""))
    #expect(snapshot.status == 0)
    let wrong = try scratch.run("simulate", "s.json", "--at", "befor")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("did you mean \"before\"?"))
  }

  @Test func `profiles change the order`() throws {
    let scratch = try Scratch(files)
    let modern = try scratch.run("simulate", "s.json", "--log")
    let classic = try scratch.run("simulate", "s.json", "--log", "--profile", "classic")
    #expect(modern.output.contains("viewIsAppearing(_:) Profile"))
    #expect(!classic.output.contains("viewIsAppearing(_:) Profile"))
  }

  @Test func `a scenario that asks for what is not there ends with 2 and its place`() throws {
    let scratch = try Scratch(["s.json": "{\"leakcheck\": 1, \"steps\": [\n{\"pop\": \"nav\"}]}"])
    let result = try scratch.run("simulate", "s.json", "--graph", "g.json")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("s.json:2:1: there is no \"nav\" here"))
    #expect(scratch.names == ["s.json"])
  }

  @Test func `the schema accepts every example and refuses what the reader refuses`() throws {
    let scratch = try Scratch(["bad.json": "{\"leakcheck\": 1, \"steps\": [{\"psh\": \"a\"}]}"])
    let schema = try scratch.run("schema", "--scenario").output
    try Data(schema.utf8).write(to: scratch.url.appendingPathComponent("schema.json"))
    let examples = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Examples/Scenarios")
    let program = """
      import glob, json, sys, jsonschema
      schema = json.load(open("schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      files = glob.glob(sys.argv[1] + "/*/*.json")
      wrong = [f for f in files if not validator.is_valid(json.load(open(f)))]
      print(len(files) >= 50, wrong, validator.is_valid(json.load(open("bad.json"))))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", program, examples.path]
    process.currentDirectoryURL = scratch.url
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(output == "True [] False\n")
  }
}

extension SimulateCommandTests {
  @Test func `a graph and a scenario taken for each other say so`() throws {
    let graph = "{\"leakcheck\": 1, \"objects\": []}"
    let scratch = try Scratch(["s.json": "{\"leakcheck\": 1, \"steps\": []}", "g.json": graph])
    #expect(try scratch.run("s.json").errors.contains("run leakcheck simulate"))
    #expect(try scratch.run("simulate", "g.json").errors.contains("graphs are for leakcheck check"))
  }

  @Test func `misuse is in Markdown too, and hostile names are harmless everywhere`() throws {
    let hostile = "<script>alert(1)</script>"
    let text = """
      {"leakcheck": 1, "scenario": "\(hostile)", "types": {"A": {"is": "UIViewController",
      "callbacks": {"viewDidLoad": [{"read": "self.view.bounds"}, {"set": "self.h", "to":
      {"closure": {"name": "\(hostile)", "do": [{"read": "self.view"}]}}}]}}},
      "steps": [{"new": "A", "as": "\(hostile)"}, {"loadViewIfNeeded": "\(hostile)"}]}
      """
    let scratch = try Scratch(["s.json": text])
    let markdown = try scratch.run("simulate", "s.json", "--format", "markdown").output
    #expect(markdown.contains("`geometry-in-viewDidLoad`"))
    _ = try scratch.run("simulate", "s.json", "--timeline", "t.svg", "--render", "g.dot")
    // In a span of code nothing is obeyed.
    for output in [markdown.replacing(/`+[^`]*`+/, with: "")]
      + (try ["t.svg", "g.dot"].map { try scratch.text($0) })
    {
      #expect(!output.contains("<script"))
    }
  }
}

extension Scratch {
  fileprivate func text(_ name: String) throws -> String {
    String(decoding: try data(name), as: UTF8.self)
  }
}
