extension Finding {
  /// The place of a finding among others: grave before light, certain before possible, large before small.
  private struct Rank: Comparable {
    let severity: Severity
    let urgency: Int
    let bytes: Int64
    let objects: Int

    init(of finding: Finding) {
      severity = finding.severity
      urgency = finding.kind.urgency(finding.isReachable)
      (bytes, objects) = (finding.holds.bytes, finding.holds.indices.count)
    }

    static func < (left: Rank, right: Rank) -> Bool {
      if left.severity != right.severity { return left.severity > right.severity }
      if left.urgency != right.urgency { return left.urgency < right.urgency }
      if left.bytes != right.bytes { return left.bytes > right.bytes }
      return left.objects > right.objects
    }
  }

  /// Findings in the order of a report; those of equal rank by fingerprint.
  static func ranked(_ findings: [Finding]) -> [Finding] {
    // A finding is large to move, so its rank is sorted.
    let ranks = findings.map(Rank.init)
    let order = ranks.indices.sorted { left, right in
      ranks[left] == ranks[right]
        ? findings[left].fingerprint < findings[right].fingerprint : ranks[left] < ranks[right]
    }
    return order.map { findings[$0] }
  }
}

extension Finding.Kind {
  /// What leaks now stands before what will leak, and that before what may be read too late.
  func urgency(_ isReachable: Bool) -> Int {
    switch self {
    case .teardownNeverRuns: 0
    case .abandoned, .leaked: 1
    case .cycle: isReachable ? 2 : 1
    case .dangling: 3
    case .temporary: 4
    }
  }
}
