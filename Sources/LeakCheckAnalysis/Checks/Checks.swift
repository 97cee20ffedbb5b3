import LeakCheckGraph

/// The checks and the order of their findings.
public enum Checks {
  /// Every check.
  ///
  /// The list is closed: a check needs the facts of ``CheckContext``, which are not public.
  static let all: [any Check] = [
    RetainCycleCheck(), TeardownCheck(), AbandonedObjectCheck(), LeakedObjectCheck(),
    DanglingReferenceCheck(), TemporaryObjectCheck(),
  ]

  /// Returns the findings in a graph, one for all instances of a bug, the most severe first.
  ///
  /// - Complexity: O(objects + references) for the facts and for grouping instances, and for each finding the size of
  ///   what keeps its objects alive, times the number of cuts tried; see ``CutSearch`` for the bounds.
  public static func findings(in analysis: GraphAnalysis) -> [Finding] {
    WorkStage.judge.run { counter in
      let (findings, contexts) = ParallelChecks.findings(of: all, in: analysis) { check, context in
        // No two checks find the same bug: a check has a kind, and the kind is part of a bug's identity.
        let groups = Candidate.groups(of: check.candidates(in: context))
        let limits = CutProblem.Limits(problems: groups.count)
        return groups.map { (candidates: $0, limits: limits) }
      } finding: { bug, context in
        defer { counter.add(1) }
        context.facts.limits = bug.limits
        return Candidate.finding(of: bug.candidates, in: context)
      }
      return JointCuts.settled(Finding.ranked(findings), in: contexts[0])
    }
  }
}

extension Finding {
  /// The rank of a finding: severe before mild, certain before possible, large before small.
  private struct Rank: Comparable {
    let severity: Severity
    let urgency: Int
    let bytes: Int64
    let objects: Int

    init(of finding: Finding) {
      severity = finding.severity
      urgency = finding.kind.urgency(finding.isReachable)
      (bytes, objects) = (finding.holds.bytes, finding.holds.count)
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

/// A result of a check, with what is needed to group equal ones.
///
/// Sixty thousand leaks of three kinds are three findings: paths, cuts and words are made only for the
/// instance that speaks for all of one fingerprint.
struct Candidate {
  /// The objects that would be freed with an instance.
  enum Extent {
    /// What some objects dominate.
    case objects([Int32])
    /// What the component of some objects dominates.
    case component([Int32])
    /// These objects alone.
    case only([Int32])
  }

  var kind: Finding.Kind
  var severity: Finding.Severity
  var isReachable: Bool
  var fingerprint: String
  var extent: Extent
  /// How many objects and bytes the extent has.
  var size: RetainedSets.Size
  /// The first object of the path, which decides between equals.
  var first: Int32
  /// Makes the whole finding, by what the thread at work has to ask.
  var finding: (CheckContext) -> Finding
}

extension Candidate {
  /// The candidates of each fingerprint, in the order in which the first of each comes.
  static func groups(of candidates: [Candidate]) -> [[Candidate]] {
    var places: [String: Int] = [:]
    var groups: [[Candidate]] = []
    for candidate in candidates {
      let place = places[candidate.fingerprint] ?? groups.count
      if place == groups.count {
        groups.append([])
        places[candidate.fingerprint] = place
      }
      groups[place].append(candidate)
    }
    return groups
  }

  /// The finding of candidates of one fingerprint: the instance that holds most speaks for all.
  static func finding(of group: [Candidate], in context: CheckContext) -> Finding {
    let chosen = group.min { $0.precedes($1) } ?? group[0]
    var finding = chosen.finding(context)
    if group.count > 1 {
      finding.instances = group.count
      finding.holds = context.retainedSet(of: group.map(\.extent))
    }
    return finding
  }

  private func precedes(_ other: Candidate) -> Bool {
    if severity != other.severity { return severity > other.severity }
    let (urgency, others) = (kind.urgency(isReachable), other.kind.urgency(other.isReachable))
    if urgency != others { return urgency < others }
    if size.bytes != other.size.bytes { return size.bytes > other.size.bytes }
    if size.objects != other.size.objects { return size.objects > other.size.objects }
    return first < other.first
  }
}
