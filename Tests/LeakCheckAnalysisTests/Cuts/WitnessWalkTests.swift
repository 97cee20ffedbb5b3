import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

/// Many witnesses at once, and what shows that a cut needs its edges, beside the release cascade.
@Suite struct WitnessWalkTests {
  private struct Sample {
    let edges: Adjacency
    let roots: VertexSet
    let targets: VertexSet

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      edges = Adjacency(
        vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
      targets = Self.some(of: count, 0.5, &random)
      var roots = Self.some(of: count, 0.2, &random)
      roots.subtract(targets)
      self.roots = roots
    }

    private static func some(
      of count: Int, _ chance: Double, _ random: inout SplitMix64
    ) -> VertexSet {
      var set = VertexSet(capacity: count)
      for member in 0..<Int32(count) where random.chance(chance) { set.insert(member) }
      return set
    }

    func isSufficient(_ cut: VertexSet) -> Bool {
      let freed = ReleaseCascade(along: edges, held: roots, cut: cut).freed
      return targets.members.allSatisfy(freed.contains)
    }
  }

  @Test func `each witness keeps a target, and has no edge that is cut already`() {
    for seed in UInt64(0)..<3_000 {
      let sample = Sample(seed: seed)
      let (edges, tails) = (sample.edges, sample.edges.tails())
      var walk = WitnessWalk(along: edges, to: sample.targets)
      var cut = VertexSet(capacity: edges.edgeCount)
      func check(_ witness: ArraySlice<Int32>, isCycle: Bool) -> [Int32] {
        for (edge, next) in zip(witness, witness.dropFirst()) {
          #expect(edges.heads[Int(edge)] == tails[Int(next)], "seed \(seed)")
        }
        #expect(!witness.contains(where: cut.contains), "seed \(seed)")
        let (first, last) = (witness[witness.startIndex], witness[witness.endIndex - 1])
        let (start, end) = (tails[Int(first)], edges.heads[Int(last)])
        if isCycle {
          #expect(start == end, "seed \(seed)")
          let passes = witness.contains { sample.targets.contains(edges.heads[Int($0)]) }
          #expect(passes, "seed \(seed)")
        } else {
          #expect(sample.roots.contains(start) && sample.targets.contains(end), "seed \(seed)")
        }
        // The edge, and every other one of the same remainder, as if they were one declaration.
        let chosen = witness.min() ?? 0
        let all = (0..<Int32(edges.edgeCount)).filter { $0 % 5 == chosen % 5 }
        for edge in all { cut.insert(edge) }
        return all
      }
      walk.paths(from: sample.roots.members) { check($0, isCycle: false) }
      walk.cycles(from: sample.targets.members) { check($0, isCycle: true) }
    }
  }

  @Test func `a walk finds all cycles through one object`() {
    let count: Int32 = 1_000
    let edges = Adjacency(
      vertexCount: Int(count) + 1,
      edges: (1...count).map { (tail: 0, head: $0) } + (1...count).map { (tail: $0, head: 0) })
    var walk = WitnessWalk(
      along: edges, to: VertexSet(0...count, capacity: Int(count) + 1))
    var found = 0
    walk.cycles(from: [0]) { witness in
      found += 1
      return [witness[witness.endIndex - 1]]
    }
    #expect(found == Int(count))
  }

  @Test func `an edge is shown to be needed exactly where the cut is not sufficient without it`() {
    var shownCount = 0
    for seed in UInt64(0)..<3_000 {
      let sample = Sample(seed: seed)
      var random = SplitMix64(seed: seed + 1)
      var cut = VertexSet(capacity: sample.edges.edgeCount)
      for edge in (0..<Int32(sample.edges.edgeCount)).shuffled(using: &random)
      where !sample.isSufficient(cut) { cut.insert(edge) }
      guard sample.isSufficient(cut) else { continue }
      var needed = NeededEdges(
        in: sample.edges, tails: sample.edges.tails(), cut: cut, targets: sample.targets.members,
        budget: 10_000)
      let shown = needed.shown(roots: sample.roots.members, collectsCycles: false)
      for edge in cut.members {
        var less = cut
        less.remove(edge)
        #expect(shown.contains(edge) == !sample.isSufficient(less), "seed \(seed), \(edge)")
        shownCount += shown.contains(edge) ? 1 : 0
      }
    }
    #expect(shownCount > 1_000)
  }
}
