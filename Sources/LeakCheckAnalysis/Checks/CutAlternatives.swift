import LeakCheckGraph

/// Other ways to cut what the first cut does, in the order in which they are told.
///
/// Before others stands what lets go of the closure when it is done, if it ever is; of a cycle then a capture that is
/// `unowned` if it cannot outlive its target, and capture by value; of an abandoned object what clears the property that
/// would else be weak, or what makes it weak where it is cleared.
enum CutAlternatives {
  /// The alternatives to the first of `cuts` of a finding.
  static func of(_ cuts: [Cut], for kind: Finding.Kind, in context: CheckContext) -> [Cut] {
    guard let first = cuts.first else { return [] }
    let others = feasible(cuts.dropFirst(), beside: first, context.planner)
    let clearing = others.filter { isClearing($0, beside: first) }
    let otherWays: [Cut] =
      switch kind {
      case .cycle: ways(first, context.analysis)
      case .abandoned: otherOwnership(first, context.planner)
      default: []
      }
    return clearing + otherWays + others.filter { !isClearing($0, beside: first) }
  }

  /// The cuts that one can make and that free nothing at once; of two that both would, nothing shows which is right.
  private static func feasible(
    _ others: ArraySlice<Cut>, beside first: Cut, _ planner: CutPlanner
  ) -> [Cut] {
    if others.isEmpty { return [] }
    let mayFree = planner.frees(first)
    return others.filter {
      !$0.steps.contains { isInsideFramework($0) || resumesNothing($0) }
        && (mayFree || !planner.frees($0))
    }
  }

  /// Whether a step lets go of a continuation, or ends what waits for one, so that the task waits for ever; or is to
  /// resume one that a library has.
  private static func resumesNothing(_ step: Cut.Step) -> Bool {
    let reference = step.reference
    guard step.how == .end, reference.graph.collector == .arc else { return false }
    if ContinuationUse.isOfContinuation(reference) { return !ContinuationUse.isOfApp(reference) }
    return ContinuationUse.hasContinuation(reference.target)
      || reference.source.kind == .task && ContinuationUse.waits(reference.source)
  }

  /// Whether a step changes what a framework's object keeps, and no call is known that does: nobody can write it.
  private static func isInsideFramework(_ step: Cut.Step) -> Bool {
    let reference = step.reference
    return step.how == .end && reference.source.owner == .framework && !reference.isCapture
      && ![.collection, .box].contains(reference.source.kind)
      && reference.graph.collector == .arc && EndingEvents.event(ending: reference) == nil
      && step.role != .frameworkInternal
  }

  /// Whether a cut lets go of the closure whose capture the first one makes weak when that is done: it is called once, or
  /// belongs to a job, a task or a subscription.
  private static func isClearing(_ cut: Cut, beside first: Cut) -> Bool {
    guard cut.steps.count == 1, let step = cut.steps.first, let weak = first.steps.first,
      first.steps.count == 1, weak.how == .weak, weak.reference.isCapture,
      step.safety != .refuted, step.how == .end
    else { return false }
    let (target, closure) = (step.reference.target, weak.reference.source)
    if target.kind == .task { return target.index == closure.index }
    if target.index == closure.index, EndingEvents.isOfSubscription(step.reference) { return true }
    return EndingEvents.moment(ofForgetting: step.reference) != nil && leads(target, to: closure)
  }

  /// Whether an object is a closure or has it, through those of frameworks.
  ///
  /// - Complexity: O(1): only so many references are looked at.
  private static func leads(_ object: ObjectGraph.Object, to closure: ObjectGraph.Object) -> Bool {
    var objects = [object]
    for _ in 0..<longestWay {
      if objects.contains(where: { $0.index == closure.index }) { return true }
      let targets = objects.flatMap { object in
        object.references.prefix(ReferenceRoles.referrerLimit)
          .filter { $0.strength == .strong }.map(\.target)
      }
      objects = Array(
        targets.filter { $0.owner == .framework || $0.kind == .closure }
          .prefix(ReferenceRoles.referrerLimit))
    }
    return false
  }

  /// How many objects a subscription is followed through.
  private static let longestWay = 6

  /// What clears the property that the first cut makes weak, or makes the one weak that it clears: who owned the object,
  /// the graph does not show, and nothing but the property may have.
  ///
  /// Where another object of the class shows that nothing else does, it is not made weak, nor is what has a window.
  private static func otherOwnership(_ first: Cut, _ planner: CutPlanner) -> [Cut] {
    guard var other = first.clearingProperty ?? first.weakeningProperty,
      other.steps.allSatisfy({
        $0.how == .end
          || planner.mayBeWeak($0) && !ClassTraits(of: $0.reference.target).isWindow
      })
    else { return [] }
    // It is the same reference: where the first cut does not fit beside others, it is no other to take.
    other.grade = nil
    return [other]
  }

  private static func ways(_ cut: Cut, _ analysis: GraphAnalysis) -> [Cut] {
    guard cut.steps.count == 1, let step = cut.steps.first, step.how == .weak,
      step.reference.isCapture, !CutWords.isLocalFunction(step.reference.source.name),
      // A bound method is the object's: it has no list of captures.
      CutWords.boundMethod(step.reference.source.name) == nil
    else { return [] }
    let ways: [Cut.How] =
      (isOwned(step.reference, analysis) ? [.unowned] : [])
      + (isOfScreen(step.reference) ? [] : [.captureValue])
    return ways.map { Cut(steps: [step.cut(by: $0)], isExact: cut.isExact, isMinimal: true) }
  }

  /// Whether a capture is of a screen by its own name: what it is wanted for, such as to dismiss it, is no value of it.
  private static func isOfScreen(_ reference: ObjectGraph.Reference) -> Bool {
    !reference.name.isEmpty && !RoleWords.isSelf(reference.name)
      && ClassTraits(of: reference.target).isScreen
  }

  /// Whether the target is the only retainer of the closure, so that the closure goes with it.
  private static func isOwned(
    _ reference: ObjectGraph.Reference, _ analysis: GraphAnalysis
  ) -> Bool {
    let retainers = reference.source.referrers.filter { $0.strength == .strong }
    return retainers.count == 1 && retainers[0].source.index == reference.target.index
  }
}
