import Foundation
import LeakCheckTestSupport
import Testing

/// The schema of reports against the reports that the program really writes.
@Suite struct ReportSchemaTests {
  private static let examples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples")

  /// Every example's report, in those of several inputs, and some alone, in a folder with the schema.
  private func reports() throws -> Scratch {
    let scratch = try Scratch([:])
    try write(scratch.run("schema", "--report").output, to: "schema.json", in: scratch)
    for (folder, command, file) in [
      ("Cases", "check", "graph.json"), ("Scenarios", "simulate", "scenario.json"),
    ] {
      let root = Self.examples.appendingPathComponent(folder)
      let inputs = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map {
        root.appendingPathComponent("\($0)/\(file)").path
      }.filter(FileManager.default.fileExists)
      let alone = inputs.prefix(Rounds.of(inputs.count, usually: 2))
      for (place, inputs) in ([inputs] + alone.map { [$0] }).enumerated() {
        let result = try CommandResult.ofLeakcheck(
          [command] + inputs + ["--format", "json"], in: scratch.url)
        #expect(result.status <= 1, "\(inputs): \(result.errors)")
        try write(result.output, to: "\(folder)-\(place).report", in: scratch)
      }
    }
    return scratch
  }

  private func write(_ text: String, to name: String, in scratch: Scratch) throws {
    try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name))
  }

  /// Validates every report, then reports with one key taken away, one added, and one value of another type, at each
  /// place in turn.
  ///
  /// The arguments say of every how many-th report, and of about how many of its places.
  private static let program = """
    import glob, json, jsonschema, sys
    schema = json.load(open("schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    files = sorted(glob.glob("*.report"))
    written = [json.load(open(file)) for file in files]
    reports = [report for all in written for report in (all if isinstance(all, list) else [])]
    print(len(reports) >= 40, [n for n, report in enumerate(written + reports) if not validator.is_valid(report)])

    optional = {"either", "known", "code", "cutBounds", "name", "file", "line", "next", "rootPath", "event", "log", "misuse", "failedChecks"}
    def places(value, path=()):
        yield path
        if isinstance(value, (dict, list)):
            for key in (value if isinstance(value, dict) else range(len(value))):
                yield from places(value[key], path + (key,))
    def at(value, path):
        for key in path: value = value[key]
        return value
    refused = accepted = 0
    wrong = []
    for number, report in enumerate(reports[::int(sys.argv[1])]):
        paths = list(places(report))
        for path in paths[::1 + len(paths) // int(sys.argv[2])]:
            value = at(report, path)
            mutants = []
            if isinstance(value, dict):
                mutants.append(dict(value, unknown=1))
                mutants += [{k: v for k, v in value.items() if k != key} for key in value if key not in optional]
            elif path:
                mutants.append({"another": "type"})
            for mutant in mutants:
                if path: at(report, path[:-1])[path[-1]] = mutant
                if validator.is_valid(report if path else mutant): wrong.append((number, path))
                else: refused += 1
                if path: at(report, path[:-1])[path[-1]] = value
    print(refused > 1000, wrong[:3])
    """

  @Test func `every example's report is valid, and none with a change`() throws {
    let scratch = try reports()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [
      "-c", Self.program, "\(Rounds.isAll ? 2 : 8)", "\(Rounds.isAll ? 100_000 : 200)",
    ]
    process.currentDirectoryURL = scratch.url
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(output == "True []\nTrue []\n")
  }

  @Test func `one schema at a time`() throws {
    let result = try Scratch().run("schema", "--report", "--scenario")
    #expect(result.status == 64)
    #expect(try Scratch().run("schema").output.contains("leakcheck object graph, version 1"))
  }
}
