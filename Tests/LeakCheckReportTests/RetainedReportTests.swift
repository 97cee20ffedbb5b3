import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

/// A list of sessions with buffers, a chain, an object that nothing keeps and one that keeps itself; 10 bytes each.
private func dominators(size: Int64 = 10) throws -> ObjectDominators {
  let graph = try ObjectGraph(
    """
    app!; app -> list; list -> s1; list -> s2; list -> s3; s1 -> b1; s2 -> b2; list -> log; \
    app -> k; k -> k1; free; me -> me
    """
  ).changing(objects: { object in
    object.size = size
    object.type = String("\(object.id)".prefix { $0.isLetter })
  })
  return ObjectDominators(of: GraphAnalysis(of: graph))
}

private func text(_ report: RetainedReport, _ charset: TextFormat.Charset = .unicode) -> String {
  var options = TextFormat.Options()
  options.charset = charset
  return RetainedText(options: options).text(of: report)
}

@Suite struct RetainedTextTests {
  @Test func `the tables have the largest objects and types`() throws {
    let expected = """
      11 objects stay, 110 bytes · g.json
        unreachable: 1 object (10 bytes) leaked, 1 object (10 bytes) freed

         retained   shallow  share  objects  object
        100 bytes  10 bytes   91 %       10  app (app)
         70 bytes  10 bytes   64 %        7  list (list)
         20 bytes  10 bytes   18 %        2  k (k)
        … and 8 more objects: raise --limit

         retained   shallow  share  objects  count  type
        100 bytes  10 bytes   91 %       10      1  app
         70 bytes  10 bytes   64 %        7      1  list
         50 bytes  30 bytes   46 %        5      3  s
        … and 4 more types: raise --limit

      """
    let report = RetainedReport(tablesOf: try dominators(), input: "g.json", limit: 3)
    #expect(text(report) == expected)
  }

  @Test func `the tree has the largest subtrees`() throws {
    let expected = """
      11 objects stay, 110 bytes · g.json
        unreachable: 1 object (10 bytes) leaked, 1 object (10 bytes) freed

         retained  share  objects  dominator tree
        100 bytes   91 %       10  app (app)
         70 bytes   64 %        7  ├─ list (list)
         50 bytes   46 %        5  │  ├─ s × 3
         20 bytes   18 %        2  │  │  ╰─ b × 2
         10 bytes  9.1 %        1  │  ╰─ and 1 more type
         20 bytes   18 %        2  ╰─ and 1 more type
         10 bytes  9.1 %        1  and 1 more type
        … raise --limit to see more of it

      """
    let report = RetainedReport(treeOf: try dominators(), input: "g.json", depth: 9, limit: 4)
    #expect(text(report) == expected)
  }

  @Test func `the whole tree is drawn, in ASCII too`() throws {
    let expected = """
      11 objects stay, 110 bytes - g.json
        unreachable: 1 object (10 bytes) leaked, 1 object (10 bytes) freed

         retained  share  objects  dominator tree
        100 bytes   91 %       10  app (app)
         70 bytes   64 %        7  +- list (list)
         50 bytes   46 %        5  |  +- s x 3
         20 bytes   18 %        2  |  |  `- b x 2
         10 bytes  9.1 %        1  |  `- log (log)
         20 bytes   18 %        2  `- k (k)
         10 bytes  9.1 %        1     `- k (k1)
         10 bytes  9.1 %        1  me (me)

      """
    let report = RetainedReport(treeOf: try dominators(), input: "g.json", depth: 9, limit: 40)
    #expect(text(report, .ascii) == expected)
  }

  @Test func `a graph without sizes counts objects instead`() throws {
    let drawn = text(
      RetainedReport(tablesOf: try dominators(size: 0), input: "g.json", limit: 2))
    #expect(
      drawn.hasPrefix(
        """
        11 objects stay · g.json
          unreachable: 1 object leaked, 1 object freed

          share  objects  object
           91 %       10  app (app)
           64 %        7  list (list)
        """), "\(drawn)")
  }

  @Test func `what is all reachable says so`() {
    let analysis = GraphAnalysis(of: ObjectGraph("a! -> b"))
    let drawn = text(
      RetainedReport(tablesOf: ObjectDominators(of: analysis), input: "g", limit: 9))
    #expect(drawn.hasPrefix("2 objects stay · g\n  nothing is unreachable\n"))
    let empty = ObjectDominators(of: GraphAnalysis(of: ObjectGraph("")))
    #expect(
      text(RetainedReport(treeOf: empty, input: "g", depth: 1, limit: 9)).hasPrefix(
        "0 objects stay · g\n"))
  }
}

@Suite struct RetainedMarkdownTests {
  @Test func `the tree is a nested list`() throws {
    let expected = """
      ## leakcheck top: g.json

      11 objects stay, 110 bytes · unreachable: 1 object (10 bytes) leaked, 1 object (10 bytes) freed

      - app \\(app\\): 100 bytes, 91 %, 10 objects
        - list \\(list\\): 70 bytes, 64 %, 7 objects
          - s × 3: 50 bytes, 46 %, 5 objects
            - b × 2: 20 bytes, 18 %, 2 objects
          - and 1 more type: 10 bytes, 9.1 %, 1 object
        - and 1 more type: 20 bytes, 18 %, 2 objects
      - and 1 more type: 10 bytes, 9.1 %, 1 object

      """
    let report = RetainedReport(treeOf: try dominators(), input: "g.json", depth: 9, limit: 4)
    #expect(RetainedMarkdown().text(of: report) == expected)
  }

  @Test func `the tables are tables`() throws {
    let expected = """
      ## leakcheck top: g.json

      11 objects stay, 110 bytes · unreachable: 1 object (10 bytes) leaked, 1 object (10 bytes) freed

      | retained | shallow | share | objects | object |
      | ---: | ---: | ---: | ---: | --- |
      | 100 bytes | 10 bytes | 91 % | 10 | app \\(app\\) |

      | retained | shallow | share | objects | count | type |
      | ---: | ---: | ---: | ---: | ---: | --- |
      | 100 bytes | 10 bytes | 91 % | 10 | 1 | app |

      """
    let report = RetainedReport(tablesOf: try dominators(), input: "g.json", limit: 1)
    #expect(RetainedMarkdown().text(of: report) == expected)
  }
}

@Suite struct RetainedJSONTests {
  private func top(_ report: RetainedReport) throws -> [String: Any] {
    let text = RetainedJSON().text(of: report)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(value?["leakcheck"] as? Int == 1)
    return try #require(value?["top"] as? [String: Any])
  }

  @Test func `tables have objects and types`() throws {
    let top = try top(RetainedReport(tablesOf: try dominators(), input: "g.json", limit: 3))
    #expect(
      top.keys.sorted() == ["bytes", "counts", "input", "name", "objects", "types"])
    #expect(top["counts"] as? [String: Int] == ["reachable": 10, "leaked": 1, "freed": 1])
    #expect(top["bytes"] as? [String: Int] == ["reachable": 100, "leaked": 10, "freed": 10])
    let objects = try #require(top["objects"] as? [[String: Any]])
    #expect(objects.map { $0["id"] as? String } == ["app", "list", "k"])
    #expect(objects.map { $0["retainedBytes"] as? Int } == [100, 70, 20])
    let types = try #require(top["types"] as? [[String: Any]])
    #expect(types.map { $0["instances"] as? Int } == [1, 1, 3])
  }

  @Test func `the tree has rows in the order of reading`() throws {
    let report = RetainedReport(treeOf: try dominators(), input: "g.json", depth: 3, limit: 3)
    let top = try top(report)
    let rows = try #require(top["rows"] as? [[String: Any]])
    #expect(rows.map { $0["depth"] as? Int } == [0, 1, 2])
    #expect(rows.map { $0["id"] as? String } == ["app", "list", nil])
    #expect(rows.map { $0["count"] as? Int } == [1, 1, 3])
    let hidden = ["rows": 1, "retainedBytes": 20, "retainedObjects": 2]
    #expect(rows[0]["hidden"] as? [String: Int] == hidden)
    // The last level is not opened, but says what it hides.
    let below = ["rows": 1, "retainedBytes": 20, "retainedObjects": 2]
    #expect(rows[2]["hidden"] as? [String: Int] == below)
  }
}

@Suite struct ChangeTextTests {
  @Test(arguments: [(0, "0"), (12, "+12"), (-3, "-3"), (12_345, "+12\u{2009}345")])
  func `a change of a count has its sign`(change: Int, text: String) {
    #expect(ChangeText.count(change) == text)
  }

  @Test(
    arguments: [
      (0, "0 bytes"), (1, "+1 byte"), (-96, "-96 bytes"), (1_258_291, "+1.2 MB"),
      (.min, "-8.0 EB"),
    ] as [(Int64, String)])
  func `a change of bytes has its sign and unit`(change: Int64, text: String) {
    #expect(ChangeText.bytes(change) == text)
  }

  @Test(
    arguments: [
      (0, 0, ""), (0, 9, "0 %"), (1, 100_000, "<0.1 %"), (65, 1_000, "6.5 %"), (9, 10, "90 %"),
      (.max, .max, "100 %"), (999, 10_000, "10 %"),
    ] as [(Int64, Int64, String)])
  func `a share is in hundredths`(part: Int64, whole: Int64, text: String) {
    #expect(ChangeText.share(part, of: whole) == text)
  }
}
