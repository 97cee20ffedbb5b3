import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct CutSafetyTests {
  /// Without patience single references are judged by dominators at once.
  @Test(arguments: [nil, 0])
  func `a cut is safe when everything that is needed is reached without it`(patience: Int?) {
    for seed in UInt64(0)..<1_000 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...14)
      let analysis = GraphAnalysis(of: graph)
      guard analysis.retaining.edgeCount > 0 else { continue }
      let facts = CutFacts(analysis)
      let declarations = facts.declarations
      let safety = CutSafety(facts, patience: patience)
      var random = SplitMix64(seed: seed)
      for _ in 0..<6 {
        let edges = Set(
          (0..<Int.random(in: 1...3, using: &random)).map { _ in
            Int32.random(in: 0..<Int32(analysis.retaining.edgeCount), using: &random)
          }
        ).sorted()
        let weakened = edges.flatMap { edge in
          declarations.neededEdges(of: declarations.declaration[Int(edge)])
        }
        #expect(
          safety.isSafe(edges, endsOnly: true) == staysReachable(analysis, without: edges),
          "seed \(seed)")
        #expect(
          safety.isSafe(edges, endsOnly: false)
            == staysReachable(analysis, without: edges + weakened), "seed \(seed)")
      }
    }
  }

  private func staysReachable(_ analysis: GraphAnalysis, without cut: [Int32]) -> Bool {
    let edges = analysis.retaining.heads.indices.filter { !cut.contains(Int32($0)) }.map {
      (tail: analysis.tails[$0], head: analysis.retaining.heads[$0])
    }
    let before = analysis.retaining.heads.indices.map {
      (tail: analysis.tails[$0], head: analysis.retaining.heads[$0])
    }
    let count = analysis.retaining.vertexCount
    let reached = Oracles.reached(from: analysis.roots, vertexCount: count, edges: edges)
    // What was needed without being reachable is not the cut's to lose.
    let could = Oracles.reached(from: analysis.roots, vertexCount: count, edges: before)
    return analysis.needed.members.allSatisfy { reached.contains($0) || !could.contains($0) }
  }

  @Test func `the edges into an object are those of the analysis`() {
    for seed in UInt64(0)..<500 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed))
      let retainers = Retainers(analysis)
      for object in 0..<analysis.graph.objectCount {
        let expected = analysis.retaining.heads.indices.filter {
          analysis.retaining.heads[$0] == object
        }
        #expect(retainers.edges(into: object).map(Int.init).sorted() == expected, "seed \(seed)")
      }
    }
  }

  @Test func `keepers are all that lead to an object, or the nearest with the others outside`() {
    for seed in UInt64(0)..<500 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed))
      let backwards = analysis.retaining.reversed()
      let retainers = Retainers(analysis)
      for object in 0..<analysis.graph.objectCount {
        let expected = Reachability.reached(from: [object], along: backwards).members
        let all = retainers.keepers(of: [object], limit: .max)
        #expect(all.inner == expected && all.outer.isEmpty, "seed \(seed)")
        let near = retainers.keepers(of: [object], limit: 2)
        let tails = Set(near.inner.flatMap(retainers.edges).map { analysis.tails[Int($0)] })
        #expect(tails.isSubset(of: near.inner + near.outer), "seed \(seed)")
        #expect(Set(near.inner + near.outer).isSubset(of: expected), "seed \(seed)")
      }
    }
  }
}
