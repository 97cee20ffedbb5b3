import LeakCheckGraph

/// Sees to it that the first cuts of a report can all be made.
///
/// Each cut leaves what is needed another way to a root; two of them may take both ways. Then the cut of the finding that
/// stands further down gives way: to an alternative, or to a new cut that spares one way to everything needed.
struct JointCuts {
  private let context: CheckContext
  private let joint: JointSafety

  private init(_ context: CheckContext) {
    self.context = context
    joint = JointSafety(context.facts)
  }

  /// The findings with first cuts that together keep everything needed.
  ///
  /// A cut that takes something by itself says so, and the others are not judged by it.
  ///
  /// - Parameters:
  ///   - findings: the findings of a graph in the order of the report.
  ///   - context: what is known of the graph.
  /// - Returns: the same findings.
  /// - Complexity: O(references of the cuts + what hangs below them) where they go together.
  static func settled(_ findings: [Finding], in context: CheckContext) -> [Finding] {
    let places = findings.indices.filter { place in
      let (finding, objects) = (findings[place], findings[place].path.objects)
      if finding.cut.steps.isEmpty || isLarge(finding.cut) { return false }
      guard finding.kind == .teardownNeverRuns else { return true }
      // What is still in use is let go when its time is over; no other cut can be asked to spare it.
      let object = finding.path.isCycle ? objects.first : objects.last
      return object.map { context.analysis.needed.contains($0.index) } == false
    }
    guard places.count > 1, !context.analysis.needed.isEmpty else { return findings }
    let joint = JointCuts(context)
    let cuts = places.map { findings[$0].cut }.filter { $0.safety != .refuted }
    if joint.joint.isSafe(cuts.flatMap(joint.joint.edges)) { return findings }
    return joint.settled(findings, at: places)
  }

  private func settled(_ findings: [Finding], at places: [Int]) -> [Finding] {
    var findings = findings
    var made: [Int32] = []
    for place in places where findings[place].cut.safety != .refuted {
      let edges = joint.edges(of: findings[place].cut)
      if joint.isSafe(made + edges) {
        made += edges
        continue
      }
      findings[place] = replaced(findings[place], beside: made)
      if findings[place].cut.safety != .refuted { made += joint.edges(of: findings[place].cut) }
    }
    return findings
  }

  /// Whether a cut is that of a component which one walk cuts: the walk's own tree keeps everything that it found, and to
  /// look at each of its references again would take as long as the walk.
  private static func isLarge(_ cut: Cut) -> Bool { cut.steps.count > CutSearch.sizeLimit }

  /// The finding with another first cut, which goes together with what is cut already.
  private func replaced(_ finding: Finding, beside made: [Int32]) -> Finding {
    let fits = finding.alternatives.filter {
      $0.grade != nil && $0.safety != .refuted && joint.isSafe(made + joint.edges(of: $0))
    }
    guard let cut = fits.first ?? newCut(of: finding, beside: made) else {
      var finding = finding
      finding.cut = finding.cut.refuted
      return finding
    }
    var changed = finding
    changed.cut = cut
    changed.alternatives =
      CaptureAlternatives.of(cut, context.analysis)
      + finding.alternatives.filter {
        $0.grade != nil && $0.steps.references != cut.steps.references
      }
    return changed
  }

  private func newCut(of finding: Finding, beside made: [Int32]) -> Cut? {
    let planner = CutPlanner(context.facts, sparing: joint.way(besides: made))
    return context.problems(of: finding).lazy.compactMap { planner.cuts(of: $0).first }
      .first { $0.safety != .refuted && joint.isSafe(made + joint.edges(of: $0)) }
      .map { context.labels.ordered($0, along: finding.path) }
  }
}

extension CheckContext {
  /// What must be cut to mend a finding: the first question, and another where that has no answer.
  func problems(of finding: Finding) -> [CutProblem] {
    let objects = finding.path.objects
    guard let first = objects.first, let last = objects.last else { return [] }
    switch finding.kind {
    case .abandoned:
      return [CutProblem(freeing: [last.index], in: analysis, retainers: facts.retainers)]
    case .cycle:
      let number = analysis.components.component[Int(first.index)]
      return problems(of: CyclicComponent(Int(number), in: analysis))
    case .teardownNeverRuns:
      let object = finding.path.isCycle ? first.index : last.index
      if analysis.needed.contains(object) { return [] }
      return [CutProblem(freeing: [object], in: analysis, retainers: facts.retainers)]
    case .leaked, .dangling, .temporary: return []
    }
  }

  /// To free the members of a component, and where surplus retains keep them, to break its cycles.
  func problems(of component: CyclicComponent) -> [CutProblem] {
    let members = Array(component.members)
    let entry = component.isReachable ? component.entry(of: facts.rootPaths) : nil
    let dissolving = CutProblem(
      dissolving: members, along: component.edges, from: entry, in: analysis)
    if component.isReachable { return [dissolving] }
    return [CutProblem(freeing: members, in: analysis, retainers: facts.retainers), dissolving]
  }
}
