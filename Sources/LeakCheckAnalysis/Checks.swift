import LeakCheckGraph

/// A rule: judges the facts of a graph and yields findings.
protocol Check: Sendable {
  /// What this rule finds, in any order.
  func candidates(in suspicion: Suspicion) -> [Candidate]
}

/// All rules, and the order of what they find.
public enum Checks {
  /// Every rule; their order does not matter, because findings are sorted afterwards.
  static let all: [any Check] = [
    TeardownCheck(), AbandonedObjectCheck(), RetainCycleCheck(), LeakedObjectCheck(),
    DanglingReferenceCheck(), TemporaryObjectCheck(),
  ]

  /// The findings of every check: instances of one bug as one finding, the gravest first.
  ///
  /// - Complexity: O(objects + references) for the facts and for telling instances from each other, and for
  ///   each finding the size of what keeps its objects, times the cuts tried; see ``CutSearch`` for the bounds.
  public static func findings(in analysis: GraphAnalysis) -> [Finding] {
    let suspicion = WorkStage.prepare.run { _ in Suspicion(analysis) }
    let found = WorkStage.judge.run { _ in
      all.flatMap { $0.candidates(in: suspicion) }
    }
    return WorkStage.explain.run { counter in
      Candidate.findings(of: found, in: suspicion, counter).sorted(by: precedes)
    }
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
