import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// Which objects of a random graph are lost without one of them, found by removing it.
private struct LostObjects {
  let graph: ObjectGraph
  let all: Set<Int32>
  private let sources: [Int32]
  private let edges: [(tail: Int32, head: Int32)]

  init(_ analysis: GraphAnalysis) {
    let graph = analysis.graph
    let edges = analysis.tails.indices.map {
      (tail: analysis.tails[$0], head: analysis.retaining.heads[$0])
    }
    // Every unreachable cycle is entered at its first member by type, as the dominators do it; a tracing collector
    // frees it.
    let components = Oracles.components(vertexCount: Int(graph.objectCount), edges: edges)
    let selfKept = (0..<graph.objectCount).filter { vertex in
      let component = components[Int(vertex)]
      let isCyclic = edges.contains { $0.tail == vertex && component.contains($0.head) }
      let first = analysis.components.members(
        of: Int(analysis.components.component[Int(vertex)])
      ).min {
        (graph.object($0).type, $0) < (graph.object($1).type, $1)
      }
      return graph.collector == .arc && isCyclic && !analysis.reachable.contains(vertex)
        && first == vertex
    }
    sources = analysis.roots + analysis.overRetained + selfKept
    self.graph = graph
    self.edges = edges
    all = Oracles.reached(from: sources, vertexCount: Int(graph.objectCount), edges: edges)
  }

  func without(_ vertex: Int32) -> Set<Int32> {
    Oracles.dominated(
      by: vertex, from: sources, vertexCount: Int(graph.objectCount), edges: edges)
  }

  func bytes(_ objects: Set<Int32>) -> Int64 {
    objects.reduce(0) { $0 + graph.object($1).size }
  }
}

@Suite struct ObjectDominatorsTests {
  @Test func `ids do not decide what a leaked cycle retains`() throws {
    let rows = try [["a", "b"], ["b", "a"]].map { ids in
      var builder = ObjectGraph.Builder()
      for (id, type) in zip(ids, ["Closure", "Screen"]) {
        var object = ObjectDescription(id: .text(id), type: type)
        object.size = type == "Screen" ? 912 : 48
        builder.add(object)
      }
      builder.add(ReferenceDescription(from: "a", to: "b"))
      builder.add(ReferenceDescription(from: "b", to: "a"))
      let dominators = ObjectDominators(of: GraphAnalysis(of: try builder.build()))
      return dominators.largestObjects(2).map { "\($0.object.type) \($0.retainedBytes)" }
    }
    #expect(rows[0] == ["Closure 960", "Screen 912"] && rows[1] == rows[0])
  }

  @Test func `what stays is what the tree has, and every object is counted once`() {
    for seed: UInt64 in 0..<300 {
      let graph = RandomGraph.graph(seed: seed, collector: seed % 3 == 0 ? .tracing : .arc)
      let analysis = GraphAnalysis(of: graph)
      let dominators = ObjectDominators(of: analysis)
      let coverage = dominators.coverage
      #expect(
        dominators.objectCount == coverage.reachable + coverage.leaked, "\(graph.literal)")
      let bytes = dominators.bytes
      let sizes = graph.objects.reduce(0) { $0 + $1.size }
      #expect(bytes.reachable + bytes.leaked + bytes.freed == sizes, "\(graph.literal)")
      let staying = graph.objects.filter { analysis.staying.contains($0.index) }
      #expect(bytes.staying == staying.reduce(0) { $0 + $1.size }, "\(graph.literal)")
    }
  }

  @Test func `an object retains what is lost without it`() {
    for seed: UInt64 in 0..<150 {
      let graph = RandomGraph.graph(seed: seed, collector: seed % 3 == 0 ? .tracing : .arc)
      let analysis = GraphAnalysis(of: graph)
      let lost = LostObjects(analysis)
      let rows = ObjectDominators(of: analysis).largestObjects(.max)
      #expect(Set(rows.map(\.object.index)) == lost.all, "\(graph.literal)")
      for row in rows {
        let expected = lost.without(row.object.index)
        #expect(row.retainedBytes == lost.bytes(expected), "\(graph.literal)")
        #expect(row.retainedObjects == expected.count, "\(graph.literal)")
      }
      let keys = rows.map { (-$0.retainedBytes, -$0.retainedObjects, $0.object.index) }
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(graph.literal)")
    }
  }

  @Test func `a limit gives the first rows of all`() {
    for seed: UInt64 in 0..<50 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 30...40))
      let dominators = ObjectDominators(of: analysis)
      let all = dominators.largestObjects(.max).map(\.object.index)
      for limit in [0, 1, 2, 7] {
        #expect(dominators.largestObjects(limit).map(\.object.index) == Array(all.prefix(limit)))
      }
    }
  }

  @Test func `a type retains the union of what its objects retain`() {
    for seed: UInt64 in 0..<150 {
      let graph = RandomGraph.graph(seed: seed, collector: seed % 3 == 0 ? .tracing : .arc)
      let analysis = GraphAnalysis(of: graph)
      let lost = LostObjects(analysis)
      let rows = ObjectDominators(of: analysis).types()
      let types = Set(lost.all.map { graph.object($0).type })
      #expect(Set(rows.map(\.type)) == types && rows.count == types.count)
      for row in rows {
        let objects = lost.all.filter { graph.object($0).type == row.type }
        let union = objects.reduce(into: Set<Int32>()) { $0.formUnion(lost.without($1)) }
        #expect(row.instances == objects.count, "\(row.type) in \(graph.literal)")
        #expect(row.shallowBytes == lost.bytes(objects), "\(row.type) in \(graph.literal)")
        #expect(row.retainedBytes == lost.bytes(union), "\(row.type) in \(graph.literal)")
        #expect(row.retainedObjects == union.count, "\(row.type) in \(graph.literal)")
      }
    }
  }

  @Test func `an object of a type inside of another of it is counted once, whatever lies between`()
    throws
  {
    let graph = try ObjectGraph("a1! -> b; b -> a2; a2 -> c")
      .changing(objects: { object in
        object.size = 10
        if "\(object.id)".hasPrefix("a") { object.type = "A" }
      })
    let rows = ObjectDominators(of: GraphAnalysis(of: graph)).types()
    #expect(rows.first?.type == "A")
    #expect(rows.first?.retainedBytes == 40)
    #expect(rows.first?.retainedObjects == 4)
  }

  @Test func `the order of the input does not show`() {
    for seed: UInt64 in 0..<100 {
      let graph = RandomGraph.graph(seed: seed, collector: seed % 3 == 0 ? .tracing : .arc)
      let rows = [graph, graph.shuffled(seed: seed)].map {
        ObjectDominators(of: GraphAnalysis(of: $0)).types()
      }
      #expect(rows[0] == rows[1], "\(graph.literal)")
    }
  }

  @Test func `sizes that do not fit are the largest number`() throws {
    let graph = try ObjectGraph("a! -> b; a -> c").changing(objects: { $0.size = .max })
    let dominators = ObjectDominators(of: GraphAnalysis(of: graph))
    #expect(dominators.bytes.staying == .max)
    #expect(dominators.largestObjects(1).first?.retainedBytes == .max)
    let outline = dominators.outline(depth: 3, limit: 2)
    #expect(outline.rows.map(\.retainedBytes) == [.max, .max])
  }
}
