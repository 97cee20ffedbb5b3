import Foundation
import LeakCheckTestSupport
import Testing

@Suite struct BaselineCommandTests {
  /// Cycles of one kind, `count` times.
  private func graph(_ count: Int) -> String {
    let objects = (0..<count).flatMap { number in
      ["{\"id\": \"a\(number)\", \"type\": \"A\"}", "{\"id\": \"b\(number)\", \"type\": \"B\"}"]
    }
    let references = (0..<count).flatMap { number in
      [
        "{\"from\": \"a\(number)\", \"to\": \"b\(number)\", \"name\": \"b\"}",
        "{\"from\": \"b\(number)\", \"to\": \"a\(number)\", \"name\": \"a\"}",
      ]
    }
    return "{\"leakcheck\": 1, \"objects\": [\(objects.joined(separator: ", "))],"
      + " \"references\": [\(references.joined(separator: ", "))]}"
  }

  private func scratch() throws -> Scratch {
    try Scratch(["two.json": graph(2), "twenty.json": graph(20), "none.json": graph(0)])
  }

  @Test func `more than were accepted is a finding`() throws {
    let scratch = try scratch()
    #expect(try scratch.run("two.json", "--write-baseline", "b.json").status == 1)
    #expect(try scratch.run("two.json", "--baseline", "b.json").status == 0)
    let more = try scratch.run("twenty.json", "--baseline", "b.json")
    #expect(more.status == 1)
    #expect(more.output.contains("accepted 2 times, 20 now"))
    let object = try JSONSerialization.jsonObject(with: try scratch.data("b.json"))
    let file = try #require(object as? [String: Any])
    #expect(file["leakcheck"] as? Int == 2)
    let entry = try #require((file["baseline"] as? [[String: Any]])?.first)
    #expect(entry["count"] as? Int == 2 && (entry["message"] as? String)?.isEmpty == false)
  }

  @Test func `version 1 is read, and accepts any number`() throws {
    let scratch = try scratch()
    _ = try scratch.run("two.json", "--write-baseline", "b.json")
    let object = try JSONSerialization.jsonObject(with: try scratch.data("b.json"))
    let rows = (object as? [String: Any])?["baseline"] as? [[String: Any]]
    let print = try #require(rows?.first?["fingerprint"] as? String)
    try Data("{\"leakcheck\": 1, \"baseline\": [\"\(print)\"]}".utf8)
      .write(to: scratch.url.appendingPathComponent("v1.json"))
    #expect(try scratch.run("twenty.json", "--baseline", "v1.json").status == 0)
  }

  @Test(arguments: [("2999-12-31", 0), ("2001-01-01", 1)])
  func `what is accepted until a day is an error afterwards`(until: String, status: Int32) throws {
    let scratch = try scratch()
    _ = try scratch.run("two.json", "--write-baseline", "b.json")
    let text = String(decoding: try scratch.data("b.json"), as: UTF8.self)
    let limited = text.replacing(
      "\"count\": 2",
      with: "\"count\": 2, \"because\": \"vendor\", \"ticket\": \"APP-7\", \"until\": \"\(until)\"")
    try Data(limited.utf8).write(to: scratch.url.appendingPathComponent("b.json"))
    let result = try scratch.run("two.json", "--baseline", "b.json")
    #expect(result.status == status, "\(result.errors)")
    #expect(
      result.output.contains("was accepted until 2001-01-01 (vendor, APP-7)") == (status == 1))
    // Written again, the reasons stay.
    _ = try scratch.run("two.json", "--baseline", "b.json", "--write-baseline", "b.json")
    let again = String(decoding: try scratch.data("b.json"), as: UTF8.self)
    #expect(again.contains("APP-7") && again.contains("2999") == (status == 0))
  }

  @Test func `what no longer occurs is named, and pruned when that is asked for`() throws {
    let scratch = try scratch()
    _ = try scratch.run("two.json", "--write-baseline", "b.json")
    let named = try scratch.run("none.json", "--baseline", "b.json")
    #expect(named.status == 0)
    #expect(
      named.errors.contains("note: 1 entry of b.json that no longer occurs; --prune-baseline"))
    #expect(named.errors.contains("  cycle:A.b:"))
    let pruned = try scratch.run("none.json", "--baseline", "b.json", "--prune-baseline")
    #expect(pruned.status == 0 && pruned.errors.contains("took 1 entry out of b.json"))
    #expect(
      String(decoding: try scratch.data("b.json"), as: UTF8.self).contains("\"baseline\": []"))
    #expect(try scratch.run("two.json", "--prune-baseline").status == 64)
  }

  @Test func `a device without an end is not a baseline and no scenario`() throws {
    let scratch = try scratch()
    for arguments in [
      ["two.json", "--baseline", "/dev/zero"], ["simulate", "/dev/zero"], ["/dev/zero"],
    ] {
      let result = try CommandResult.ofLeakcheck(arguments, in: scratch.url)
      #expect(result.status == 2)
      #expect(result.errors.contains("/dev/zero: it is a device that goes on after 256 MB"))
    }
  }

  @Test(arguments: [
    ("[", "b.json:1:2: "), ("[]", "b.json:1:1: a baseline is an array"),
    ("{\"leakcheck\": 3, \"baseline\": []}", "b.json:1:15: \"leakcheck\" is not a version"),
    ("{\"leakcheck\": 2}", "no list \"baseline\""),
    ("{\"leakcheck\": 2, \"baseline\": [{\"count\": 1}]}", "\"fingerprint\" is missing"),
    (
      "{\"leakcheck\": 2,\n \"baseline\": [{\"fingerprint\": \"a\", \"cuont\": 1}]}",
      "b.json:2:36: unknown key \"cuont\""
    ),
    (
      "{\"leakcheck\": 2, \"baseline\": [{\"fingerprint\": \"a\", \"count\": 0}]}",
      "expected a whole number from 1 on"
    ),
    (
      "{\"leakcheck\": 2, \"baseline\": [{\"fingerprint\": \"a\", \"until\": \"soon\"}]}",
      "expected a day such as"
    ),
    ("{\"leakcheck\": 1, \"baseline\": [\"a\", \"a\"]}", "is there twice"),
    (
      "{\"leakcheck\": 1, \"baseline\": [1]}",
      "an entry of version 1 is a number, expected a string"
    ),
  ])
  func `a bad baseline is refused with its place`(text: String, message: String) throws {
    let scratch = try Scratch(["b.json": text, "two.json": graph(2)])
    let result = try scratch.run("two.json", "--baseline", "b.json")
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
