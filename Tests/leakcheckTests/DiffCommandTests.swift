import Foundation
import LeakCheckTestSupport
import Testing

/// Visits of a screen: each leaves a session on a cycle; the first fills a cache.
private func visits(_ count: Int) -> String {
  var objects = [#"{"id": "app", "type": "App", "root": true}"#]
  var references: [String] = []
  for visit in 0..<count {
    objects.append(#"{"id": "s\#(visit)", "type": "Session", "size": 64}"#)
    references.append(#"{"from": "s\#(visit)", "to": "s\#(visit)", "name": "me"}"#)
  }
  if count > 0 {
    objects.append(#"{"id": "cache", "type": "Cache", "size": 100}"#)
    references.append(#"{"from": "app", "to": "cache", "name": "cache"}"#)
  }
  return """
    {"leakcheck": 1, "objects": [\(objects.joined(separator: ","))],
    "references": [\(references.joined(separator: ","))]}
    """
}

@Suite struct DiffCommandTests {
  private func scratch() throws -> Scratch {
    try Scratch(["0.json": visits(0), "1.json": visits(1), "2.json": visits(2)])
  }

  @Test func `new findings end with 1, all others with 0`() throws {
    let scratch = try scratch()
    #expect(try scratch.run("diff", "0.json", "1.json").status == 1)
    #expect(try scratch.run("diff", "0.json", "1.json", "--fail-on", "never").status == 0)
    #expect(try scratch.run("diff", "1.json", "2.json").status == 0)
    let gone = try scratch.run("diff", "2.json", "0.json")
    #expect(gone.status == 0)
    #expect(gone.output.hasPrefix("no new finding, 1 gone; 2 types shrank\n"))
    #expect(gone.errors == "")
  }

  @Test func `growth decides only where it is asked to`() throws {
    let scratch = try scratch()
    let files = ["diff", "0.json", "1.json", "2.json", "--fail-on", "never"]
    let told = try CommandResult.ofLeakcheck(files, in: scratch.url)
    #expect(told.status == 0)
    #expect(told.output.hasPrefix("1 new finding; 1 type grows by every repeat\n"))
    let asked = try CommandResult.ofLeakcheck(files + ["--fail-on-growth"], in: scratch.url)
    #expect(asked.status == 1)
    let still = ["diff", "2.json", "2.json", "2.json", "--fail-on-growth"]
    #expect(try CommandResult.ofLeakcheck(still, in: scratch.url).status == 0)
    let two = try scratch.run("diff", "0.json", "1.json", "--fail-on-growth")
    #expect(two.status == 64)
    #expect(two.errors.contains("one step cannot tell a leak from a cache"))
  }

  @Test func `text says what to run next, and no path to what nothing held reaches`() throws {
    let result = try scratch().run("diff", "0.json", "1.json", "2.json", "--charset", "ascii")
    #expect(
      result.output.hasSuffix(
        "\n  next leakcheck check 2.json\n"))
    #expect(result.output.contains("+ error  retain cycle x 0 -> 1 -> 2"))
  }

  @Test func `JSON and Markdown are written to a file`() throws {
    let scratch = try scratch()
    let json = try scratch.run(
      "diff", "0.json", "2.json", "--format", "json", "--output", "out.json")
    #expect(json.status == 1 && json.output == "")
    let value = try JSONSerialization.jsonObject(with: scratch.data("out.json"))
    let diff = try #require((value as? [String: Any])?["diff"] as? [String: Any])
    #expect(diff["verdict"] as? String == "1 new finding; 2 types grew")
    let markdown = try scratch.run("diff", "0.json", "2.json", "--format", "markdown")
    #expect(markdown.output.hasPrefix("## leakcheck diff: 1 new finding; 2 types grew\n"))
    #expect(try scratch.run("diff", "0.json", "2.json", "--output", "none/x").status == 2)
  }

  @Test func `options apply to every graph, and one graph is not enough`() throws {
    let scratch = try scratch()
    let gone = try scratch.run(
      "diff", "1.json", "2.json", "--expect-gone", "Cache", "--format", "json")
    #expect(gone.output.contains("\"kind\": \"abandoned\""))
    #expect(gone.status == 0)
    #expect(try scratch.run("diff", "0.json").status == 64)
    #expect(try scratch.run("diff", "0.json", "1.json", "--limit", "-1").status == 64)
    #expect(try scratch.run("diff", "0.json", "none.json").status == 2)
    let input = try scratch.run("diff", "0.json", "-", input: visits(2))
    #expect(input.status == 1)
    #expect(!input.output.contains("next"))
  }
}

@Suite struct TopCommandTests {
  private func scratch() throws -> Scratch { try Scratch(["graph.json": visits(3)]) }

  @Test func `tables and tree are printed`() throws {
    let scratch = try scratch()
    let tables = try scratch.run("top", "graph.json", "--limit", "1", "--charset", "ascii")
    #expect(tables.status == 0)
    #expect(tables.output.hasPrefix("5 objects stay, 292 bytes - graph.json\n"))
    #expect(tables.output.contains("unreachable: 3 objects (192 bytes) leaked"))
    let tree = try scratch.run("top", "graph.json", "--tree", "--depth", "1", "--charset", "ascii")
    #expect(tree.output.contains("192 bytes   66 %        3  Session x 3\n"))
    #expect(!tree.output.contains("Cache"))
  }

  @Test func `JSON and Markdown are printed`() throws {
    let scratch = try scratch()
    let json = try scratch.run("top", "graph.json", "--tree", "--format", "json")
    let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let top = try #require(value?["top"] as? [String: Any])
    #expect((top["rows"] as? [[String: Any]])?.count == 3)
    let markdown = try scratch.run("top", "graph.json", "--format", "markdown")
    #expect(markdown.output.hasPrefix("## leakcheck top: graph.json\n"))
  }

  @Test func `options out of range are wrong usage`() throws {
    let scratch = try scratch()
    #expect(try scratch.run("top", "graph.json", "--limit", "0").status == 0)
    #expect(try scratch.run("top", "graph.json", "--tree", "--depth", "0").status == 64)
    #expect(try scratch.run("top", "graph.json", "--depth", "3").status == 64)
  }
}
