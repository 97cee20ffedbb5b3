import LeakCheckGraph

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
