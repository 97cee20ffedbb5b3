import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct RetainedSetsTests {
  /// What of the objects that something keeps is not kept any more without one of them.
  private func retained(by top: Int32, in analysis: GraphAnalysis) -> [Int32] {
    let components = analysis.components
    let selfKept = components.cyclic.flatMap { components.members(of: $0) }.filter {
      !analysis.reachable.contains($0)
    }
    let sources = analysis.roots + analysis.overRetained + selfKept
    let count = analysis.retaining.vertexCount
    let edges = analysis.retaining.heads.indices.map {
      (tail: analysis.tails[$0], head: analysis.retaining.heads[$0])
    }
    let with = Oracles.reached(from: sources, vertexCount: count, edges: edges)
    let without = Oracles.reached(
      from: sources.filter { $0 != top }, vertexCount: count,
      edges: edges.filter { $0.tail != top && $0.head != top })
    return with.subtracting(without).union([top]).sorted()
  }

  @Test func `an object that should be gone retains what is not reached without it`() {
    var (asked, small) = (0, 0)
    for seed in UInt64(0)..<3_000 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...16)
      let analysis = GraphAnalysis(of: graph)
      let sets = RetainedSets(analysis)
      for top in analysis.gone.members + analysis.overRetained
      where analysis.staying.contains(top) {
        let expected = retained(by: top, in: analysis)
        #expect(sets.union(of: [.objects([top])]) == expected, "seed \(seed), object \(top)")
        let bytes = expected.reduce(0) { $0 + graph.storage.sizes[Int($1)] }
        #expect(
          sets.size(of: .objects([top])) == .init(objects: expected.count, bytes: bytes),
          "seed \(seed), object \(top)")
        asked += 1
        if analysis.needed.count * 2 >= graph.objectCount, analysis.ends.isEmpty { small += 1 }
      }
    }
    // Both ways to find out: in the whole graph, and in the part that can be asked about.
    #expect(small > 100 && asked - small > 100, "\(asked) asked, \(small) in a part")
  }

  @Test func `a set that is listed when it is asked for is the union of its extents`() {
    var listed = 0
    for seed in UInt64(0)..<2_000 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...16)
      let analysis = GraphAnalysis(of: graph)
      let sets = RetainedSets(analysis)
      let components = analysis.components
      let extents =
        components.cyclic.map { Candidate.Extent.component(Array(components.members(of: $0))) }
        + analysis.gone.members.filter(analysis.staying.contains).map { .objects([$0]) }
      for extent in extents {
        let (set, union) = (sets.set(of: [extent]), sets.union(of: [extent]))
        #expect(set.indices == union && set.objects.map(\.index) == union, "seed \(seed)")
        #expect(set.count == union.count, "seed \(seed)")
        #expect(
          set.bytes == union.reduce(0) { $0 + graph.storage.sizes[Int($1)] }, "seed \(seed)")
        listed += union.count
      }
    }
    #expect(listed > 1_000)
  }
}
