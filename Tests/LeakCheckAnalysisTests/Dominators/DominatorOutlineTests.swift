import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// Groups of siblings, from the whole tree, in the order of size.
private struct WholeOutline {
  let dominators: ObjectDominators
  let outline: DominatorOutline

  init(_ graph: ObjectGraph, depth: Int = .max, limit: Int = .max) {
    dominators = ObjectDominators(of: GraphAnalysis(of: graph))
    outline = dominators.outline(depth: depth, limit: limit)
  }

  /// A line for each row: `--B×2 120/4`.
  var lines: [String] {
    outline.rows.map { row in
      let times = row.object == nil ? "×\(row.count)" : ""
      let dashes = String(repeating: "-", count: row.depth)
      return "\(dashes)\(row.type)\(times) \(row.retainedBytes)/\(row.retainedObjects)"
    }
  }
}

@Suite struct DominatorOutlineTests {
  private func sized(_ literal: String) throws -> ObjectGraph {
    try ObjectGraph(literal).changing(objects: { object in
      object.size = 10
      object.type = String("\(object.id)".prefix { $0.isLetter })
    })
  }

  @Test func `siblings of a type are a row, and so are their children`() throws {
    let graph = try sized(
      "app! -> list; list -> s1; list -> s2; list -> s3; s1 -> b1; s2 -> b2; list -> log")
    #expect(
      WholeOutline(graph).lines == [
        "app 80/8", "-list 70/7", "--s×3 50/5", "---b×2 20/2", "--log 10/1",
      ])
  }

  @Test(arguments: [1, 2, 5])
  func `the last level says what is below it`(depth: Int) {
    for seed: UInt64 in 0..<60 {
      let graph = RandomGraph.graph(seed: seed, objects: 5...25)
      let whole = WholeOutline(graph).outline.rows
      let rows = WholeOutline(graph, depth: depth).outline.rows
      #expect(rows.count == whole.count { $0.depth < depth }, "\(graph.literal)")
      for row in rows {
        let below = row.depth == depth - 1 ? row.retainedObjects - row.count : 0
        #expect(row.hidden.retainedObjects == below, "\(graph.literal)")
        #expect((row.hidden.rows > 0) == (below > 0))
      }
    }
  }

  @Test func `a row says what it hides, and the bottom is not opened`() throws {
    let graph = try sized(
      "app! -> a1; app -> b1; app -> b2; b1 -> c1; app -> d1; a1 -> c2; other!")
    let outline = WholeOutline(graph, depth: 2, limit: 2).outline
    #expect(outline.rows.map(\.type) == ["app", "b"])
    #expect(outline.rows[0].hidden == .init(rows: 2, retainedBytes: 30, retainedObjects: 3))
    #expect(outline.rows[1].hidden == .init(rows: 1, retainedBytes: 10, retainedObjects: 1))
    #expect(outline.hidden == .init(rows: 1, retainedBytes: 10, retainedObjects: 1))
  }

  @Test func `rows of all depths are the largest there are`() {
    for seed: UInt64 in 0..<80 {
      let graph = RandomGraph.graph(seed: seed, objects: 10...30)
      let whole = WholeOutline(graph).outline.rows
      for limit in [1, 3, 8] {
        let rows = WholeOutline(graph, limit: limit).outline.rows
        #expect(rows.count == min(limit, whole.count), "\(graph.literal)")
        let largest = whole.map(\.retainedBytes).sorted(by: >).prefix(limit)
        #expect(rows.map(\.retainedBytes).sorted(by: >) == Array(largest), "\(graph.literal)")
      }
    }
  }

  @Test func `every object is in one row, and every sum is right`() {
    for seed: UInt64 in 0..<150 {
      let graph = RandomGraph.graph(seed: seed, objects: 5...25)
      let whole = WholeOutline(graph)
      let rows = whole.outline.rows
      #expect(rows.reduce(0) { $0 + $1.count } == whole.dominators.objectCount)
      let bytes = rows.reduce(0) { $0 + $1.shallowBytes }
      #expect(bytes == whole.dominators.bytes.staying, "\(graph.literal)")
      for (index, row) in rows.enumerated() {
        let below = rows[(index + 1)...].prefix { $0.depth > row.depth }
        let children = below.filter { $0.depth == row.depth + 1 }
        let retained = children.reduce(row.shallowBytes) { $0 + $1.retainedBytes }
        #expect(retained == row.retainedBytes, "\(graph.literal)")
        #expect(below.reduce(row.count) { $0 + $1.count } == row.retainedObjects)
        #expect(row.hidden == .init(rows: 0, retainedBytes: 0, retainedObjects: 0))
        #expect(
          zip(children, children.dropFirst()).allSatisfy {
            $0.retainedBytes >= $1.retainedBytes
          })
      }
    }
  }

  @Test func `a long list is as deep as is asked`() throws {
    var builder = ObjectGraph.Builder()
    for id: Int64 in 0..<20_000 {
      var object = ObjectDescription(id: .number(id), type: "Node")
      object.size = 1
      if id == 0 { object.root = "list" }
      builder.add(object)
      if id > 0 { builder.add(ReferenceDescription(from: .number(id - 1), to: .number(id))) }
    }
    let outline = WholeOutline(try builder.build(), depth: 1_000, limit: 500).outline
    #expect(outline.rows.map(\.depth) == Array(0..<500))
    #expect(outline.rows.last?.retainedBytes == 19_501)
  }

  @Test func `the order of the input does not show`() {
    for seed: UInt64 in 0..<100 {
      let graph = RandomGraph.graph(seed: seed, objects: 10...20)
      let shuffled = graph.shuffled(seed: seed)
      #expect(
        WholeOutline(graph, limit: 6).lines == WholeOutline(shuffled, limit: 6).lines,
        "\(graph.literal)")
    }
  }
}
