import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct LabelledSearchTests {
  @Test(arguments: 0..<300)
  func `Paths in the order of labels are those of the plain search`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...60, using: &random)
    let edges = Adjacency(
      vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
    let labels = EdgeLabels(
      ranks: (0..<6).map { _ in Int32.random(in: 0..<4, using: &random) },
      names: (0..<edges.edgeCount).map { _ in Int32.random(in: 0..<6, using: &random) },
      types: (0..<count).map { _ in Int32.random(in: 0..<6, using: &random) })
    let sources = (0..<Int32(count)).filter { _ in random.chance(0.1) }
    let vertices = VertexSet(
      (0..<Int32(count)).filter { _ in random.chance(0.1) }, capacity: count)
    let closed = VertexSet(
      (0..<Int32(edges.edgeCount)).filter { _ in random.chance(0.1) }, capacity: edges.edgeCount)
    let tails = edges.tails()
    let plain = ShortestPaths(
      from: sources, along: edges, tails: tails,
      label: { labels.label(ofReference: edges.references[$0], to: edges.heads[$0]) },
      isClosed: { closed.contains(Int32($0)) || vertices.contains(tails[$0]) })
    let flat = ShortestPaths(
      from: sources, along: edges, tails: tails, labels: labels,
      closed: (vertices: vertices, edges: closed))
    #expect(flat.edgeTo == plain.edgeTo)
  }

  @Test(arguments: 0..<300)
  func `What the first sources reach keeps its path, the rest is reached from others`(seed: UInt64)
  {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...60, using: &random)
    let edges = Adjacency(
      vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
    let labels = EdgeLabels(
      ranks: [0, 1, 2],
      names: (0..<edges.edgeCount).map { _ in Int32.random(in: 0..<3, using: &random) },
      types: (0..<count).map { _ in Int32.random(in: 0..<3, using: &random) })
    let sources = (0..<Int32(count)).filter { _ in random.chance(0.1) }
    let others = (0..<Int32(count)).filter { _ in random.chance(0.2) }
    let tails = edges.tails()
    let both = ShortestPaths(
      from: sources, then: others, along: edges, tails: tails, labels: labels)
    let first = ShortestPaths(from: sources, along: edges, tails: tails, labels: labels)
    let reached = (0..<Int32(count)).filter(first.isReached)
    let second = ShortestPaths(
      from: others.filter { !first.isReached($0) }, along: edges, tails: tails, labels: labels,
      closed: (
        vertices: VertexSet(reached, capacity: count), edges: VertexSet(capacity: edges.edgeCount)
      ))
    for vertex in 0..<count {
      let expected = first.edgeTo[vertex] == -2 ? second.edgeTo[vertex] : first.edgeTo[vertex]
      #expect(both.edgeTo[vertex] == expected)
    }
  }
}
