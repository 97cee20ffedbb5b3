import LeakCheckGraph

/// Other ways to cut the same capture: `unowned` if it cannot outlive its target, and capture by value.
enum CaptureAlternatives {
  static func of(_ cut: Cut, _ analysis: GraphAnalysis) -> [Cut] {
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
