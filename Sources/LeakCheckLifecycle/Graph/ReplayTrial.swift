import LeakCheckAnalysis
import LeakCheckGraph

/// A finding whose cuts are being tried, in their order.
struct ReplayTrial {
  let finding: Finding
  let cuts: [Cut]
  /// What the runs showed of the cuts that were tried so far.
  var verdicts: [Replay.Verdict] = []
  /// For each of them, the step in which each object of the finding went, the greatest number where it stayed; empty
  /// where there was no run.
  var deaths: [[Int]] = []

  init(_ finding: Finding) {
    self.finding = finding
    cuts =
      finding.cut.steps.isEmpty ? [] : ([finding.cut] + finding.alternatives).map(\.tried)
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
    guard case .gone = verdicts[place] else { return false }
    return cuts[place].steps.allSatisfy { $0.how == .weak && $0.reference.kind == .property }
  }
}
