import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// A random directed graph in both the shape of the algorithms and that of the oracles.
private struct Sample {
  let vertexCount: Int
  let edges: [(tail: Int32, head: Int32)]
  let sources: [Int32]
  let adjacency: Adjacency

  init(seed: UInt64, vertices: ClosedRange<Int> = 1...10) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: vertices, using: &random)
    vertexCount = count
    edges = RandomGraph.edges(vertexCount: count, using: &random)
    sources = (0..<Int32(count)).filter { _ in random.chance(0.25) }
    adjacency = Adjacency(vertexCount: count, edges: edges)
  }

  var label: Comment { "edges \(edges) sources \(sources)" }
}

private let seeds: Range<UInt64> = 0..<1_000

@Suite struct AlgorithmTests {
  @Test func `reachability agrees with repeating until nothing is added`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let reached = Reachability.reached(from: sample.sources, along: sample.adjacency)
      let expected = Oracles.reached(
        from: sample.sources, vertexCount: sample.vertexCount, edges: sample.edges)
      #expect(Set(reached.members) == expected, sample.label)
    }
  }

  @Test func `components are the vertices that reach each other`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let components = StronglyConnectedComponents(of: sample.adjacency)
      let expected = Oracles.components(vertexCount: sample.vertexCount, edges: sample.edges)
      for vertex in 0..<sample.vertexCount {
        let members = components.members(of: Int(components.component[vertex]))
        #expect(Set(members) == expected[vertex], sample.label)
      }
    }
  }

  @Test func `components are numbered in topological order and know their cycles`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let components = StronglyConnectedComponents(of: sample.adjacency)
      for edge in sample.edges {
        let (tail, head) = (
          components.component[Int(edge.tail)], components.component[Int(edge.head)]
        )
        #expect(tail <= head, sample.label)
        if tail == head { #expect(components.isCyclic(Int(tail)), sample.label) }
      }
      for component in 0..<components.count where components.members(of: component).count == 1 {
        let vertex = components.members(of: component).first
        let refersToItself = sample.edges.contains { $0.tail == vertex && $0.head == vertex }
        #expect(components.isCyclic(component) == refersToItself, sample.label)
      }
    }
  }

  @Test func `a vertex dominates what is lost without it`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let tree = DominatorTree(from: sample.sources, along: sample.adjacency)
      for vertex in 0..<Int32(sample.vertexCount) where tree.isReached(vertex) {
        let top = VertexSet([vertex], capacity: sample.vertexCount)
        let expected = Oracles.dominated(
          by: vertex, from: sample.sources, vertexCount: sample.vertexCount, edges: sample.edges)
        #expect(Set(tree.dominated(by: top).members) == expected, sample.label)
      }
    }
  }

  @Test func `retained sizes are the sums of what is lost`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let tree = DominatorTree(from: sample.sources, along: sample.adjacency)
      let retained = tree.retained { Int64($0) * 3 + 1 }
      for vertex in 0..<Int32(sample.vertexCount) {
        let lost = Oracles.dominated(
          by: vertex, from: sample.sources, vertexCount: sample.vertexCount, edges: sample.edges)
        let expected = lost.reduce(Int64(0)) { $0 + Int64($1) * 3 + 1 }
        #expect(retained[Int(vertex)] == expected, sample.label)
      }
    }
  }

  @Test func `the K shortest paths are the shortest of all`() {
    for seed in seeds {
      let sample = Sample(seed: seed, vertices: 1...6)
      let tails = sample.adjacency.tails()
      for target in 0..<Int32(sample.vertexCount) {
        let paths = RetainPaths(
          from: sample.sources, to: target, along: sample.adjacency, tails: tails)
        let found = paths.shortest(4)
        let all = Oracles.paths(from: sample.sources, to: target, edges: sample.edges)
        let expected = all.map(\.count).sorted().prefix(4)
        #expect(found.map(\.edges.count) == Array(expected), sample.label)
        #expect(Set(found).count == found.count, sample.label)
        for path in found {
          let positions = path.edges.map { Int(sample.adjacency.references[Int($0)]) }
          #expect(all.contains(positions), sample.label)
        }
      }
    }
  }

  @Test func `the shortest cycle through an edge is the edge and the shortest way back`() {
    for seed in seeds {
      let sample = Sample(seed: seed, vertices: 1...7)
      let tails = sample.adjacency.tails()
      for edge in 0..<sample.adjacency.edgeCount {
        let cycle = ShortestCycle.through(edge, in: sample.adjacency, tails: tails)
        let back = Oracles.paths(
          from: [sample.adjacency.heads[edge]], to: tails[edge], edges: sample.edges)
        #expect(cycle?.count == back.map(\.count).min().map { $0 + 1 }, sample.label)
      }
    }
  }

  @Test func `what the cascade leaves is reachable from a held vertex or a cycle`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let held = VertexSet(sample.sources, capacity: sample.vertexCount)
      let cascade = ReleaseCascade(along: sample.adjacency, held: held)
      let components = Oracles.components(vertexCount: sample.vertexCount, edges: sample.edges)
      let onCycle = (0..<Int32(sample.vertexCount)).filter { vertex in
        sample.edges.contains {
          $0.tail == vertex && components[Int(vertex)].contains($0.head)
        }
      }
      let alive = Oracles.reached(
        from: sample.sources + onCycle, vertexCount: sample.vertexCount, edges: sample.edges)
      #expect(
        Set(cascade.freed.members) == Set(0..<Int32(sample.vertexCount)).subtracting(alive),
        sample.label)
    }
  }

  @Test func `a million objects in a row need no recursion`() {
    let count = 1_000_000
    let ring = (0..<Int32(count)).map { (tail: $0, head: ($0 + 1) % Int32(count)) }
    let adjacency = Adjacency(vertexCount: count, edges: ring)
    #expect(StronglyConnectedComponents(of: adjacency).count == 1)
    let chain = Adjacency(vertexCount: count, edges: ring.dropLast())
    #expect(DominatorTree(from: [0], along: chain).retained { _ in 1 }[0] == Int64(count))
    let freed = ReleaseCascade(along: chain, held: VertexSet(capacity: count)).freed
    #expect(freed.count == count)
  }
}
