import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

private func difference(
  _ graphs: [ObjectGraph], withFindings: Bool = true
) -> GraphDifference {
  var series = GraphSeries()
  for (number, graph) in graphs.enumerated() {
    let analysis = GraphAnalysis(of: graph)
    let findings = withFindings ? Checks.findings(in: analysis) : []
    series.add(analysis, findings: findings, input: "\(number).json")
  }
  return GraphDifference(series)
}

/// A graph of so many objects of each type, all of 8 bytes, held by a root.
private func graph(_ counts: KeyValuePairs<String, Int>) throws -> ObjectGraph {
  var builder = ObjectGraph.Builder()
  var root = ObjectDescription(id: "root", type: "App")
  root.root = ""
  builder.add(root)
  for (type, count) in counts {
    for number in 0..<count {
      let id = ObjectID.text("\(type) \(number)")
      var object = ObjectDescription(id: id, type: type)
      object.size = 8
      builder.add(object)
      builder.add(ReferenceDescription(from: "root", to: id))
    }
  }
  return try builder.build()
}

@Suite struct GraphDifferenceTests {
  @Test func `findings are new, gone or still there`() {
    let before = ObjectGraph("a -> a 'x'; b -> b 'y'; c -> c 'z'")
    let after = ObjectGraph("b -> b 'y'; c -> c 'z'; d -> d 'w'; e -> e 'v'")
    let result = difference([before, after])
    func first(_ state: FindingChange.State) -> [String] {
      result.findings(state).compactMap { $0.finding.path.objects.first?.type }.sorted()
    }
    #expect(first(.new) == ["d", "e"])
    #expect(first(.gone) == ["a"])
    #expect(first(.stillThere) == ["b", "c"])
    #expect(result.findings.map(\.state.rawValue).first == "new")
    #expect(result.fails(on: .error) && result.fails(on: .warning) && !result.fails(on: nil))
    #expect(!difference([after, after]).fails(on: .note))
  }

  @Test func `what came and went is gone, and what came late is new`() {
    let none = ObjectGraph("a!")
    let leak = ObjectGraph("a!; d -> d 'w'")
    #expect(difference([none, leak, none]).findings.map(\.state) == [.gone])
    #expect(difference([none, leak, none]).findings.map(\.instances) == [[0, 1, 0]])
    #expect(difference([none, none, leak]).findings.map(\.state) == [.new])
    #expect(difference([leak, none, leak]).findings.map(\.state) == [.stillThere])
  }

  @Test func `instances are counted in every graph`() throws {
    func pairs(_ count: Int) throws -> ObjectGraph {
      let text = (0..<count).map { "v\($0) -> c\($0) 'on'; c\($0) -> v\($0) 'self'" }
      return try ObjectGraph(text.joined(separator: "; "))
        .changing(objects: { $0.type = String("\($0.id)".prefix(1)) })
    }
    let result = difference([try pairs(2), try pairs(3), try pairs(7)])
    #expect(result.findings.map(\.instances) == [[2, 3, 7]])
    #expect(result.findings.map(\.change) == [5])
    #expect(result.findings.map(\.finding.instances) == [7])
  }

  @Test func `findings of one fingerprint in one graph are counted together`() {
    let analysis = GraphAnalysis(of: ObjectGraph("a -> a 'x'"))
    let found = Checks.findings(in: analysis)
    var series = GraphSeries()
    series.add(analysis, findings: found + found, input: "0")
    series.add(analysis, findings: found, input: "1")
    series.add(analysis, findings: found + found + found, input: "2")
    #expect(GraphDifference(series).findings.map(\.instances) == [[2, 1, 3]])
  }

  @Test func `the weakest repeat tells a leak from a cache`() throws {
    let result = difference([
      try graph(["Session": 1, "Cache": 0, "Pool": 5, "Same": 2, "Wave": 1, "Back": 0]),
      try graph(["Session": 3, "Cache": 90, "Pool": 3, "Same": 2, "Wave": 4, "Back": 7]),
      try graph(["Session": 4, "Cache": 90, "Pool": 1, "Same": 2, "Wave": 2, "Back": 0]),
    ])
    #expect(result.growing.map(\.type) == ["Session"])
    #expect(result.growing.map(\.objectRate) == [1])
    #expect(result.growing.map(\.byteRate) == [8])
    #expect(result.growing.map(\.objects) == [[1, 3, 4]])
    #expect(result.others.map(\.type) == ["Cache", "Wave", "Pool"])
    #expect(result.others.map(\.objectChange) == [90, 1, -4])
    #expect(result.others.map(\.byteChange) == [720, 8, -32])
    #expect(result.returned.map(\.objects) == [[0, 7, 0]])
    #expect(result.unchangedTypes == 2)
  }

  @Test func `two graphs show growth and judge none`() throws {
    let result = difference([try graph(["S": 1, "T": 4]), try graph(["S": 3, "T": 2])])
    #expect(result.growing.isEmpty)
    #expect(result.others.map(\.type) == ["S", "T"])
    #expect(result.others.map(\.grew) == [true, false])
  }

  @Test func `counts and bytes are those of the objects that stay`() {
    for seed: UInt64 in 0..<200 {
      let graphs = (0..<3).map { RandomGraph.graph(seed: seed * 3 + $0, objects: 1...20) }
      let result = difference(graphs, withFindings: false)
      let analyses = graphs.map { GraphAnalysis(of: $0) }
      var unchanged = 0
      for type in ["A", "B", "Screen", "Session"] {
        let staying = analyses.map { analysis in
          analysis.graph.objects.filter {
            $0.type == type && analysis.staying.contains($0.index)
          }
        }
        let objects = staying.map(\.count)
        let bytes = staying.map { $0.reduce(Int64(0)) { $0 + $1.size } }
        let row = (result.growing + result.others + result.returned).first { $0.type == type }
        if let row {
          #expect(row.objects == objects && row.bytes == bytes, "seed \(seed)")
          let grows =
            (objects[0] < objects[1] && objects[1] < objects[2])
            || (bytes[0] < bytes[1] && bytes[1] < bytes[2])
          #expect(result.growing.contains(row) == grows, "seed \(seed)")
          #expect(row.objectRate == min(objects[1] - objects[0], objects[2] - objects[1]))
        } else if objects.contains(where: { $0 > 0 }) {
          unchanged += 1
          #expect(Set(objects).count == 1 && Set(bytes).count == 1, "seed \(seed)")
        }
      }
      #expect(result.unchangedTypes == unchanged, "seed \(seed)")
    }
  }

  @Test func `a type is one type under every address and position`() throws {
    let before = try graph(["Foo at 0x7f01": 1, "Bar[1]": 1])
    let after = try graph(["Foo at 0x7fa2": 2, "Bar[7]": 1, "Bar[8]": 1])
    let result = difference([before, after])
    #expect(result.others.map(\.type) == ["Bar[x]", "Foo at 0x"])
    #expect(result.others.map(\.objects) == [[1, 2], [1, 2]])
  }

  @Test func `the order of the input does not show`() {
    for seed: UInt64 in 0..<40 {
      let graphs = (0..<3).map { RandomGraph.graph(seed: seed + 900 * $0, objects: 5...12) }
      let results = [graphs, graphs.map { $0.shuffled(seed: seed) }].map { difference($0) }
      #expect(results[0].growing == results[1].growing, "seed \(seed)")
      #expect(results[0].others == results[1].others, "seed \(seed)")
      #expect(
        results[0].findings.map(\.finding.fingerprint)
          == results[1].findings.map(\.finding.fingerprint), "seed \(seed)")
      #expect(results[0].findings.map(\.instances) == results[1].findings.map(\.instances))
    }
  }

  @Test func `a graph against itself has no difference`() {
    for seed: UInt64 in 0..<40 {
      let graph = RandomGraph.graph(seed: seed)
      let result = difference([graph, graph, graph])
      #expect(result.growing.isEmpty && result.others.isEmpty)
      #expect(result.findings.allSatisfy { $0.state == .stillThere && $0.change == 0 })
    }
  }
}
