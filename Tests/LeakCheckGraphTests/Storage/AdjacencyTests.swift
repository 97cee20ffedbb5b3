import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct AdjacencyTests {
  @Test func `choosing edges keeps their order, whichever are chosen`() {
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...90, using: &random)
      let edges = RandomGraph.edges(vertexCount: count, using: &random)
      let all = Adjacency(vertexCount: count, edges: edges)
      let chances: [Double] = [0.0, 0.1, 0.5, 0.97, 1.0]
      let chance: Double = chances.randomElement(using: &random) ?? 1
      let chosen = Set((0..<Int32(edges.count)).filter { _ in random.chance(chance) })
      let some = all.filtered { chosen.contains($0) }
      for vertex in 0..<Int32(count) {
        let expected = all.edges(of: vertex).filter { chosen.contains(all.references[$0]) }
        #expect(some.edges(of: vertex).map { some.heads[$0] } == expected.map { all.heads[$0] })
        #expect(
          some.edges(of: vertex).map { some.references[$0] }
            == expected.map { all.references[$0] })
      }
      #expect(some.edgeCount == chosen.count)
    }
  }

  @Test func `the edges of a graph are those that satisfy the condition`() {
    for seed in UInt64(0)..<300 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...40)
      let marks = graph.storage.referenceMarks
      let strong = Adjacency(of: graph) { marks[Int($0)].isStrong }
      let expected = graph.references.filter { $0.strength == .strong }
      #expect(strong.references == expected.map(\.index))
      #expect(strong.heads == expected.map(\.target.index))
      #expect(strong.tails() == expected.map(\.source.index))
      #expect(Adjacency(of: graph) { _ in true }.heads == graph.storage.targets.array)
      #expect(Adjacency(of: graph) { _ in false }.edgeCount == 0)
    }
  }

  @Test func `reversed edges lead back and keep their references`() {
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...30, using: &random)
      let edges = RandomGraph.edges(vertexCount: count, using: &random)
      let reversed = Adjacency(vertexCount: count, edges: edges).reversed()
      let tails = reversed.tails()
      #expect(reversed.edgeCount == edges.count)
      for edge in 0..<reversed.edgeCount {
        let original = edges[Int(reversed.references[edge])]
        #expect((tails[edge], reversed.heads[edge]) == (original.head, original.tail))
      }
    }
  }

  @Test func `induced edges are those among the members, few or many`() {
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...120, using: &random)
      let edges = RandomGraph.edges(vertexCount: count, using: &random)
      let all = Adjacency(vertexCount: count, edges: edges)
      let chances: [Double] = [0.02, 0.5, 1.0]
      let chance: Double = chances.randomElement(using: &random) ?? 1
      let members = (0..<Int32(count)).filter { _ in random.chance(chance) }
      let induced = all.induced(on: members)
      let tails = all.tails()
      let expected = (0..<edges.count).filter {
        members.contains(tails[$0]) && members.contains(all.heads[$0])
      }
      #expect(induced.references == expected.map(Int32.init))
      #expect(induced.heads.map { members[Int($0)] } == expected.map { all.heads[$0] })
    }
  }

  @Test func `condensed edges join the components of their ends`() {
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...30, using: &random)
      let edges = RandomGraph.edges(vertexCount: count, using: &random)
      let all = Adjacency(vertexCount: count, edges: edges)
      let components = StronglyConnectedComponents(of: all)
      let condensed = all.condensed(into: components)
      let tails = condensed.tails()
      let found = Set((0..<condensed.edgeCount).map { [tails[$0], condensed.heads[$0]] })
      let expected = edges.map {
        [components.component[Int($0.tail)], components.component[Int($0.head)]]
      }
      #expect(found == Set(expected.filter { $0[0] != $0[1] }))
    }
  }
}
