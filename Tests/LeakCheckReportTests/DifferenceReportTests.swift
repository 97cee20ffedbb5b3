import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

private func difference(_ graphs: [ObjectGraph], inputs: [String] = []) -> GraphDifference {
  var series = GraphSeries()
  for (number, graph) in graphs.enumerated() {
    let analysis = GraphAnalysis(of: graph)
    let input = number < inputs.count ? inputs[number] : "\(number).json"
    series.add(analysis, findings: Checks.findings(in: analysis), input: input)
  }
  return GraphDifference(series)
}

/// Sessions with a closure each, on a cycle, and entries of a log, after so many visits of a screen.
private func visits(_ count: Int, size: Int64 = 100) throws -> ObjectGraph {
  let sessions = (0..<count).map { "s\($0) -> c\($0){} 'onEvent'; c\($0) -> s\($0) 'self'" }
  let entries = (0..<count * 2).map { "app! -> e\($0) 'log'" }
  let once = count > 0 ? ["app! -> cache 'cache'"] : ["old -> old 'me'"]
  return try ObjectGraph((["app!"] + sessions + entries + once).joined(separator: "; "))
    .changing(objects: { object in
      let types: [Character: String] = ["s": "Session", "c": "() -> ()", "e": "Entry", "a": "App"]
      let isNamed = object.id == "cache" || object.id == "old"
      object.type = isNamed ? "\(object.id)" : types["\(object.id)".first ?? "a"] ?? "App"
      object.size = size
    })
}

private func text(
  _ difference: GraphDifference, limit: Int? = nil, width: Int = 80,
  _ charset: TextFormat.Charset = .unicode
) -> String {
  var options = TextFormat.Options(width: width)
  options.charset = charset
  options.limit = limit
  return DifferenceText(options: options, isBad: { _ in true }).text(of: difference)
    .replacing(/[0-9a-f]{8}\n/, with: "HASH\n")
}

@Suite struct DifferenceTextTests {
  @Test func `three graphs show what grows by every repeat`() throws {
    let expected = """
      1 new finding, 1 gone; 3 types grow by every repeat

        objects       bytes  leaked  findings  graph
              2   200 bytes       1         1  0.json
              6   600 bytes       2         1  1.json
             10  1000 bytes       4         1  2.json
             +8  +800 bytes      +3         0  change

      new
      + error  retain cycle × 0 → 1 → 2 · 4 objects · 400 bytes               HASH
             Session.onEvent → {closure} → self
        fix  capture [weak self] in the closure

      grows by every repeat, at least by
        +objects      +bytes  objects      bytes  type
              +2  +200 bytes        4  400 bytes  Entry
              +1  +100 bytes        2  200 bytes  () -> ()
              +1  +100 bytes        2  200 bytes  Session

      gone
      - error  retain cycle × 1 → 0 → 0 · 1 object · 100 bytes                HASH
             old.me → old

      other changes, first to last
        +objects      +bytes  objects      bytes  type
              +1  +100 bytes        1  100 bytes  cache
              -1  -100 bytes        0    0 bytes  old

        next leakcheck check 2.json
             leakcheck path 2.json --to Entry

      """
    #expect(text(difference([try visits(0), try visits(1), try visits(2)])) == expected)
  }

  @Test func `two graphs show growth, in ASCII too, and warn of caches`() throws {
    let expected = """
      no new finding, 1 still there, 1 of them in more places; 3 types grew

        objects       bytes  leaked  findings  graph
              6   600 bytes       2         1  0.json
             10  1000 bytes       4         1  1.json
             +4  +400 bytes      +2         0  change

      still there
      = error  retain cycle x 1 -> 2 - 4 objects - 400 bytes                  HASH
             Session.onEvent -> {closure} -> self
        fix  capture [weak self] in the closure

      changes
        +objects      +bytes  objects      bytes  type
              +2  +200 bytes        4  400 bytes  Entry
        ... and 2 more types: raise --limit

        note one step cannot tell a leak from a cache: repeat the action and give a
             graph of each
        next leakcheck path 1.json --to Entry

      """
    let drawn = text(difference([try visits(1), try visits(2)]), limit: 1, .ascii)
    #expect(drawn == expected)
  }

  @Test func `a graph without sizes has no columns of bytes`() throws {
    let drawn = text(difference([try visits(1, size: 0), try visits(2, size: 0)]))
    #expect(drawn.contains("\n  objects  leaked  findings  graph\n"))
    #expect(drawn.contains("\n  +objects  objects  type\n        +2        4  Entry\n"))
    #expect(!drawn.contains("bytes"))
  }

  @Test func `a graph against itself says so`() {
    let graph = ObjectGraph("a! -> b")
    let expected = """
      no findings; no type changed

        objects  findings  graph
              2         0  0.json
              2         0  1.json
              0         0  change

      """
    #expect(text(difference([graph, graph])) == expected)
  }

  @Test func `thousands are grouped in the characters that may be used`() throws {
    let change = difference([try visits(0), try visits(600)])
    #expect(text(change).contains("+1\u{2009}200"))
    let ascii = text(change, .ascii)
    #expect(ascii.contains("+1,200"))
    #expect(ascii.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `colour adds nothing but escapes`() throws {
    let change = difference([try visits(0), try visits(1)])
    var options = TextFormat.Options()
    let plain = DifferenceText(options: options, isBad: { _ in true }).text(of: change)
    options.useColor = true
    let colored = DifferenceText(options: options, isBad: { _ in true }).text(of: change)
    #expect(colored.contains("\u{1b}[1;31m1 new finding"))
    #expect(colored.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain)
  }

  @Test(arguments: [
    ("Session", "Session"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("", "'(no name)'"),
    ("$(rm)", "'$(rm)'"), ("Array<Int>", "'Array<Int>'"), ("é", "'é'"),
  ])
  func `a name is one word of a shell`(name: String, word: String) throws {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "x", type: name))
    let drawn = text(difference([ObjectGraph(""), try builder.build()], inputs: ["a", "b.json"]))
    #expect(drawn.contains("leakcheck path b.json --to \(word)\n"), "\(drawn)")
  }

  @Test func `what no finding explains is sought first`() throws {
    let before = try visits(0)
    let growth = try ObjectGraph("app!; app -> a; s -> s 'me'; s -> t; t -> u").changing(
      objects: { $0.size = $0.id == "s" ? 900 : 10 })
    let drawn = text(difference([before, growth]))
    #expect(drawn.contains("+1  +900 bytes        1  900 bytes  s\n"))
    #expect(drawn.hasSuffix("leakcheck path 1.json --to a\n"), "\(drawn)")
  }

  @Test func `a type of every address is sought by a pattern`() throws {
    let after = try ObjectGraph("a").changing(objects: { $0.type = "Row[4] at 0xff" })
    let drawn = text(difference([ObjectGraph(""), after]))
    #expect(drawn.contains("--to 'Row[*] at 0x*'"))
  }
}

@Suite struct DifferenceMarkdownTests {
  @Test func `a difference is tables and lists`() throws {
    let expected = """
      ## leakcheck diff: 1 new finding, 1 gone; 3 types grow by every repeat

      | objects | bytes | leaked | findings | graph |
      | ---: | ---: | ---: | ---: | --- |
      | 2 | 200 bytes | 1 | 1 | 0.json |
      | 6 | 600 bytes | 2 | 1 | 1.json |
      | 10 | 1000 bytes | 4 | 1 | 2.json |
      | +8 | +800 bytes | +3 | 0 | change |

      ### New

      - **error: retain cycle × 0 → 1 → 2**, 4 objects, 400 bytes: \
      Session.onEvent → \\{closure\\} → self; **fix:** capture \\[weak self\\] in the closure

      ### Grows by every repeat, at least by

      | +objects | +bytes | objects | bytes | type |
      | ---: | ---: | ---: | ---: | --- |
      | +2 | +200 bytes | 4 | 400 bytes | Entry |

      _and 2 more_

      ### Gone

      - **error: retain cycle × 1 → 0 → 0**, 1 object, 100 bytes: old.me → old

      ### Other changes, first to last

      | +objects | +bytes | objects | bytes | type |
      | ---: | ---: | ---: | ---: | --- |
      | +1 | +100 bytes | 1 | 100 bytes | cache |

      _and 1 more_


      """
    let change = difference([try visits(0), try visits(1), try visits(2)])
    #expect(DifferenceMarkdown(limit: 1).text(of: change) == expected)
  }
}

@Suite struct DifferenceJSONTests {
  @Test func `JSON has everything, whatever the limits`() throws {
    let change = difference([try visits(0), try visits(1), try visits(2)])
    let text = DifferenceJSON().text(of: change)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(value?["leakcheck"] as? Int == 1)
    let diff = try #require(value?["diff"] as? [String: Any])
    #expect(
      diff.keys.sorted() == [
        "changed", "findings", "growing", "inputs", "unchangedTypes", "verdict",
      ])
    let findings = try #require(diff["findings"] as? [[String: Any]])
    #expect(findings.map { $0["change"] as? String } == ["new", "gone"])
    #expect(findings[0]["instances"] as? [Int] == [0, 1, 2])
    let growing = try #require(diff["growing"] as? [[String: Any]])
    #expect(growing.map { $0["type"] as? String } == ["Entry", "() -> ()", "Session"])
    #expect(growing[0]["rate"] as? [String: Int] == ["objects": 2, "bytes": 200])
    #expect(growing[0]["objects"] as? [Int] == [0, 2, 4])
    let changed = try #require(diff["changed"] as? [[String: Any]])
    #expect(changed.map { $0["bytes"] as? [Int] } == [[0, 100, 100], [100, 0, 0]])
    #expect(diff["unchangedTypes"] as? Int == 1)
  }

  @Test func `the order of the input does not show`() {
    for seed: UInt64 in 0..<30 {
      let graphs = (0..<3).map { RandomGraph.graph(seed: seed + 700 * $0, objects: 4...9) }
      let texts = [graphs, graphs.map { $0.shuffled(seed: seed) }].map {
        let change = difference($0)
        return DifferenceJSON().text(of: change) + DifferenceMarkdown(limit: 9).text(of: change)
      }
      #expect(texts[0] == texts[1], "seed \(seed)")
    }
  }
}
