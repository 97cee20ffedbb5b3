import Foundation
import LeakCheckTestSupport
import Testing

@Suite struct MergeCommandTests {
  private func line(
    _ print: String, _ version: String, _ instances: Int, severity: String = "error"
  ) -> String {
    "{\"leakcheck\": 1, \"input\": \"g.json\", \"name\": \"\", \"labels\": {\"version\": \"\(version)\"}, \"kind\": \"cycle\","
      + " \"severity\": \"\(severity)\", \"fingerprint\": \"\(print)\", \"instances\": \(instances), \"message\": \"says \(version)\"}\n"
  }

  private func scratch() throws -> Scratch {
    try Scratch([
      "1.jsonl": line("cycle:a:00000000000000aa", "1.9", 2)
        + line("cycle:b:00000000000000bb", "1.9", 1, severity: "note"),
      "2.jsonl": line("cycle:a:00000000000000aa", "1.10", 5) + "\n",
      "3.jsonl": line("cycle:a:00000000000000aa", "1.2", 1),
    ])
  }

  @Test func `findings of many runs are one table by fingerprint`() throws {
    let result = try scratch().run(
      "merge", "1.jsonl", "2.jsonl", "3.jsonl", "--label", "version", "--charset", "ascii")
    #expect(result.status == 0 && result.errors == "")
    let expected = """
      2 findings, seen 4 times

        severity  seen  instances  first  last  fingerprint  finding
           error     3          8    1.2  1.10     000000aa  cycle: says 1.10
            note     1          1    1.9   1.9     000000bb  cycle: says 1.9

      """
    #expect(result.output == expected)
  }

  @Test func `as JSON it has every row with an exemplar`() throws {
    let result = try scratch().run(
      "merge", "1.jsonl", "2.jsonl", "--label", "version", "--format", "json", "--limit", "0")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let merge = try #require(object?["merge"] as? [String: Any])
    let rows = try #require(merge["findings"] as? [[String: Any]])
    #expect(merge["seen"] as? Int == 3 && rows.count == 2)
    #expect(rows[0]["first"] as? String == "1.9" && rows[0]["last"] as? String == "1.10")
    #expect((rows[0]["exemplar"] as? [String: Any])?["instances"] as? Int == 5)
  }

  @Test func `what check writes is merged, over a pipe as well`() throws {
    let scratch = try Scratch()
    let first = try scratch.run("graph.json", "--format", "jsonl", "--label", "day=2026-03-01")
    let merged = try scratch.run("merge", "-", "--label", "dya", input: first.output + first.output)
    #expect(merged.status == 0 && merged.output.hasPrefix("1 finding, seen 2 times"))
    #expect(merged.errors.contains("no finding has the label \"dya\"; did you mean \"day\"?"))
    #expect(try scratch.run("merge", "-").output == "0 findings, seen 0 times\n")
  }

  @Test func `a finding is shown by what was said of it, whatever its names are`() throws {
    let name = "Пост"
    let graph = """
      {"leakcheck": 1, "objects": [{"id": 1, "type": "\(name)"}], "references": [
      {"from": 1, "to": 1, "name": "self"}]}
      """
    let scratch = try Scratch(["g.json": graph])
    let line = try scratch.run("g.json", "--format", "jsonl").output
    let merged = try scratch.run("merge", "-", "--charset", "unicode", input: line)
    #expect(merged.output.contains("  cycle: \(name) "), "\(merged.output)")
  }

  @Test func `a line without an end is refused`() throws {
    let result = try scratch().run("merge", "/dev/zero")
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("/dev/zero:1:1: a line of more than 64 MB"), "\(result.errors)")
  }

  @Test(arguments: [
    ("{}\n", "x.jsonl:2:1: no finding"), ("{\"leakcheck\": 1", "x.jsonl:2:16: "),
    ("{\"leakcheck\": 1, \"fingerprint\": \"a\"}", "x.jsonl:2:1: a finding without"),
  ])
  func `a line that is no finding is refused with its place`(text: String, message: String) throws {
    let scratch = try Scratch(["x.jsonl": line("a", "1", 1) + text])
    let result = try scratch.run("merge", "x.jsonl")
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `a report of another format is told which one is read`() throws {
    let scratch = try Scratch()
    for format in ["json", "markdown"] {
      #expect(try scratch.run("graph.json", "--format", format, "-o", "r").status == 1)
      let result = try scratch.run("merge", "r")
      #expect(result.status == 2)
      #expect(result.errors.contains("a line as --format jsonl writes it"), "\(result.errors)")
    }
  }
}
