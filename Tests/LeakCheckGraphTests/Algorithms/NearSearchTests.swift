import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct NearSearchTests {
  @Test(arguments: 0..<300)
  func `a path that is near is the one of the search of the whole graph`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let edges = Adjacency(
      vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
    let labels = (0..<edges.edgeCount).map { _ in Int64.random(in: 0..<4, using: &random) }
    let sources = (0..<Int32(count)).filter { _ in random.chance(0.2) }.shuffled(using: &random)
    let tails = edges.tails()
    let whole = ShortestPaths(from: sources, along: edges, tails: tails) { labels[$0] }
    for target in 0..<Int32(count) {
      let near = NearSearch.path(
        from: sources, to: target, along: edges, tails: tails, label: { labels[$0] })
      let expected = whole.path(to: target).map {
        NearSearch.Result.path(source: whole.start(ofPathTo: target), edges: $0)
      }
      #expect(near == expected ?? .none)
    }
  }

  @Test(arguments: 0..<300)
  func `a path that is looked for from its end is the one of the search of the whole graph`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let edges = Adjacency(
      vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
    let labels = (0..<edges.edgeCount).map { _ in Int64.random(in: 0..<4, using: &random) }
    let sources = (0..<Int32(count)).filter { _ in random.chance(0.2) }.shuffled(using: &random)
    let closed = Int32.random(in: 0..<Int32(count), using: &random)
    let tails = edges.tails()
    let whole = ShortestPaths(
      from: sources.filter { $0 != closed }, along: edges, tails: tails, label: { labels[$0] },
      isClosed: { edges.heads[$0] == closed })
    for target in 0..<Int32(count) where target != closed {
      let near = NearSearch.path(
        to: target,
        backAlong: { head in
          edges.heads.indices.filter { edges.heads[$0] == head && tails[$0] != closed }
            .map { (Int32($0), tails[$0]) }.shuffled(using: &random)
        },
        tails: tails,
        from: { level in sources.filter { $0 != closed && level.contains($0) } },
        label: { labels[$0] })
      let expected = whole.path(to: target).map {
        NearSearch.Result.path(source: whole.start(ofPathTo: target), edges: $0)
      }
      #expect(near == expected ?? .none)
    }
  }

  @Test(arguments: 0..<300)
  func `the nearest targets are those of the search of the whole graph`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let edges = Adjacency(
      vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
    let labels = (0..<edges.edgeCount).map { _ in Int64.random(in: 0..<4, using: &random) }
    let sources = (0..<Int32(count)).filter { _ in random.chance(0.1) }.shuffled(using: &random)
    let targets = Set((0..<Int32(count)).filter { _ in random.chance(0.2) })
    let whole = ShortestPaths(from: sources, along: edges, tails: edges.tails()) { labels[$0] }
    let lengths = whole.lengths()
    let reached = targets.filter { lengths[Int($0)] > 0 }
    let least = reached.map { lengths[Int($0)] }.min()
    let expected = reached.filter { lengths[Int($0)] == least }.sorted()
      .map { whole.edgeTo[Int($0)] }
    let near = NearSearch.nearest(
      from: sources, along: edges, label: { labels[$0] }, where: targets.contains)
    #expect(near == expected)
  }

  @Test func `what is behind many vertices, or many edges, is far`() {
    let count = NearSearch.mostReached + 3
    let chain = Adjacency(
      vertexCount: count, edges: (1..<Int32(count)).map { (tail: $0 - 1, head: $0) })
    let star = Adjacency(
      vertexCount: count, edges: (1..<Int32(count)).map { (tail: 0, head: $0) })
    for edges in [chain, star] {
      let tails = edges.tails()
      let end = Int32(count - 1)
      #expect(NearSearch.path(from: [0], to: end, along: edges, tails: tails) == .far)
      #expect(NearSearch.path(from: [end], to: 0, along: edges, tails: tails) == .none)
      #expect(NearSearch.nearest(from: [0], along: edges) { $0 == end } == nil)
      #expect(NearSearch.nearest(from: [end], along: edges) { $0 == 0 } == [])
    }
    let path = NearSearch.path(from: [0], to: 500, along: chain, tails: chain.tails())
    #expect(path == .path(source: 0, edges: Array(0..<500)))
    #expect(NearSearch.nearest(from: [0], along: chain) { $0 >= 500 } == [499])
    let back = NearSearch.path(
      to: Int32(count - 1), backAlong: { $0 == 0 ? [] : [($0 - 1, $0 - 1)] },
      tails: chain.tails(), from: { $0.filter { $0 == 0 } })
    #expect(back == .far)
  }

  @Test func `a cycle is found whether it is near or far`() {
    for length in [1, 2, 900, 5_000] {
      let ring = Adjacency(
        vertexCount: length,
        edges: (0..<Int32(length)).map { (tail: $0, head: ($0 + 1) % Int32(length)) })
      let cycle = ShortestCycle.through(vertex: 0, in: ring, tails: ring.tails())
      #expect(cycle == Array(0..<Int32(length)))
    }
  }
}
