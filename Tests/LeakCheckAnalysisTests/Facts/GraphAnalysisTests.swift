import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct GraphAnalysisTests {
  /// What reference counting leaves when everything that should be gone has let go of what it holds.
  private func survivors(of analysis: GraphAnalysis) -> VertexSet {
    let (edges, gone) = (analysis.retaining, analysis.gone)
    let held = (analysis.roots + analysis.excess).filter { !gone.contains($0) }
    let cut = (0..<Int32(edges.edgeCount)).filter { gone.contains(analysis.tails[Int($0)]) }
    let cascade = ReleaseCascade(
      along: edges, held: VertexSet(held, capacity: edges.vertexCount),
      cut: VertexSet(cut, capacity: edges.edgeCount), ends: analysis.ends,
      collectsCycles: analysis.graph.collector == .tracing)
    var survivors = VertexSet(0..<Int32(edges.vertexCount), capacity: edges.vertexCount)
    survivors.subtract(cascade.freed)
    survivors.subtract(gone)
    return survivors
  }

  @Test func `what survives is what counting leaves when all that should be gone has gone`() {
    var (alive, excess) = (0, 0)
    for seed in UInt64(0)..<4_000 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 1...14))
      guard !analysis.gone.isEmpty else { continue }
      #expect(analysis.surviving.members == survivors(of: analysis).members, "seed \(seed)")
      if analysis.graph.objects.contains(where: { $0.expectation?.fate == .alive }) { alive += 1 }
      if !analysis.excess.isEmpty { excess += 1 }
    }
    #expect(alive > 100 && excess > 100)
  }
}
