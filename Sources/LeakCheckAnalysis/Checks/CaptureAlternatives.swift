import LeakCheckGraph

/// Other ways to cut what the first cut does: of a capture `unowned` if it cannot outlive its target, and capture by value.
enum CaptureAlternatives {
  /// The alternatives to the first of `cuts`: before others, what forgets the closure when it is done, if it ever is.
  static func of(_ cuts: [Cut], _ analysis: GraphAnalysis) -> [Cut] {
    guard let first = cuts.first else { return [] }
    let others = cuts.dropFirst()
    let clearing = others.filter { isClearing($0, beside: first) }
    return clearing + ways(first, analysis) + others.filter { !isClearing($0, beside: first) }
  }

  /// Whether a cut forgets the closure whose capture the first one makes weak, and that is called once or by a job.
  private static func isClearing(_ cut: Cut, beside first: Cut) -> Bool {
    guard cut.steps.count == 1, let step = cut.steps.first, let weak = first.steps.first,
      first.steps.count == 1, weak.how == .weak, weak.reference.isCapture,
      step.reference.target.index == weak.reference.source.index, step.safety != .refuted
    else { return false }
    return EndingEvents.moment(ofForgetting: step.reference) != nil
  }

  private static func ways(_ cut: Cut, _ analysis: GraphAnalysis) -> [Cut] {
    guard cut.steps.count == 1, let step = cut.steps.first, step.how == .weak,
      step.reference.isCapture, !CutWords.isLocalFunction(step.reference.source.name)
    else { return [] }
    let ways: [Cut.How] =
      isOwned(step.reference, analysis) ? [.unowned, .captureValue] : [.captureValue]
    return ways.map { Cut(steps: [step.cut(by: $0)], isExact: cut.isExact, isMinimal: true) }
  }

  /// Whether the target is the only retainer of the closure, so that the closure goes with it.
  private static func isOwned(
    _ reference: ObjectGraph.Reference, _ analysis: GraphAnalysis
  ) -> Bool {
    let retainers = reference.source.referrers.filter { $0.strength == .strong }
    return retainers.count == 1 && retainers[0].source.index == reference.target.index
  }
}
