import LeakCheckGraph
internal import Synchronization

/// What all rules find in a graph, of which a part may have become findings already.
///
/// The search for cycles takes longest. What the other rules find is explained meanwhile by a second thread.
struct Verdict {
  /// Every rule but the one for cycles; none of them asks for what another finds.
  private static let others: [any Check] = [
    TeardownCheck(), AbandonedObjectCheck(), LeakedObjectCheck(), DanglingReferenceCheck(),
    TemporaryObjectCheck(),
  ]

  /// What is explained.
  private let explained: [Finding]
  /// The candidates of each fingerprint that is not explained yet.
  private let groups: [[Candidate]]

  /// The verdict of all rules.
  ///
  /// In a large graph one thread goes straight to the cycles, and the other makes what the cuts of them will be judged
  /// by before it looks for anything itself.
  ///
  /// - Parameters:
  ///   - first: what the rule for cycles asks.
  ///   - second: what the others ask, with a planner of its own.
  ///   - counter: counts the objects of the cycles that were looked at.
  init(by first: Suspicion, _ second: Suspicion, _ counter: WorkCounter) {
    let references = first.analysis.retaining.edgeCount
    let areCyclesFound = Flag()
    let (cycles, (explained, rest)) = TwoThreads.both(
      references,
      {
        defer { areCyclesFound.raise() }
        WorkStage.prepare.run { _ in first.planner.prepare() }
        return Candidate.groups(of: RetainCycleCheck(counter: counter).candidates(in: first))
      },
      {
        if references >= TwoThreads.fewest { second.prepareJudging() }
        let groups = Candidate.groups(of: Self.others.flatMap { $0.candidates(in: second) })
        var explained: [Finding] = []
        for group in groups where !areCyclesFound.isRaised {
          explained.append(Candidate.finding(of: group, in: second))
        }
        return (explained, groups[explained.count...])
      })
    self.explained = explained
    groups = cycles + rest
  }

  /// How many findings there will be, one for each fingerprint.
  var findingCount: Int { explained.count + groups.count }

  /// Explains what is not explained yet.
  ///
  /// - Parameters:
  ///   - first: what one thread asks.
  ///   - second: what the other asks, with a planner of its own.
  ///   - counter: counts the findings.
  /// - Returns: one finding for each fingerprint, in any order.
  func findings(
    by first: Suspicion, _ second: Suspicion, _ counter: WorkCounter
  ) -> [Finding] {
    counter.add(explained.count)
    func findings(_ numbers: StrideTo<Int>, _ suspicion: Suspicion) -> [Finding] {
      numbers.map { number in
        defer { counter.add(1) }
        return Candidate.finding(of: groups[number], in: suspicion)
      }
    }
    // Neighbours take as long.
    let isWorthTwo = groups.count >= Self.fewestForTwo
    let (even, odd) = TwoThreads.both(
      isWorthTwo ? first.analysis.retaining.edgeCount : 0,
      { findings(stride(from: 0, to: groups.count, by: 2), first) },
      { findings(stride(from: 1, to: groups.count, by: 2), second) })
    return explained + even + odd
  }

  /// Fewer kinds of bugs are not worth a second thread.
  private static let fewestForTwo = 16

  /// Says to another thread that something has happened.
  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
  }
}

extension Finding {
  /// Where a finding stands among others: grave before light, certain before possible, large before small; equals by
  /// fingerprint.
  struct Rank: Comparable {
    private let severity: Severity
    private let urgency: Int
    private let bytes: Int64
    private let objects: Int

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
}
