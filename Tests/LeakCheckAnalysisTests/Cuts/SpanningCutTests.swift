import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct SpanningCutTests {
  private func isAcyclic(_ edges: [(tail: Int32, head: Int32)], _ vertexCount: Int) -> Bool {
    let components = Oracles.components(vertexCount: vertexCount, edges: edges)
    return !edges.contains { components[Int($0.tail)].contains($0.head) }
  }

  @Test func `without the cut no cycle is left, and each of its edges closes one`() {
    for seed in UInt64(0)..<1_000 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...9, using: &random)
      let all = RandomGraph.edges(vertexCount: count, using: &random)
      let edges = Adjacency(vertexCount: count, edges: all)
      let tails = edges.tails()
      let pairs = edges.heads.indices.map { (tail: tails[$0], head: edges.heads[$0]) }
      let costs = pairs.map { _ in Int.random(in: 0...3, using: &random) }
      let cut = Set(SpanningCut.edges(of: edges, from: [0]) { costs[Int($0)] })
      let kept = pairs.enumerated().filter { !cut.contains(Int32($0.offset)) }
      #expect(isAcyclic(kept.map(\.element), count), "seed \(seed)")
      for edge in cut {
        #expect(!isAcyclic(kept.map(\.element) + [pairs[Int(edge)]], count), "seed \(seed)")
      }
    }
  }

  @Test func `what the first vertex reaches it still reaches without the cut`() {
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 2...12, using: &random)
      let all = RandomGraph.edges(vertexCount: count, using: &random)
      let edges = Adjacency(vertexCount: count, edges: all)
      let cut = VertexSet(
        SpanningCut.edges(of: edges, from: [0]) { _ in 0 }, capacity: edges.edgeCount)
      var numbered = edges
      numbered.references = Array(0..<Int32(edges.edgeCount))
      let reached = Reachability.reached(from: [0], along: edges)
      let still = Reachability.reached(
        from: [0], along: numbered.filtered { !cut.contains($0) })
      #expect(reached == still, "seed \(seed)")
    }
  }

  @Test func `dear edges are taken before cheap ones`() {
    // 0 → 1 dear, 0 → 2 cheap, and each leads back to the other: the cheap way is the one that is cut.
    let edges = Adjacency(
      vertexCount: 3, edges: [(0, 1), (0, 2), (1, 2), (2, 1)])
    let cut = SpanningCut.edges(of: edges, from: [0]) { $0 == 0 ? 10 : 1 }
    #expect(cut.map { edges.heads[Int($0)] } == [1])
  }

  /// What a walk comes back by, found step by step: the dearest edge first, of one price the last.
  private func backEdges(
    _ edges: Adjacency, from entry: Int32, prices: [Int]
  ) -> Set<Int32> {
    var (path, left, back): (Set<Int32>, Set<Int32>, Set<Int32>) = ([], [], [])
    func walk(_ vertex: Int32) {
      path.insert(vertex)
      for edge in edges.edges(of: vertex).sorted(by: { (prices[$0], $0) > (prices[$1], $1) }) {
        let head = edges.heads[edge]
        if path.contains(head) { back.insert(Int32(edge)) }
        if !path.contains(head), !left.contains(head) { walk(head) }
      }
      path.remove(vertex)
      left.insert(vertex)
    }
    for vertex in [entry] + Array(0..<Int32(edges.vertexCount)) where !left.contains(vertex) {
      walk(vertex)
    }
    return back
  }

  @Test func `the cut is what a walk along dear edges comes back by, at hubs and at ends as well`()
  {
    for seed in UInt64(0)..<400 {
      var random = SplitMix64(seed: seed)
      let count = Int32.random(in: 2...40, using: &random)
      let hub = Int32.random(in: 0..<count, using: &random)
      // Some vertices have no edges, and the hub has more than are sorted as they come.
      let all = (0..<Int.random(in: 1...120, using: &random)).map { _ in
        let tail = Bool.random(using: &random) ? hub : Int32.random(in: 0..<count, using: &random)
        return (tail: tail, head: Int32.random(in: 0..<count, using: &random))
      }
      let edges = Adjacency(vertexCount: Int(count), edges: all)
      let prices = edges.heads.map { _ in Int.random(in: 0...3, using: &random) }
      let cut = SpanningCut.edges(of: edges, from: [hub]) { prices[Int($0)] }
      #expect(Set(cut) == backEdges(edges, from: hub, prices: prices), "seed \(seed)")
    }
  }
}
