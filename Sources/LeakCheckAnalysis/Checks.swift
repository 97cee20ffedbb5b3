import LeakCheckGraph

/// A rule: judges the facts of a graph and yields findings.
protocol Check: Sendable {
  /// The findings of this rule, in any order.
  func findings(in suspicion: Suspicion) -> [Finding]
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
  /// - Complexity: O(objects + references) for the facts, and for each finding the size of what keeps its
  ///   objects, times the cuts tried; see ``CutSearch`` for the bounds.
  public static func findings(in analysis: GraphAnalysis) -> [Finding] {
    let suspicion = Suspicion(analysis)
    let found = all.flatMap { $0.findings(in: suspicion) }
    return grouped(found).sorted(by: precedes)
  }

  /// One finding for each fingerprint: the instance that holds most speaks for all.
  private static func grouped(_ findings: [Finding]) -> [Finding] {
    let byFingerprint = Dictionary(grouping: findings, by: \.fingerprint)
    return byFingerprint.values.map { instances in
      guard instances.count > 1 else { return instances[0] }
      let sorted = instances.sorted(by: precedes)
      var finding = sorted[0]
      finding.instances = sorted.count
      var seen: Set<Int32> = []
      let held = sorted.flatMap(\.holds.objects).filter { seen.insert($0.index).inserted }
      finding.holds = Holding(held.sorted { $0.index < $1.index })
      return finding
    }
  }

  /// Grave before light, certain before possible, large before small; then by fingerprint and id.
  private static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.severity != right.severity { return left.severity > right.severity }
    if left.urgency != right.urgency { return left.urgency < right.urgency }
    if left.holds.bytes != right.holds.bytes { return left.holds.bytes > right.holds.bytes }
    let (a, b) = (left.holds.objects.count, right.holds.objects.count)
    if a != b { return a > b }
    if left.fingerprint != right.fingerprint { return left.fingerprint < right.fingerprint }
    let (first, second) = (left.path.objects.first?.index, right.path.objects.first?.index)
    return (first ?? -1) < (second ?? -1)
  }
}

extension Finding {
  /// What leaks now stands before what will leak, and that before what may be read too late.
  fileprivate var urgency: Int {
    switch kind {
    case .teardownNeverRuns: 0
    case .abandoned, .leaked: 1
    case .cycle: isReachable ? 2 : 1
    case .dangling: 3
    case .temporary: 4
    }
  }
}
