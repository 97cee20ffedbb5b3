import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct CutCascadeTests {
  @Test(arguments: 0..<1_000)
  func `what goes with a cut is what a release cascade of the whole graph frees`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...30, using: &random)
    let vertices = 0..<Int32(count)
    let held = VertexSet(vertices.filter { _ in random.chance(0.3) }, capacity: count)
    let all = Adjacency(
      vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
    // In what is left of the whole graph, nothing goes by itself.
    let edges = ReleaseCascade(along: all, held: held).live
    let staying = vertices.filter { held.contains($0) || edges.heads.contains($0) }
    guard edges.edgeCount > 0 else { return }
    func anyEdge() -> Int32 { Int32.random(in: 0..<Int32(edges.edgeCount), using: &random) }
    let ends = staying.flatMap { vertex in
      (0..<Int.random(in: 0...2, using: &random)).map { _ in (vertex: vertex, edge: anyEdge()) }
    }.sorted { $0 < $1 }
    let cut = Set((0..<Int.random(in: 1...3, using: &random)).map { _ in anyEdge() }).sorted()
    let whole = ReleaseCascade(
      along: edges, held: held, cut: VertexSet(cut, capacity: edges.edgeCount), ends: ends)
    let near = CutCascade(
      of: cut, along: edges, held: held, ends: ends,
      incoming: { head, place in
        // Every other place is that of a reference that does not retain.
        let incoming = edges.heads.indices.filter { edges.heads[$0] == head }
        guard place < 2 * incoming.count else { return nil }
        return place.isMultiple(of: 2) ? -1 : Int32(incoming[place / 2])
      })
    #expect(near.freed.sorted() == whole.freed.members.filter(staying.contains))
    #expect(near.ended.sorted() == whole.isEnded.members)
  }
}
