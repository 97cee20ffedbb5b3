import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct GraphShapeTests {
  @Test(arguments: GraphShape.allCases)
  func `a shape has its vertices, its planted components and the same edges again`(
    shape: GraphShape
  ) {
    for count in [2, 3, 17, 1_000] {
      let sample = shape.sample(count, seed: 7)
      #expect(sample.adjacency.vertexCount == count)
      #expect(sample.adjacency.edgeCount > 0)
      #expect(sample.sources.allSatisfy { 0..<Int32(count) ~= $0 })
      let components = StronglyConnectedComponents(of: sample.adjacency)
      if let planted = sample.componentCount { #expect(components.count == planted) }
      #expect(shape.sample(count, seed: 7).adjacency.heads == sample.adjacency.heads)
    }
  }

  @Test func `seeds decide the random shapes`() {
    for shape in [GraphShape.heap, .giant, .small, .dag] {
      let heads = (0..<5).map { shape.sample(500, seed: $0).adjacency.heads }
      #expect(Set(heads).count == 5, "\(shape)")
    }
  }

  @Test func `a heap is mostly reached, has leaves, cycles and shared objects`() {
    let sample = GraphShape.heap.sample(20_000, seed: 1)
    let edges = sample.adjacency
    #expect((3.0...4.5).contains(Double(edges.edgeCount) / 20_000))
    #expect(Reachability.reached(from: sample.sources, along: edges).count > 19_000)
    let leaves = (0..<Int32(20_000)).filter { edges.edges(of: $0).isEmpty }
    #expect((8_000...11_000).contains(leaves.count))
    let components = StronglyConnectedComponents(of: edges)
    #expect(!components.cyclic.isEmpty)
    let tree = DominatorTree(from: sample.sources, along: edges)
    #expect(Set(tree.immediateDominator).count > 1_000)
  }
}
