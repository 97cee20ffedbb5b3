import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct TeardownCutTests {
  @Test
  func `the cheapest references are chosen with which the deinit can run or ends nothing of use`()
    throws
  {
    var asked = 0
    for seed in UInt64(0)..<1_000 {
      for question in try Question.all(ofSeed: seed) {
        let cut = TeardownCut(
          of: question.object, among: question.edges, in: question.facts,
          judgedBy: CutSafety(question.facts)
        ) {
          Int($0) % 3
        }
        let solution = cut.solution()
        #expect(solution.isMinimal, "seed \(seed)")
        #expect(question.isSufficient(solution.edges), "seed \(seed)")
        func price(_ edges: [Int32]) -> Int { edges.reduce(0) { $0 + Int($1) % 3 } }
        let cheaper = question.subsets.filter { price($0) < price(solution.edges) }
        #expect(
          question.edges.count == 1 || !cheaper.contains(where: question.isSufficient),
          "seed \(seed)")
        asked += question.edges.count > 1 ? 1 : 0
      }
    }
    #expect(asked > 1_000)
  }

  @Test func `what else is expected alive must stay reached`() throws {
    var answers: [Bool: Int] = [:]
    for seed in UInt64(0)..<1_000 {
      for question in try Question.all(ofSeed: seed) {
        let cut = TeardownCut(
          of: question.object, among: question.edges, in: question.facts,
          judgedBy: CutSafety(question.facts)
        ) { _ in
          1
        }
        for subset in question.subsets {
          let keeps = question.keepsWhatIsExpected(without: subset)
          #expect(cut.keepsWhatIsExpected(without: subset) == keeps, "seed \(seed)")
          answers[keeps, default: 0] += 1
        }
      }
    }
    #expect(answers.values.allSatisfy { $0 > 1_000 } && answers.count == 2)
  }
}

/// A question for a cut, and its answers by repeating until nothing changes.
private struct Question {
  let object: Int32
  let edges: [Int32]
  let facts: CutFacts

  private var analysis: GraphAnalysis { facts.analysis }

  static func all(ofSeed seed: UInt64) throws -> [Question] {
    let graph = try RandomGraph.graph(
      seed: seed, objects: 2...14, collector: seed.isMultiple(of: 5) ? .tracing : .arc
    ).changing(objects: {
      if $0.expectation == nil, $0.size < 30 { $0.expectation = .init(.alive) }
    })
    let facts = CutFacts(GraphAnalysis(of: graph))
    let count = Int32(facts.analysis.retaining.edgeCount)
    guard count > 0 else { return [] }
    var random = SplitMix64(seed: seed)
    return (0..<4).map { _ in
      let edges = Set((0..<4).map { _ in Int32.random(in: 0..<count, using: &random) })
      return Question(
        object: Int32.random(in: 0..<graph.objectCount, using: &random), edges: edges.sorted(),
        facts: facts)
    }
  }

  /// All sets of its references but the empty one.
  var subsets: [[Int32]] {
    edges.reduce([[]]) { sets, edge in sets + sets.map { $0 + [edge] } }.filter { !$0.isEmpty }
  }

  func isSufficient(_ cut: [Int32]) -> Bool {
    let (left, freed) = settled(without: cut)
    if freed.contains(object) { return true }
    let heads = edges.filter(left.contains).map { analysis.retaining.heads[Int($0)] }
    return !reached(from: heads, along: left).contains(object)
  }

  func keepsWhatIsExpected(without cut: [Int32]) -> Bool {
    let reached = reached(
      from: analysis.heldFromOutside.members, along: settled(without: cut).left)
    return analysis.expectedAlive.allSatisfy { $0 == object || reached.contains($0) }
  }

  private func reached(from sources: [Int32], along edges: Set<Int32>) -> Set<Int32> {
    Oracles.reached(
      from: sources, vertexCount: analysis.retaining.vertexCount,
      edges: edges.map { (analysis.tails[Int($0)], analysis.retaining.heads[Int($0)]) })
  }

  /// The edges that are left, and what has gone.
  private func settled(without cut: [Int32]) -> (left: Set<Int32>, freed: Set<Int32>) {
    let heads = analysis.retaining.heads
    let held = Set(analysis.heldFromOutside.members)
    let vertices = 0..<Int32(analysis.retaining.vertexCount)
    var left = Set(heads.indices.map(Int32.init)).subtracting(cut)
    var freed: Set<Int32> = []
    while true {
      let retained =
        analysis.graph.collector == .tracing
        ? reached(from: Array(held), along: left)
        : held.union(left.map { heads[Int($0)] })
      let gone = vertices.filter { !retained.contains($0) && !freed.contains($0) }
      if gone.isEmpty { return (left, freed) }
      freed.formUnion(gone)
      left = left.filter { edge in
        !freed.contains(analysis.tails[Int(edge)])
          && !analysis.ends.contains { $0.edge == edge && freed.contains($0.vertex) }
      }
    }
  }
}
