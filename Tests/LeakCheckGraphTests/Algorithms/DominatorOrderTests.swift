import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct DominatorOrderTests {
  @Test func `a vertex stands before exactly what it dominates`() {
    for seed: UInt64 in 0..<1_000 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      let edges = RandomGraph.edges(vertexCount: count, using: &random)
      let sources = (0..<Int32(count)).filter { _ in random.chance(0.3) }
      let tree = DominatorTree(
        from: sources, along: Adjacency(vertexCount: count, edges: edges))
      let order = DominatorOrder(of: tree)
      #expect(order.vertices.sorted() == tree.preorder.sorted(), "seed \(seed)")
      for position in 0..<Int32(order.vertices.count) {
        let range = Int(position)..<Int(order.ends[Int(position)])
        let expected = Oracles.dominated(
          by: order.vertices[Int(position)], from: sources, vertexCount: count, edges: edges)
        #expect(Set(order.vertices[range]) == expected, "seed \(seed): \(edges) from \(sources)")
        #expect(order.dominatedCount(at: position) == expected.count)
      }
    }
  }

  @Test func `siblings have one immediate dominator`() {
    for seed: UInt64 in 0..<300 {
      var random = SplitMix64(seed: seed)
      let edges = RandomGraph.edges(vertexCount: 12, using: &random)
      let tree = DominatorTree(
        from: [0, 1], along: Adjacency(vertexCount: 12, edges: edges))
      let order = DominatorOrder(of: tree)
      func dominators(of siblings: DominatorOrder.Siblings) -> [Int32] {
        siblings.map { tree.immediateDominator[Int(order.vertices[Int($0)])] }
      }
      var seen = Array(order.roots)
      #expect(dominators(of: order.roots).allSatisfy { $0 == -1 }, "seed \(seed)")
      for position in 0..<Int32(order.vertices.count) {
        let children = order.children(of: position)
        let vertex = order.vertices[Int(position)]
        #expect(dominators(of: children).allSatisfy { $0 == vertex }, "seed \(seed)")
        seen += children
      }
      #expect(seen.sorted() == Array(0..<Int32(order.vertices.count)), "seed \(seed)")
    }
  }

  @Test func `a chain of 200,000 vertices needs no recursion`() {
    let count = 200_000
    let chain = (1..<Int32(count)).map { (tail: $0 - 1, head: $0) }
    let tree = DominatorTree(from: [0], along: Adjacency(vertexCount: count, edges: chain))
    let order = DominatorOrder(of: tree)
    #expect(order.vertices == Array(0..<Int32(count)))
    #expect(order.ends.allSatisfy { $0 == Int32(count) })
  }
}
