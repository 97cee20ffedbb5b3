import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct GiantComponentTests {
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

  @Test func `With a giant found first, the components are those of the search alone`() {
    var giants = 0
    for seed in UInt64(0)..<3_000 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...20)
      let edges = Adjacency(marked: \.isStrong, in: graph)
      let giant = GiantComponent(along: edges, marked: \.isStrong, in: graph, fewest: 0)
      giants += giant == nil ? 0 : 1
      expectEqual(
        StronglyConnectedComponents(UnsafeComponentSearch.components(of: edges, besides: giant)),
        StronglyConnectedComponents(of: edges), along: edges, "seed \(seed)")
    }
    #expect(giants > 1_000)
  }

  @Test func `What leads to a giant and what it leads to are told apart`() throws {
    // 0 → 1 ⇄ 2 → 3, 4 alone, and a weak reference from 3 to 1 that is no edge.
    var builder = ObjectGraph.Builder()
    for id in 0..<5 { builder.add(ObjectDescription(id: .number(Int64(id)), type: "A")) }
    for (from, to) in [(0, 1), (1, 2), (2, 1), (2, 3), (3, 1)] {
      var reference = ReferenceDescription(
        from: .number(Int64(from)), to: .number(Int64(to)))
      if from == 3 { reference.strength = .weak }
      builder.add(reference)
    }
    let graph = try builder.build()
    let edges = Adjacency(marked: \.isStrong, in: graph)
    let giant = try #require(
      GiantComponent(along: edges, marked: \.isStrong, in: graph, fewest: 0))
    #expect(giant.members.members == [1, 2] && giant.ahead.members == [3])
  }

  @Test func `A large graph with a giant has the same components as by the search alone`() throws {
    var random = SplitMix64(seed: 7)
    var builder = ObjectGraph.Builder()
    let count: Int64 = 30_000
    for id in 0..<count { builder.add(ObjectDescription(id: .number(id), type: "A")) }
    for _ in 0..<80_000 {
      var reference = ReferenceDescription(
        from: .number(Int64.random(in: 0..<count, using: &random)),
        to: .number(Int64.random(in: 0..<count, using: &random)))
      if random.chance(0.1) { reference.strength = .weak }
      builder.add(reference)
    }
    let graph = try builder.build()
    let edges = Adjacency(marked: \.isStrong, in: graph)
    #expect(GiantComponent(along: edges, marked: \.isStrong, in: graph) != nil)
    expectEqual(
      StronglyConnectedComponents(of: edges, marked: \.isStrong, in: graph),
      StronglyConnectedComponents(of: edges), along: edges, "30,000 objects")
  }
}
