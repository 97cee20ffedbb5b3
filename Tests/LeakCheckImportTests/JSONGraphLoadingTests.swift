import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckImport

/// The ways in which a file is read, all of which must say the same.
private enum Way: CaseIterable {
  case general, familiar, twoThreads, twoGeneralThreads

  /// The canonical text of the graph, with its referrers, or the error.
  func outcome(of bytes: [UInt8]) -> String {
    let dump = DumpFile(bytes, source: "g.json")
    return dump.withTextBytes { view in
      do throws(InputFailure) {
        let graph = try loading(of: view).graph()
        let referrers = graph.objects.map { $0.referrers.map { "\($0.source.id) \($0.name)" } }
        return JSONGraphWriter().text(of: graph) + "\(referrers)"
      } catch {
        return error.error(in: view, source: "g.json").description
      }
    }
  }

  private func loading(of bytes: TextBytes) -> JSONGraphLoading {
    let isFamiliar = self == .familiar || self == .twoThreads
    let threads = self == .general || self == .familiar ? 1 : 2
    // So small a split makes even these files worth a second thread, several times.
    return JSONGraphLoading(
      bytes: bytes, usesSpelling: isFamiliar, threads: threads, splitSize: 200)
  }
}

@Suite struct JSONGraphLoadingTests {
  @Test(arguments: Rounds.seeds(150, usually: 15))
  func `a graph is the same however it is written and read`(
    seed: UInt64
  ) throws {
    let graph = RandomGraph.richGraph(seed: seed)
    let expected = JSONGraphWriter().text(of: graph)
    var random = SplitMix64(seed: seed &* 31)
    for round in 0..<2 {
      let text = SpelledGraph(graph, using: &random).text
      let general = Way.general.outcome(of: Array(text.utf8))
      for way in Way.allCases {
        let outcome = way.outcome(of: Array(text.utf8))
        #expect(outcome.hasPrefix(expected), "\(way), round \(round): \(outcome)\n\(text)")
        #expect(outcome == general)
      }
    }
  }

  @Test(arguments: Rounds.seeds(40, usually: 8))
  func `a damaged file gives the same graph or error in every way`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed &+ 1_000)
    let graph = RandomGraph.richGraph(seed: seed)
    var refused = 0
    let rounds = Rounds.of(30, usually: 8)
    for round in 0..<rounds {
      var bytes = Array(SpelledGraph(graph, using: &random).text.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        Damage.apply(to: &bytes, using: &random)
      }
      let expected = Way.general.outcome(of: bytes)
      if expected.hasPrefix("g.json:") { refused += 1 }
      for way in Way.allCases.dropFirst() {
        let outcome = way.outcome(of: bytes)
        #expect(outcome == expected, "\(way), round \(round)")
      }
    }
    #expect(refused * 6 > rounds)
  }

  @Test func `records written alike are read by their spelling`() throws {
    var records: [String] = []
    for id in 0..<100 {
      records.append(#"{"id": \#(id), "type": "T", "size": \#(id * 1_000_003)}"#)
    }
    let references = (0..<100).map {
      #"{"from": \#($0), "to": \#(99 - $0), "name": "n", "strength": "weak", "kind": "element"}"#
    }
    let text = """
      {"leakcheck": 1, "objects": [\(records.joined(separator: ",\n"))],
       "references": [\(references.joined(separator: ",\n"))], "x-padding": \
      "\(String(repeating: " ", count: 200))"}
      """
    let count = try familiarCount(of: text)
    #expect(count >= 194)
  }

  @Test(arguments: [
    #"{"id": 7, "type": "A\u0041"}"#, #"{"id": 7, "type": "T", "x-a": 1}"#,
    #"{"id": -7, "type": "T"}"#, #"{"id": 1234567890123456789, "type": "T"}"#,
    #"{"id": 7.0, "type": "T"}"#, #"{"id": 7e0, "type": "T"}"#,
  ]) func `an unusual record is left to the general parser`(_ record: String) throws {
    let alike = (10..<20).map { #"{"id": \#($0), "type": "T"}"# }
    let text =
      #"{"leakcheck": 1, "objects": ["#
      + (alike + [record]
      + alike.map {
        $0.replacing("1", with: "2", maxReplacements: 1)
      }).joined(separator: ", ") + #"], "x": "# + "\"\(String(repeating: " ", count: 200))\"}"
    let named = text.replacing("\"x\":", with: "\"x-padding\":")
    #expect(try familiarCount(of: named) == 21 - 3)
  }

  private func familiarCount(of text: String) throws -> Int {
    try DumpFile(Array(text.utf8), source: "-").withTextBytes { view in
      var parser = try JSONGraphParser(view)
      _ = try parser.parse()
      return parser.familiarCount
    }
  }

  @Test func `no gap is learnt twice, and none beyond the room for it`() {
    var spelling = JSONSpelling()
    for spaces in 0..<20 {
      let gap = Array((String(repeating: " ", count: spaces) + ", \"size\": ").utf8)
      spelling.learn(gap, after: 3, key: 3, value: .number)
      spelling.learn(gap, after: 3, key: 3, value: .number)
    }
    #expect(spelling.counts[3] == JSONSpelling.gapsPerEntry)
    spelling.learn([UInt8](repeating: 0x20, count: 65), after: 4, key: 0, value: .text)
    #expect(spelling.counts[4] == 0)
  }
}
