import Foundation
import LeakCheckTestSupport
import Testing

/// What a project says of itself, in a file beside its package.
@Suite struct ConfigCommandTests {
  private static let graph = """
    {"leakcheck": 1, "objects": [
     {"id": "app", "type": "AppShell", "root": true},
     {"id": "p", "type": "Vendor.Player"}, {"id": "v", "type": "Vendor.View"},
     {"id": "c", "type": "Coordinator"}, {"id": "s", "type": "CartScreen"},
     {"id": "kept", "type": "LoginScreen", "expect": "alive"},
     {"id": "x", "type": "Session"}, {"id": "y", "type": "Plugin"}],
     "references": [
     {"from": "p", "to": "v", "name": "view"}, {"from": "v", "to": "p", "name": "player"},
     {"from": "app", "to": "s", "name": "last"}, {"from": "app", "to": "kept", "name": "login"},
     {"from": "x", "to": "y", "name": "alpha"}, {"from": "y", "to": "x", "name": "beta"},
     {"from": "c", "to": "c", "name": "me"}]}
    """

  private func scratch(
    _ configuration: String, at path: String = ".leakcheck.json"
  ) throws -> Scratch {
    try Scratch(["graph.json": Self.graph, path: configuration, "Package.swift": ""])
  }

  private func findings(_ scratch: Scratch, _ arguments: String...) throws -> [[String: Any]] {
    let result = try CommandResult.ofLeakcheck(
      ["graph.json", "--format", "json", "--limit", "0"] + arguments, in: scratch.url)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require((object as? [String: Any])?["findings"] as? [[String: Any]])
  }

  private func step(_ findings: [[String: Any]], from type: String) -> [String: Any]? {
    findings.lazy.compactMap { ($0["cut"] as? [[String: Any]])?.first }
      .first { $0["from"] as? String == type }
  }

  @Test func `a module of others is judged as a framework's`() throws {
    let before = try findings(try scratch("{\"leakcheck\": 1}"))
    #expect(before.allSatisfy { $0["severity"] as? String == "error" })
    let after = try findings(
      try scratch("{\"leakcheck\": 1, \"modules\": {\"foreign\": [\"Ven*\"]}}"))
    let warnings = after.filter { $0["severity"] as? String == "warning" }
    #expect(warnings.count == 1)
    #expect((warnings.first?["message"] as? String)?.contains("Vendor") == true)
  }

  @Test func `a module of the project is judged as the app's, whatever the graph says`() throws {
    let framework = Self.graph.replacing(
      "\"type\": \"Vendor.Player\"", with: "\"type\": \"Vendor.Player\", \"owner\": \"framework\""
    ).replacing(
      "\"type\": \"Vendor.View\"", with: "\"type\": \"Vendor.View\", \"owner\": \"framework\"")
    let scratch = try Scratch([
      "graph.json": framework,
      "own.json": "{\"leakcheck\": 1, \"modules\": {\"own\": [\"Vendor\"]}}",
    ])
    #expect(try findings(scratch).contains { $0["severity"] as? String == "warning" })
    let own = try findings(scratch, "--config", "own.json")
    #expect(own.allSatisfy { $0["severity"] as? String == "error" })
  }

  @Test func `a row of the project decides who owns whom`() throws {
    // Nothing in the graph shows it: by itself either does.
    let plain = try findings(try scratch("{\"leakcheck\": 1}"))
    #expect(plain.contains { $0["either"] as? Bool == true })
    for (owner, holder, name) in [("y", "Session", "alpha"), ("x", "Plugin", "beta")] {
      let other = holder == "Session" ? "Plugin" : "Session"
      let found = try findings(
        try scratch(
          """
          {"leakcheck": 1, "ownership": [{"holder": ["\(holder)"], "references": ["\(name)"],
           "is": "registered", "ended": "detach(_:)", "code": "APP-1"}]}
          """))
      let from = owner == "y" ? "x" : "y"
      let step = try #require(self.step(found, from: from))
      #expect(step["rule"] as? String == "APP-1")
      #expect(step["how"] as? String == "end" && step["event"] as? String == "detach(_:)")
      #expect((step["fix"] as? String)?.contains(other) == true)
    }
  }

  @Test func `a known leak is a warning until its day`() throws {
    func configuration(until day: String) -> String {
      """
      {"leakcheck": 1, "knownLeaks": [{"types": ["Coordinator"], "because": "it runs",
       "ticket": "APP-7", "versions": "1.2", "avoid": "let it be", "until": "\(day)"}]}
      """
    }
    let known = try findings(try scratch(configuration(until: "2999-12-31")))
    let finding = try #require(known.first { $0["known"] != nil })
    #expect(finding["severity"] as? String == "warning")
    #expect(
      (finding["known"] as? [String: String]) == [
        "because": "it runs", "ticket": "APP-7", "versions": "1.2", "avoid": "let it be",
      ])
    // Nothing hangs off it that should be gone: what the app has on the cycle can be cut.
    let cut = try #require(finding["cut"] as? [[String: Any]])
    #expect(cut.map { $0["from"] as? String } == ["c"])
    let over = try scratch(configuration(until: "2001-01-01"))
    #expect(try findings(over).allSatisfy { $0["severity"] as? String == "error" })
    #expect(try over.run("graph.json").errors.contains("was accepted until 2001-01-01"))
  }

  @Test func `what is expected gone is so unless the graph says otherwise`() throws {
    let scratch = try scratch(
      "{\"leakcheck\": 1, \"expectGone\": [\"*Screen\"], \"roots\": [\"Coordinator\"]}")
    let found = try findings(scratch)
    let abandoned = found.filter { $0["kind"] as? String == "abandoned" }
    #expect(abandoned.count == 1)
    #expect((abandoned.first?["message"] as? String)?.contains("CartScreen") == true)
    let cycle = found.first { ($0["path"] as? [[String: Any]])?.first?["id"] as? String == "c" }
    #expect(cycle?["reachable"] as? Bool == true)
  }

  @Test func `it is found from a folder below, and not above the package`() throws {
    let scratch = try scratch("{\"leakcheck\": 1, \"expectGone\": [\"Cart*\"]}")
    let below = scratch.url.appendingPathComponent("Sources/App")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    let found = try CommandResult.ofLeakcheck(["../../graph.json"], in: below)
    #expect(found.output.contains("1 abandoned"))
    let package = below.appendingPathComponent("Package.swift")
    try Data().write(to: package)
    #expect(
      try !CommandResult.ofLeakcheck(["../../graph.json"], in: below).output.contains("abandoned ·")
    )
    let none = try CommandResult.ofLeakcheck(["config", "--check"], in: below)
    #expect(none.status == 2 && none.errors.contains("no .leakcheck.json"))
    #expect(try CommandResult.ofLeakcheck(["config"], in: below).status == 0)
  }

  @Test func `a scenario is judged by it as well, and its replays stay`() throws {
    let scenario = """
      {"leakcheck": 1, "scenario": "s", "types": {"Node": {"is": "NSObject"}}, "steps": [
       {"new": "Node", "as": "a"}, {"set": "a.me", "to": "a"}, {"drop": "a"}]}
      """
    let scratch = try Scratch([
      "s.json": scenario, "package.json": "{\"leakcheck\": 1}",
      "known.json":
        "{\"leakcheck\": 1, \"knownLeaks\": [{\"types\": [\"Node\"], \"because\": \"so\"}]}",
    ])
    #expect(try scratch.run("simulate", "s.json", "--config", "package.json").status == 1)
    let known = try scratch.run("simulate", "s.json", "--config", "known.json")
    #expect(known.status == 0 && known.output.contains("known leak: so"))
  }

  @Test func `it is explained, and hostile texts stay inert`() throws {
    let scratch = try scratch(
      """
      {"leakcheck": 1, "modules": {"own": ["App"], "foreign": ["Vendor"]},
       "ownership": [{"holder": ["S\\u001b[31m"], "is": "owned"}],
       "knownLeaks": [{"types": ["A", "B*"], "because": "b\\u202e", "ticket": "T-1", "until": "2999-12-31"}],
       "expectGone": ["*Screen"], "roots": ["App"], "x-note": "kept"}
      """)
    let result = try scratch.run("config", "--check")
    #expect(result.status == 0)
    #expect(!result.output.contains("\u{1b}") && !result.output.contains("\u{202e}"))
    for words in [
      "modules of the project: App", "owns everything it holds", "A, B*", "T-1", "until 2999-12-31",
    ] {
      #expect(result.output.contains(words), "\(words)")
    }
  }

  @Test(arguments: [
    (
      "{\"leakcheck\": 1, \"expectGnoe\": []}", "1:18: unknown key \"expectGnoe\"",
      "did you mean \"expectGone\"?"
    ),
    ("{\"leakcheck\": 2}", "1:15: \"leakcheck\" is not 1", "expected 1"),
    ("{}", "1:1: missing key \"leakcheck\"", "expected"),
    ("[]", "1:1: a configuration is an array", "expected an object"),
    ("{\"leakcheck\": 1,\n \"roots\": \"a\"}", "2:11: \"roots\" is a string", "expected a list"),
    ("{\"leakcheck\": 1, \"roots\": [\"\"]}", "1:28: \"roots\" is empty", "expected a text"),
    (
      "{\"leakcheck\": 1, \"ownership\": [{\"is\": \"owned\"}]}", "1:32: missing key \"holder\"",
      "in a row"
    ),
    (
      "{\"leakcheck\": 1, \"ownership\": [{\"holder\": [\"A\"], \"is\": \"onwed\"}]}",
      "\"onwed\" is not a value of \"is\"", "did you mean \"owned\"?"
    ),
    (
      "{\"leakcheck\": 1, \"ownership\": [{\"holder\": [], \"is\": \"owned\"}]}",
      "\"holder\" is empty", "a list with a type"
    ),
    (
      "{\"leakcheck\": 1, \"ownership\": [{\"holder\": [\"A\"], \"is\": \"owned\", \"before\": \"b\"}]}",
      "belong together", "both"
    ),
    (
      "{\"leakcheck\": 1, \"knownLeaks\": [{\"types\": [\"A\"], \"because\": \"b\", \"until\": \"2027-02-30\"}]}",
      "\"until\" is \"2027-02-30\"", "a day such as"
    ),
    (
      "{\"leakcheck\": 1, \"knownLeaks\": [{\"types\": [\"A\"], \"because\": \"b\", \"code\": \"LK001\"}]}",
      "the code \"LK001\"", "not beginning with LK"
    ),
    ("{\"leakcheck\": 1", "truncated", "inside an object"),
  ])
  func `what is wrong is told with its place and what was meant`(
    text: String, problem: String, expected: String
  ) throws {
    let scratch = try scratch(text)
    for arguments in [["config", "--check"], ["graph.json"], ["top", "graph.json"]] {
      let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains(".leakcheck.json:"))
      #expect(result.errors.contains(problem), "\(result.errors)")
      #expect(result.errors.contains(expected), "\(result.errors)")
    }
  }

  @Test func `patterns are bounded in number and length`() throws {
    func patterns(_ count: Int, _ length: Int) -> String {
      let pattern = "\"\(String(repeating: "T", count: length))\""
      let list = Array(repeating: pattern, count: count).joined(separator: ",")
      return "{\"leakcheck\": 1, \"roots\": [\(list)]}"
    }
    for (text, problem) in [
      (patterns(1_000, 1_000), ""), (patterns(1_001, 1), "1:27: \"roots\" has 1001 entries"),
      (patterns(1, 1_001), "is too long a pattern, expected at most 1000 bytes"),
    ] {
      let result = try scratch(text).run("graph.json")
      #expect(result.status == (problem.isEmpty ? 1 : 2))
      #expect(problem.isEmpty || result.errors.contains(problem), "\(result.errors)")
      #expect(result.errors.utf8.count < 1_000, "\(result.errors)")
    }
  }

  @Test func `its schema accepts what it accepts`() async throws {
    let schema = try CommandResult.ofLeakcheck(
      ["schema", "--config"], in: FileManager.default.temporaryDirectory)
    #expect(schema.status == 0)
    let valid = """
      {"leakcheck": 1, "modules": {"own": ["App"]}, "ownership": [{"holder": ["A"], "is": "back",
       "before": "a", "after": "b"}], "knownLeaks": [{"types": ["A"], "because": "b", "until": "2096-02-29"}],
       "x-a": 1}
      """
    let scratch = try Scratch([
      "schema.json": schema.output, "valid.json": valid,
      "wrong.json": valid.replacing("back", with: "beck"),
      "unknown.json": valid.replacing("because", with: "becuase"),
      "no-date.json": valid.replacing("2096-02-29", with: "next spring"),
      "no-month.json": valid.replacing("2096-02-29", with: "2096-13-01"),
      "no-day.json": valid.replacing("2096-02-29", with: "2096-02-32"),
      "short.json": valid.replacing("2096-02-29", with: "2096-2-9"),
      "in-other-years.json": valid.replacing("2096-02-29", with: "2095-02-29"),
      "validate.py": """
      import json, jsonschema, sys
      schema = json.load(open("schema.json"))
      validator = jsonschema.Draft202012Validator
      validator.check_schema(schema)
      dates = validator.FORMAT_CHECKER if sys.argv[2:] else None
      validator(schema, format_checker=dates).validate(json.load(open(sys.argv[1])))
      """,
    ])
    let files = ["wrong", "unknown", "no-date", "no-month", "no-day", "short", "in-other-years"]
    for (file, isValid) in [("valid.json", true)] + files.map({ ("\($0).json", false) }) {
      let result = try await CommandResult.ofTool(
        // Only a validator that knows formats can tell a leap year.
        "python3", ["validate.py", file] + (file.hasPrefix("in-") ? ["formats"] : []),
        in: scratch.url, limit: .seconds(120))
      #expect((result.status == 0) == isValid, "\(result.errors)")
      #expect((try scratch.run("config", "--config", file).status == 0) == isValid)
    }
  }
}
