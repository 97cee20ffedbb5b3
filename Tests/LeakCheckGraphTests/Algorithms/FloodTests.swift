import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct FloodTests {
  /// What a search with a list of its own reaches.
  private func reached(
    from sources: [Int32], along edges: Adjacency, avoiding avoided: Set<Int32>
  ) -> Set<Int32> {
    var reached = Set(sources).subtracting(avoided)
    var waiting = Array(reached)
    while let vertex = waiting.popLast() {
      for edge in edges.edges(of: vertex) {
        let head = edges.heads[edge]
        if !avoided.contains(head), reached.insert(head).inserted { waiting.append(head) }
      }
    }
    return reached
  }

  /// Few edges leave the queue short; many make it long enough for sweeps; lists behind them end the sweeps.
  @Test(arguments: [0.5, 1.0, 2.0, 6.0])
  func `A flood reaches what a plain search reaches`(edgesAVertex: Double) {
    for seed in UInt64(0)..<40 {
      var random = SplitMix64(seed: seed)
      let count = Int32.random(in: 1...6_000, using: &random)
      var edges: [(tail: Int32, head: Int32)] = (0..<Int(Double(count) * edgesAVertex)).map { _ in
        (Int32.random(in: 0..<count, using: &random), Int32.random(in: 0..<count, using: &random))
      }
      let list = (0..<count / 4).map { _ in Int32.random(in: 0..<count, using: &random) }
      edges += zip(list, list.dropFirst()).map { ($0, $1) }
      let adjacency = Adjacency(vertexCount: Int(count), edges: edges)
      let sources = (0..<3).map { _ in Int32.random(in: 0..<count, using: &random) }
      let avoided = Set((0..<count / 16).map { _ in Int32.random(in: 0..<count, using: &random) })
      let found = Reachability.reached(
        from: sources, along: adjacency, avoiding: VertexSet(avoided, capacity: Int(count)))
      #expect(
        Set(found.members) == reached(from: sources, along: adjacency, avoiding: avoided),
        "seed \(seed), \(count) vertices")
    }
  }

  @Test func `A list behind a wide part is followed to its end`() {
    // 0 leads to 1 ..< 1,000, and the last of those to a list against the order of the vertices.
    let (width, count) = (1_000 as Int32, 50_000 as Int32)
    var edges: [(tail: Int32, head: Int32)] = (1..<width).map { (0, $0) }
    edges.append((width - 1, count - 1))
    edges += (width..<count - 1).map { ($0 + 1, $0) }
    let adjacency = Adjacency(vertexCount: Int(count), edges: edges)
    #expect(Reachability.reached(from: [0], along: adjacency).count == Int(count))
  }
}
