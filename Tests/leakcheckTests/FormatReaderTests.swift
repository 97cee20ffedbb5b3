import Foundation
import LeakCheckTestSupport
import Testing

/// Every format of build servers, of all cases and scenarios, read by programs that leakcheck has no part in.
@Suite struct FormatReaderTests {
  private static let examples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples")
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  private static let formats = [
    "sarif", "junit", "gitlab", "checkstyle", "xcode", "github", "jsonl",
  ]

  /// Each format of each example, of all cases in one run, and of a difference, in a folder.
  private func results() throws -> Scratch {
    let scratch = try Scratch([:])
    // A program takes longer to start than to judge an example: all of a kind are one run.
    let cases = try inputs("Cases", "graph.json")
    let scenarios = try inputs("Scenarios", "scenario.json")
    try run(["check"] + cases, into: "cases", in: scratch)
    try run(["simulate"] + scenarios, into: "scenarios", in: scratch)
    for (place, input) in cases.prefix(Rounds.of(cases.count, usually: 2)).enumerated() {
      try run(["check", input], into: "case\(place)", in: scratch)
    }
    let alone = scenarios.prefix(Rounds.of(scenarios.count, usually: 1))
    for (place, input) in alone.enumerated() {
      try run(["simulate", input], into: "scenario\(place)", in: scratch)
    }
    try run(["diff"] + cases.prefix(3), into: "difference", in: scratch)
    return scratch
  }

  /// The examples of a folder, more than fifteen.
  private func inputs(_ folder: String, _ file: String) throws -> [String] {
    let root = Self.examples.appendingPathComponent(folder)
    let inputs = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map {
      root.appendingPathComponent("\($0)/\(file)").path
    }.filter(FileManager.default.fileExists)
    #expect(inputs.count > 15)
    return inputs
  }

  private func run(_ arguments: [String], into name: String, in scratch: Scratch) throws {
    let reports = Self.formats.flatMap { ["--report", "\($0)=\(name).\($0)"] }
    let result = try CommandResult.ofLeakcheck(
      arguments + reports + ["--label", "version=4.2"], in: scratch.url)
    #expect(result.status <= 1, "\(name): \(result.errors)")
  }

  private func python(_ program: String, _ arguments: String..., in scratch: Scratch) async throws {
    let result = try await CommandResult.ofTool(
      "/usr/bin/python3", ["-c", program] + arguments, in: scratch.url, limit: .seconds(120))
    #expect(result.status == 0 && result.output == "good\n", "\(result.output)\(result.errors)")
  }

  @Test func `readers and validators from outside accept each format`() async throws {
    // To make the results takes longer than to read them.
    let scratch = try results()
    try await expectSchemasAccept(scratch)
    try await expectReadersAccept(scratch)
  }

  /// JSON of each kind follows its schema.
  private func expectSchemasAccept(_ scratch: Scratch) async throws {
    try await python(
      """
      import glob, json, jsonschema, sys
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.Draft7Validator(schema)
      files = glob.glob("*.sarif")
      assert len(files) > 4, len(files)
      results = 0
      for file in files:
          log = json.load(open(file))
          errors = [error.message for error in validator.iter_errors(log)]
          assert not errors, (file, errors[:3])
          for run in log["runs"]:
              rules = run["tool"]["driver"]["rules"]
              assert all(rule["help"]["text"] for rule in rules)
              for result in run["results"]:
                  results += 1
                  assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
                  place = result["locations"][0]["physicalLocation"]
                  assert place["artifactLocation"]["uri"] and place["region"]["startLine"] > 0
                  for graph in result.get("graphs", []):
                      nodes = {node["id"] for node in graph["nodes"]}
                      ends = {edge[key] for edge in graph["edges"] for key in ("sourceNodeId", "targetNodeId")}
                      assert ends <= nodes and len(nodes) == len(graph["nodes"])
      assert results > 60, results
      print("good")
      """, Self.fixtures.appendingPathComponent("sarif-2.1.0.schema.json").path, in: scratch)
    try await python(
      """
      import glob, json, re
      for file in glob.glob("*.gitlab"):
          rows = json.load(open(file))
          assert len({row["fingerprint"] for row in rows}) == len(rows), file
          for row in rows:
              assert row["description"] and row["check_name"] and row["location"]["path"]
              assert row["severity"] in ("info", "minor", "major", "critical", "blocker")
              assert row["location"]["lines"]["begin"] > 0
      for file in glob.glob("*.xcode"):
          for line in open(file):
              assert re.fullmatch(r"[^:\\n]+:\\d+:\\d+: (error|warning|note): .+\\n", line), line
      for file in glob.glob("*.github"):
          lines = open(file).read().splitlines()
          commands = [line for line in lines if line.startswith("::")]
          assert len(commands) <= 10 and len(lines) <= len(commands) + 1
          for line in commands:
              assert re.fullmatch(r"::(error|warning|notice) file=[^:,]+(,line=\\d+)?,title=[^:,]+::.+", line), line
      lines = [json.loads(line) for line in open("cases.jsonl")]
      assert len(lines) >= 15 and all(line["labels"] == {"version": "4.2"} for line in lines)
      print("good")
      """, in: scratch)
  }

  /// JUnit and Checkstyle are read as XML and by a reader of test reports.
  private func expectReadersAccept(_ scratch: Scratch) async throws {
    try await python(
      """
      import glob, subprocess, sys
      import xml.etree.ElementTree as ET
      files = glob.glob("*.junit")
      assert len(files) > 4
      for file in files:
          root = ET.parse(file).getroot()
          for total in ("tests", "failures", "errors", "skipped"):
              assert int(root.get(total)) == sum(int(suite.get(total)) for suite in root), (file, total)
          for number, suite in enumerate(root):
              cases = suite.findall("testcase")
              assert len(cases) == int(suite.get("tests")) and cases[0].get("name") == "is read and judged"
              assert sum(1 for case in cases if case.find("failure") is not None) == int(suite.get("failures"))
              assert len({case.get("name") for case in cases}) == len(cases), file
              ET.ElementTree(suite).write("%s.%d.suite" % (file, number))
      suites = glob.glob("*.suite")
      done = subprocess.run(["xmllint", "--noout", "--schema", sys.argv[1]] + suites, capture_output=True, text=True)
      assert done.returncode == 0, done.stderr[:2000]
      errors = 0
      for file in glob.glob("*.checkstyle"):
          root = ET.parse(file).getroot()
          assert root.tag == "checkstyle"
          for error in root.iter("error"):
              errors += 1
              assert error.get("severity") in ("error", "warning", "info") and int(error.get("line")) > 0
      assert errors > 60, errors
      print("good")
      """, Self.fixtures.appendingPathComponent("surefire-report.xsd").path, in: scratch)
    let reader = try await CommandResult.ofTool(
      "/usr/bin/python3",
      [
        "-c",
        """
        import glob, junitparser
        for file in glob.glob("*.junit"):
            report = junitparser.JUnitXml.fromfile(file)
            cases = [case for suite in report for case in suite]
            failed = [case for case in cases if any(isinstance(r, junitparser.Failure) for r in case.result)]
            assert len(cases) == report.tests and len(failed) == report.failures, file
        print("good")
        """,
      ], in: scratch.url, limit: .seconds(60))
    #expect(reader.output == "good\n", "\(reader.errors)")
  }
}
