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
    let edges = RandomGraph.edges(vertexCount: count, using: &random)
    let sources = (0..<Int32(count)).filter { _ in random.chance(0.25) }
    self.init(vertexCount: count, edges: edges, sources: sources)
  }

  init(vertexCount: Int, edges: [(tail: Int32, head: Int32)], sources: [Int32] = []) {
    self.vertexCount = vertexCount
    self.edges = edges
    self.sources = sources
    adjacency = Adjacency(vertexCount: vertexCount, edges: edges)
  }

  /// A graph in the order of which edges lead to the next vertex, to later ones, and back by a little.
  static func leadingBackALittle(seed: UInt64) -> Sample {
    var random = SplitMix64(seed: seed)
    let count: Int32 = 40
    let next = Double.random(in: 0.3...1, using: &random)
    let back = random.chance(0.5) ? 0.1 : 0.4
    var edges: [(tail: Int32, head: Int32)] = []
    for vertex in 0..<count {
      if vertex + 1 < count, random.chance(next) { edges.append((vertex, vertex + 1)) }
      if random.chance(back) {
        edges.append((vertex, max(0, vertex - .random(in: 0...5, using: &random))))
      }
      edges.append((vertex, .random(in: vertex..<count, using: &random)))
    }
    return Sample(vertexCount: Int(count), edges: edges)
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

  @Test func `reachability does not enter what it avoids`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      var random = SplitMix64(seed: seed)
      let avoided = (0..<Int32(sample.vertexCount)).filter { _ in random.chance(0.2) }
      let reached = Reachability.reached(
        from: sample.sources, along: sample.adjacency,
        avoiding: VertexSet(avoided, capacity: sample.vertexCount))
      let expected = Oracles.reached(
        from: sample.sources.filter { !avoided.contains($0) }, vertexCount: sample.vertexCount,
        edges: sample.edges.filter { !avoided.contains($0.head) })
      #expect(Set(reached.members) == expected, sample.label)
    }
  }

  @Test func `components are found part by part where edges lead back a little`() {
    for seed in seeds { expectComponents(of: .leadingBackALittle(seed: seed)) }
  }

  @Test func `components are the vertices that reach each other, in topological order`() {
    for seed in seeds { expectComponents(of: Sample(seed: seed)) }
  }

  private func expectComponents(of sample: Sample) {
    let expected = Oracles.components(vertexCount: sample.vertexCount, edges: sample.edges)
    let components = StronglyConnectedComponents(of: sample.adjacency)
    for vertex in 0..<sample.vertexCount {
      let members = components.members(of: Int(components.component[vertex]))
      #expect(members.elementsEqual(expected[vertex].sorted()), sample.label)
    }
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

  @Test func `ranges hold what some vertices dominate`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let tree = DominatorTree(from: sample.sources, along: sample.adjacency)
      var random = SplitMix64(seed: seed)
      let tops = (0..<Int32(sample.vertexCount)).filter { _ in random.chance(0.3) }
      let expected = tree.dominated(by: VertexSet(tops, capacity: sample.vertexCount)).members
      let found = DominatedRanges(of: tree).members(below: tops.shuffled(using: &random) + tops)
      #expect(found == expected, sample.label)
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
      for vertex in 0..<Int32(sample.vertexCount) {
        let byEdge = sample.adjacency.edges(of: vertex).compactMap {
          ShortestCycle.through($0, in: sample.adjacency, tails: tails)?.count
        }
        let cycle = ShortestCycle.through(vertex: vertex, in: sample.adjacency, tails: tails)
        #expect(cycle?.count == byEdge.min(), sample.label)
        let walked = cycle?.map { tails[Int($0)] }
        #expect(
          walked.map { $0.first == vertex && Set($0).count == $0.count } ?? true, sample.label)
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

  @Test
  func `what a collector of cycles leaves is reachable from a held vertex without what has ended`()
  {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let count = Int32(sample.vertexCount)
      // Some edges end with a vertex.
      let ends = (0..<Int32(sample.adjacency.edgeCount)).filter { ($0 + Int32(seed % 5)) % 4 == 0 }
        .map { (vertex: ($0 * 7 + Int32(seed % 11)) % max(1, count), edge: $0) }
        .sorted { $0 < $1 }
      let cascade = ReleaseCascade(
        along: sample.adjacency, held: VertexSet(sample.sources, capacity: sample.vertexCount),
        ends: ends, collectsCycles: true)
      let tails = sample.adjacency.tails()
      var reached = Set(0..<count)
      // Every vertex that is not reached ends its edges, until nothing changes.
      while true {
        let edges = sample.adjacency.heads.indices.filter { edge in
          !ends.contains { $0.edge == Int32(edge) && !reached.contains($0.vertex) }
        }
        let now = Oracles.reached(
          from: sample.sources, vertexCount: sample.vertexCount,
          edges: edges.map { (tail: tails[$0], head: sample.adjacency.heads[$0]) })
        if now == reached { break }
        reached = now
      }
      #expect(Set(cascade.freed.members) == Set(0..<count).subtracting(reached), sample.label)
    }
  }

  @Test func `paths are shortest, and of those the least labelled`() {
    for seed in seeds {
      let sample = Sample(seed: seed, vertices: 1...7)
      let edges = sample.adjacency
      let tails = edges.tails()
      let plain = ShortestPaths(from: sample.sources, along: edges, tails: tails)
      let flat = ShortestPaths(from: sample.sources, along: edges, tails: tails, label: { _ in 0 })
      #expect(plain.edgeTo == flat.edgeTo, sample.label)
      let ranks = (0..<edges.edgeCount).map { Int64(($0 &* 7 &+ Int(seed)) % 3) }
      let labelled = ShortestPaths(
        from: sample.sources, along: edges, tails: tails, label: { ranks[$0] })
      for vertex in 0..<Int32(sample.vertexCount) {
        let all = Oracles.paths(from: sample.sources, to: vertex, edges: sample.edges)
        let length = all.map(\.count).min()
        #expect(plain.path(to: vertex)?.count == length, sample.label)
        // The rank of the source, then the label and position of each edge decide as a word's letters do.
        func word(_ path: [Int32]) -> [Int64] {
          let source = path.first.map { tails[Int($0)] } ?? vertex
          let rank = Int64(sample.sources.firstIndex(of: source) ?? -1)
          return [rank] + path.flatMap { [ranks[Int($0)], Int64($0)] }
        }
        let positions = all.filter { $0.count == length }.map { path in
          path.compactMap { edge in edges.references.firstIndex(of: Int32(edge)).map(Int32.init) }
        }
        let least = positions.map(word).min { $0.lexicographicallyPrecedes($1) }
        #expect(labelled.path(to: vertex).map(word) == least, sample.label)
      }
    }
  }

  @Test func `a search that stops at its target has the same path there`() {
    for seed in seeds {
      let sample = Sample(seed: seed)
      let tails = sample.adjacency.tails()
      let all = ShortestPaths(from: sample.sources, along: sample.adjacency, tails: tails)
      let lengths = (0..<Int32(sample.vertexCount)).map { all.path(to: $0)?.count ?? -1 }
      #expect(all.lengths().map(Int.init) == lengths, sample.label)
      for target in 0..<Int32(sample.vertexCount) {
        let some = ShortestPaths(
          from: sample.sources, along: sample.adjacency, tails: tails, until: target)
        #expect(some.path(to: target) == all.path(to: target), sample.label)
      }
    }
  }

  @Test func `dominators agree with removing each vertex in graphs of every shape`() {
    for shape in GraphShape.allCases {
      for seed in UInt64(0)..<20 {
        let sample = shape.sample(25, seed: seed)
        let tails = sample.adjacency.tails()
        let edges = zip(tails, sample.adjacency.heads).map { (tail: $0, head: $1) }
        let tree = DominatorTree(from: sample.sources, along: sample.adjacency)
        for vertex in 0..<Int32(25) where tree.isReached(vertex) {
          let top = VertexSet([vertex], capacity: 25)
          let expected = Oracles.dominated(
            by: vertex, from: sample.sources, vertexCount: 25, edges: edges)
          #expect(Set(tree.dominated(by: top).members) == expected, "\(shape) \(seed)")
        }
      }
    }
  }

  @Test func `members of large components rise`() {
    // Above 32 members they are sorted late: one at a time where few, by bits where many; the first of more than an
    // eighth keeps its indices.
    for (size, count) in [(33, 5_000), (100, 300), (1_000, 5_000), (4_000, 5_000)] {
      var random = SplitMix64(seed: 3)
      let order = (0..<Int32(count)).shuffled(using: &random)
      let edges = (0..<count / size * size).map { place in
        let first = place / size * size
        return (tail: order[place], head: order[first + (place - first + 1) % size])
      }
      let components = StronglyConnectedComponents(of: Adjacency(vertexCount: count, edges: edges))
      #expect(components.cyclic.count == count / size)
      for component in 0..<components.count {
        let members = components.members(of: component)
        #expect(members.elementsEqual(members.sorted()))
        #expect(members.allSatisfy { components.component[Int($0)] == component })
      }
    }
  }

  @Test(arguments: [0, 1, 1_023, 1_024, 3_000])
  func `a large component is one of many behind a path, however long`(pathLength: Int) {
    let (count, size) = (pathLength + 3_000, 2_000)
    var random = SplitMix64(seed: UInt64(pathLength))
    // The search begins at the front of the path.
    let order = [0] + (1..<Int32(count)).shuffled(using: &random)
    let ring = pathLength..<pathLength + size
    var edges = (0..<count - 1).map { (tail: order[$0], head: order[$0 + 1]) }
    // Back to the ring's first; and from everything to what lies behind, which never joins it.
    edges.append((tail: order[ring.upperBound - 1], head: order[ring.lowerBound]))
    edges += order.indices.map { (tail: order[$0], head: order[count - 1]) }
    let components = StronglyConnectedComponents(of: Adjacency(vertexCount: count, edges: edges))
    #expect(components.count == count - size + 1)
    // They are numbered along the path.
    let expected = order.indices.map { place in
      let behind = max(place - size + 1, pathLength)
      return place < pathLength ? place : behind
    }
    let misplaced = order.indices.filter { place in
      components.component[Int(order[place])] != Int32(expected[place])
        || !components.members(of: expected[place]).contains(order[place])
    }
    #expect(misplaced.isEmpty)
    let members = components.members(of: pathLength)
    #expect(members.count == size && zip(members, members.dropFirst()).allSatisfy(<))
  }

  @Test func `a million objects in a row need no recursion`() {
    let count = 1_000_000
    let ring = (0..<Int32(count)).map { (tail: $0, head: ($0 + 1) % Int32(count)) }
    let adjacency = Adjacency(vertexCount: count, edges: ring)
    let components = StronglyConnectedComponents(of: adjacency)
    #expect(components.members(of: 0).elementsEqual(0..<Int32(count)))
    let back = Adjacency(vertexCount: count, edges: ring.map { (tail: $0.head, head: $0.tail) })
    #expect(StronglyConnectedComponents(of: back).members(of: 0).elementsEqual(0..<Int32(count)))
    let chain = Adjacency(vertexCount: count, edges: ring.dropLast())
    #expect(DominatorTree(from: [0], along: chain).retained { _ in 1 }[0] == Int64(count))
    let freed = ReleaseCascade(along: chain, held: VertexSet(capacity: count)).freed
    #expect(freed.count == count)
  }
}
