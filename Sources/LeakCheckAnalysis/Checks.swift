import LeakCheckGraph

/// A rule: judges the facts of a graph and yields findings.
protocol Check: Sendable {
  /// What this rule finds, in any order.
  func candidates(in suspicion: Suspicion) -> [Candidate]
}

/// All rules, and the order of what they find.
public enum Checks {
  /// The findings of every check: instances of one bug as one finding, the gravest first.
  ///
  /// - Complexity: O(objects + references) for the facts and for telling instances from each other, and for
  ///   each finding the size of what keeps its objects, times the cuts tried; see ``CutSearch`` for the bounds.
  public static func findings(in analysis: GraphAnalysis) -> [Finding] {
    let suspicion = WorkStage.prepare.run { _ in Suspicion(analysis) }
    // Each thread has a planner of its own, which remembers what it was asked.
    let other = suspicion.withOwnPlanner()
    let verdict = WorkStage.judge.run { counter in Verdict(by: suspicion, other, counter) }
    return WorkStage.explain.run(of: verdict.findingCount) { counter in
      let findings = verdict.findings(by: suspicion, other, counter)
      // Findings are large to move, so their ranks are sorted.
      let ranks = findings.map(Finding.Rank.init)
      let order = ranks.indices.sorted { left, right in
        ranks[left] == ranks[right]
          ? findings[left].fingerprint < findings[right].fingerprint : ranks[left] < ranks[right]
      }
      return order.map { findings[$0] }
    }
  }
}
