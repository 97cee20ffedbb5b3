import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct GiantCoreTests {
  /// Compares the components that two ways give.
  private func expectEqual(
    _ found: StronglyConnectedComponents, _ expected: StronglyConnectedComponents,
    along edges: Adjacency, _ label: Comment
  ) {
    #expect(found.count == expected.count, label)
    let tails = edges.tails()
    #expect(
      edges.heads.indices.allSatisfy {
        found.component[Int(tails[$0])] <= found.component[Int(edges.heads[$0])]
      }, label)
    for number in 0..<found.count {
      let members = found.members(of: number)
      guard let first = members.first else {
        Issue.record("component \(number) of \(label) is empty")
        continue
      }
      let other = Int(expected.component[Int(first)])
      #expect(members.elementsEqual(expected.members(of: other)), label)
      #expect(found.isCyclic(number) == expected.isCyclic(other), label)
      #expect(members.allSatisfy { found.component[Int($0)] == number }, label)
    }
  }

  /// The components with a core looked for, and those of the search alone.
  private func expectSame(along edges: Adjacency, _ label: Comment) {
    expectEqual(
      StronglyConnectedComponents(ComponentSearch.components(of: edges, fewest: 0)),
      StronglyConnectedComponents(
        ComponentSearch.components(of: edges, fewest: Int(Int32.max))),
      along: edges, label)
  }

  @Test func `With a core found first, the components are those of the search alone`() {
    var cores = 0
    for seed in UInt64(0)..<3_000 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...20)
      let edges = Adjacency(marked: \.isStrong, in: graph)
      let count = Int32(edges.vertexCount)
      cores += GiantCore(along: edges, before: count, fewest: 0) == nil ? 0 : 1
      expectSame(along: edges, "seed \(seed)")
    }
    #expect(cores > 1_000)
  }

  @Test func `What a core leads to and what leads to it are told apart`() throws {
    // 0 → 1 ⇄ 2 → 3, and 4 alone.
    let edges = Adjacency(vertexCount: 5, edges: [(0, 1), (1, 2), (2, 1), (2, 3)])
    let core = try #require(GiantCore(along: edges, before: 5, fewest: 0))
    #expect(core.members.members == [1, 2] && core.ahead.members == [3])
  }

  @Test func `What reaches a core on long ways only is found by the search`() {
    // A core of 8,000, and a list out of it and back whose order is against both directions of the passes.
    let (coreCount, count) = (8_000 as Int32, 30_000 as Int32)
    var random = SplitMix64(seed: 3)
    var edges: [(tail: Int32, head: Int32)] = (0..<8 * coreCount).map {
      let head = $0 < coreCount ? $0 + 1 : Int32.random(in: 0..<coreCount, using: &random)
      return ($0 % coreCount, head % coreCount)
    }
    let list = (coreCount..<count).shuffled(using: &random)
    edges += zip([0] + list, list + [0]).map { ($0, $1) }
    let adjacency = Adjacency(vertexCount: Int(count), edges: edges)
    let size = GiantCore(along: adjacency, before: count, fewest: 0)?.members.count
    #expect(size.map { $0 >= coreCount && $0 < count } == true)
    expectSame(along: adjacency, "a core with a list")
    let components = ComponentSearch.components(of: adjacency, fewest: 0)
    #expect(StronglyConnectedComponents(components).count == 1)
  }

  @Test(arguments: [false, true])
  func `A ring has no core, and is one component by the search`(isShuffled: Bool) {
    var random = SplitMix64(seed: 5)
    var ring = Array((Int32(0)..<20_000).reversed())
    if isShuffled { ring.shuffle(using: &random) }
    let edges = Adjacency(
      vertexCount: ring.count, tails: ring, heads: Array(ring.dropFirst()) + ring.prefix(1))
    let core = GiantCore(along: edges, before: 20_000, fewest: 0)
    #expect(core == nil)
    expectSame(along: edges, "a ring")
  }

  @Test(arguments: [80_000, 200_000])
  func `A large graph has the same components as by the search alone`(edgeCount: Int) throws {
    let count: Int32 = 30_000
    var random = SplitMix64(seed: 7)
    let edges = (0..<edgeCount).map { _ in
      (
        tail: Int32.random(in: 0..<count, using: &random),
        head: Int32.random(in: 0..<count, using: &random)
      )
    }
    let adjacency = Adjacency(vertexCount: Int(count), edges: edges)
    let core = GiantCore(along: adjacency, before: count, fewest: 0)
    #expect(core != nil)
    expectSame(along: adjacency, "\(edgeCount) edges")
  }
}
