import LeakCheckAnalysis
import LeakCheckGraph

/// A finding whose cuts are tried in order.
struct ReplayTrial {
  let finding: Finding
  /// The cuts as they are tried.
  var cuts: [Cut]
  /// What the runs showed of the cuts that were tried so far.
  var verdicts: [Replay.Verdict] = []
  /// For each of them, the step in which each object of the finding went, the greatest number where it stayed; empty
  /// where there was no run.
  var deaths: [[Int]] = []
  /// The cuts as the graph has them.
  private let written: [Cut]
  /// The weak properties that are all that owns their targets, and for which there is no other form.
  private var lastOwners: Set<Int> = []

  init(_ finding: Finding) {
    self.finding = finding
    written = finding.cut.steps.isEmpty ? [] : [finding.cut] + finding.alternatives
    cuts = written.map(\.tried)
  }

  /// Notes that a cut makes a property weak that is all that owns its target.
  mutating func takeLastOwner(_ place: Int) {
    if clearing(place) == nil { lastOwners.insert(place) }
  }

  /// Whether a cut was found to do that, and cannot be written otherwise.
  func takesLastOwner(_ place: Int) -> Bool { lastOwners.contains(place) }

  /// The cut with properties cleared that were tried as weak ones, or `nil` where it has none.
  func clearing(_ place: Int) -> Cut? {
    let isOther = zip(written[place].steps, cuts[place].steps).contains { $0.how != $1.how }
    return isOther ? written[place] : nil
  }

  /// Whether a cut that weakens properties frees something before another such cut does, and nothing later.
  ///
  /// Of two objects that hold each other, the one that nothing else holds would go as soon as it is stored.
  func endsEarlier(_ place: Int) -> Bool {
    guard weakensProperties(place) else { return false }
    return cuts.indices.contains { other in
      guard other != place, weakensProperties(other) else { return false }
      let pairs = zip(deaths[place], deaths[other])
      return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0 < $1 }
    }
  }

  private func weakensProperties(_ place: Int) -> Bool {
    guard verdicts[place].isMended else { return false }
    return cuts[place].steps.allSatisfy { $0.how == .weak && $0.reference.kind == .property }
  }
}
