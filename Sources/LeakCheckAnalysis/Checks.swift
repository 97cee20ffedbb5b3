import LeakCheckGraph

/// A rule: judges the facts of a graph and yields findings.
protocol Check: Sendable {
  /// What this rule finds, in any order.
  func candidates(in suspicion: Suspicion) -> [Candidate]
}

/// All rules, and the order of what they find.
public enum Checks {
  /// Every rule but the one for cycles, which may be at work at the same time: they ask for no cuts.
  ///
  /// The order does not matter, because findings are sorted afterwards.
  private static let others: [any Check] = [
    TeardownCheck(), AbandonedObjectCheck(), LeakedObjectCheck(), DanglingReferenceCheck(),
    TemporaryObjectCheck(),
  ]

  /// The findings of every check: instances of one bug as one finding, the gravest first.
  ///
  /// - Complexity: O(objects + references) for the facts and for telling instances from each other, and for
  ///   each finding the size of what keeps its objects, times the cuts tried; see ``CutSearch`` for the bounds.
  public static func findings(in analysis: GraphAnalysis) -> [Finding] {
    let suspicion = WorkStage.prepare.run { _ in Suspicion(analysis) }
    let found = WorkStage.judge.run { counter in candidates(in: suspicion, counter) }
    return WorkStage.explain.run { counter in
      let findings = Candidate.findings(of: found, in: suspicion, counter)
      // A finding is large to move.
      return findings.indices.sorted { precedes(findings[$0], findings[$1]) }.map { findings[$0] }
    }
  }

  /// What all rules find.
  ///
  /// What several of them ask for was prepared where there are cycles, so two threads may ask.
  private static func candidates(
    in suspicion: Suspicion, _ counter: WorkCounter
  ) -> [Candidate] {
    let analysis = suspicion.analysis
    let (cycles, rest) = TwoThreads.both(
      analysis.hasRetainCycles ? analysis.retaining.edgeCount : 0,
      { RetainCycleCheck(counter: counter).candidates(in: suspicion) },
      { others.flatMap { $0.candidates(in: suspicion) } })
    return cycles + rest
  }

  /// Grave before light, certain before possible, large before small; then by fingerprint.
  private static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.severity != right.severity { return left.severity > right.severity }
    let urgency = left.kind.urgency(left.isReachable)
    let other = right.kind.urgency(right.isReachable)
    if urgency != other { return urgency < other }
    if left.holds.bytes != right.holds.bytes { return left.holds.bytes > right.holds.bytes }
    let (a, b) = (left.holds.objects.count, right.holds.objects.count)
    return a != b ? a > b : left.fingerprint < right.fingerprint
  }
}
