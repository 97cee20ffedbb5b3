import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// The first cuts of random graphs with roots, applied one by one and all together.
@Suite struct AppliedCutsTests {
  /// The graphs of 10,000 seeds that declare a root, in ten parts; usually of a tenth of them.
  @Test(arguments: 0..<10)
  func `first cuts free what they say and nothing needed, singly and together`(part: Int) {
    var (judged, refuted) = (0, 0)
    let seeds = Rounds.seeds(2_300, usually: 230)
    for seed in seeds.map({ UInt64(part * 2_300) + $0 }) {
      let graph = RandomGraph.graph(seed: seed, objects: 2...10)
      guard graph.objects.contains(where: \.isRoot) else { continue }
      judged += 1
      let oracle = ReleaseOracle(graph)
      let analysis = GraphAnalysis(of: graph)
      let findings = Checks.findings(in: analysis).filter { !$0.cut.steps.isEmpty }
      let needed = oracle.needed
      var together: Set<Int32> = []
      var takes = false
      for finding in findings {
        let cut = Set(finding.cut.steps.map(\.reference.index))
        // What is still in use is let go when its time is over, and not before.
        if finding.kind == .teardownNeverRuns { continue }
        together.formUnion(cut)
        judge(finding, cut, analysis, oracle, "alone, seed \(seed): \(text(graph))")
        let lost = needed.subtracting(oracle.alive(without: cut))
        if finding.cut.safety == .refuted {
          takes = true
          refuted += 1
        } else {
          #expect(lost.isEmpty, "\(lost) lost by \(finding.kind), seed \(seed): \(text(graph))")
        }
      }
      for finding in findings {
        judge(finding, together, analysis, oracle, "together, seed \(seed): \(text(graph))")
      }
      let lost = needed.subtracting(oracle.alive(without: together))
      if !takes {
        #expect(lost.isEmpty, "\(lost) lost by all, seed \(seed): \(text(graph))")
      }
    }
    #expect(judged >= Rounds.of(1_000, usually: 70))
    // There are a few in each part, and in some tenth of a part none.
    #expect(refuted > 0 || !Rounds.isAll)
  }

  /// A graph with what its literal leaves out.
  private func text(_ graph: ObjectGraph) -> String {
    let ends = graph.references.compactMap { reference in
      reference.until.map { "\(reference.source.id)->\(reference.target.id) \($0.called)" }
    }
    let types = graph.objects.map { "\($0.id): \($0.type)" }
    return "\(graph.literal) | \(ends.joined(separator: ", ")) | \(types.joined(separator: ", "))"
  }

  private func judge(
    _ finding: Finding, _ cut: Set<Int32>, _ analysis: GraphAnalysis, _ oracle: ReleaseOracle,
    _ comment: String
  ) {
    let objects = finding.path.objects
    switch finding.kind {
    case .cycle:
      let number = analysis.components.component[Int(objects[0].index)]
      let members = Set(analysis.components.members(of: Int(number)))
      if finding.isReachable {
        #expect(oracle.dissolves(members, without: cut), "\(comment)")
      } else if analysis.excess.isEmpty {
        #expect(oracle.alive(without: cut).isDisjoint(with: members), "\(comment)")
      }
    case .abandoned:
      let alive = oracle.alive(without: cut)
      #expect(objects.last.map { alive.contains($0.index) } == false, "\(comment)")
    case .leaked, .dangling, .teardownNeverRuns, .temporary: break
    }
  }
}
