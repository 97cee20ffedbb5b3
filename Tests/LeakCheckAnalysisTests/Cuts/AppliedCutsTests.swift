import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// The first cuts of random graphs with roots, applied one by one and all together.
@Suite struct AppliedCutsTests {
  /// The graphs of 10,000 seeds that declare a root, in ten parts; usually of a tenth of them.
  @Test(arguments: 0..<10)
  func `first cuts free what they say and nothing needed, singly and together`(part: Int) {
    var (judged, refuted, late, lateInUse) = (0, 0, 0, 0)
    let seeds = Rounds.seeds(2_300, usually: 115)
    for seed in seeds.map({ UInt64(part * 2_300) + $0 }) {
      let graph = RandomGraph.graph(seed: seed, objects: 2...10)
      guard graph.objects.contains(where: \.isRoot) else { continue }
      judged += 1
      let cuts = AppliedCuts(of: graph, seed: seed)
      for finding in cuts.findings { cuts.judgeAlone(finding) }
      cuts.judgeTogether()
      refuted += cuts.findings.count { $0.cut.safety == .refuted }
      late += cuts.findings.count { $0.kind == .teardownNeverRuns }
      lateInUse += cuts.inUse.count
    }
    #expect(judged >= Rounds.of(1_000, usually: 35))
    // There are a few in each part, and in some tenth of a part none.
    #expect(refuted > 0 && late > 20 && lateInUse > 5 || !Rounds.isAll)
  }
}

/// The first cuts of the findings of a graph, judged by what an oracle says is alive without them.
private struct AppliedCuts {
  let findings: [Finding]
  /// Objects that are in use, and that what only their `deinit` would end keeps.
  let inUse: Set<Int32>
  private let analysis: GraphAnalysis
  private let oracle: ReleaseOracle
  private let comment: String

  init(of graph: ObjectGraph, seed: UInt64) {
    analysis = GraphAnalysis(of: graph)
    oracle = ReleaseOracle(graph)
    findings = Checks.findings(in: analysis).filter { !$0.cut.steps.isEmpty }
    let late = findings.filter { $0.kind == .teardownNeverRuns }.compactMap(Self.object)
    inUse = oracle.needed.intersection(late)
    comment = "seed \(seed): \(Self.text(graph))"
  }

  /// What the first cut of a finding frees and loses.
  ///
  /// What is in use is let go when its time is over, and not before.
  func judgeAlone(_ finding: Finding) {
    let cut = Set(finding.cut.steps.map(\.reference.index))
    judge(finding, cut, "alone")
    if finding.cut.safety == .refuted { return }
    let over = finding.kind == .teardownNeverRuns ? Self.object(finding).map { [$0] } ?? [] : []
    let needed = oracle.after(inUse.intersection(over)).needed
    let lost = needed.subtracting(oracle.alive(without: cut))
    #expect(lost.isEmpty, "\(lost) lost by \(finding.kind), \(comment)")
  }

  /// What all first cuts free and lose, when the time of all that is in use and goes too late is over.
  func judgeTogether() {
    let cut = Set(findings.flatMap { $0.cut.steps.map(\.reference.index) })
    for finding in findings { judge(finding, cut, "together") }
    if findings.contains(where: { $0.cut.safety == .refuted }) { return }
    let lost = oracle.after(inUse).needed.subtracting(oracle.alive(without: cut))
    #expect(lost.isEmpty, "\(lost) lost by all, \(comment)")
    let early = findings.filter {
      $0.kind != .teardownNeverRuns || Self.object($0).map(inUse.contains) != true
    }
    let now = Set(early.flatMap { $0.cut.steps.map(\.reference.index) })
    let lostNow = oracle.needed.subtracting(oracle.alive(without: now))
    #expect(lostNow.isEmpty, "\(lostNow) lost by all but what is in use, \(comment)")
  }

  /// The object of an abandoned finding, or of one whose `deinit` never runs.
  private static func object(_ finding: Finding) -> Int32? {
    let objects = finding.path.objects
    return (finding.path.isCycle ? objects.first : objects.last)?.index
  }

  private func judge(_ finding: Finding, _ cut: Set<Int32>, _ how: String) {
    switch finding.kind {
    case .cycle: judgeCycle(finding, cut, how)
    case .abandoned, .teardownNeverRuns:
      guard let object = Self.object(finding) else { return }
      if inUse.contains(object) {
        #expect(!oracle.keepsItself(object, without: cut), "\(object) \(how), \(comment)")
      } else {
        #expect(!oracle.alive(without: cut).contains(object), "\(object) \(how), \(comment)")
      }
    case .leaked, .dangling, .temporary: break
    }
  }

  private func judgeCycle(_ finding: Finding, _ cut: Set<Int32>, _ how: String) {
    let number = analysis.components.component[Int(finding.path.objects[0].index)]
    let members = Set(analysis.components.members(of: Int(number)))
    if finding.isReachable {
      #expect(oracle.dissolves(members, without: cut), "\(how), \(comment)")
    } else if analysis.excess.isEmpty {
      #expect(oracle.alive(without: cut).isDisjoint(with: members), "\(how), \(comment)")
    }
  }

  /// A graph with what its literal leaves out.
  private static func text(_ graph: ObjectGraph) -> String {
    let ends = graph.references.compactMap { reference in
      reference.until.map { "\(reference.source.id)->\(reference.target.id) \($0.called)" }
    }
    let types = graph.objects.map { "\($0.id): \($0.type)" }
    return "\(graph.literal) | \(ends.joined(separator: ", ")) | \(types.joined(separator: ", "))"
  }
}
