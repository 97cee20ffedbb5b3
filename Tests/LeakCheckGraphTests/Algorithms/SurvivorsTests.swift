import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct SurvivorsTests {
  @Test(arguments: 0..<400)
  func `What survives is what a release cascade leaves`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...30, using: &random)
    let edges = Adjacency(
      vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
    let vertices = 0..<Int32(count)
    let held = vertices.filter { _ in random.chance(0.1) }
    let gone = VertexSet(vertices.filter { _ in random.chance(0.15) }, capacity: count)
    let tails = edges.tails()
    let cut = VertexSet(
      (0..<Int32(edges.edgeCount)).filter { gone.contains(tails[Int($0)]) },
      capacity: edges.edgeCount)
    for collectsCycles in [false, true] {
      let freed = ReleaseCascade(
        along: edges, held: VertexSet(held.filter { !gone.contains($0) }, capacity: count),
        cut: cut, collectsCycles: collectsCycles
      ).freed
      let survivors = Survivors.among(
        edges, held: held, without: gone, collectsCycles: collectsCycles)
      #expect(
        survivors.members == vertices.filter { !freed.contains($0) && !gone.contains($0) })
    }
  }

  @Test(arguments: 0..<50)
  func `Edges leaving some vertices are those of a filter`(seed: UInt64) {
    let graph = RandomGraph.graph(seed: seed, objects: 1...30)
    var random = SplitMix64(seed: seed)
    let kept = VertexSet(
      (0..<graph.objectCount).filter { _ in random.chance(0.7) }, capacity: Int(graph.objectCount))
    let marks = graph.storage.referenceMarks
    let strong = Adjacency(marked: \.isStrong, in: graph)
    let expected = Adjacency(of: graph) { marks[Int($0)].isStrong }
    #expect(strong.references == expected.references && strong.starts == expected.starts)
    let leaving = strong.leaving(kept)
    let sources = graph.storage.sources
    let filtered = strong.filtered { kept.contains(sources[Int($0)]) }
    #expect(leaving.starts == filtered.starts && leaving.heads == filtered.heads)
    #expect(leaving.references == filtered.references)
  }
}
