import LeakCheckGraph

/// A pass that ensures that all first cuts of a report can be made together.
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
    let made = findings.indices.filter {
      !findings[$0].cut.steps.isEmpty && !isLarge(findings[$0].cut)
    }
    guard made.count > 1, !context.analysis.needed.isEmpty else { return findings }
    context.facts.limits = CutProblem.Limits(problems: made.count)
    let joint = JointCuts(context)
    let late = made.filter { joint.isOfWhatIsInUse(findings[$0]) }
    let others = Set(made).subtracting(late).sorted()
    // What is still in use is let go when its time is over. If that takes nothing else, the other cuts spare it.
    let places =
      late.filter { joint.joint.isSafe(joint.joint.edges(of: findings[$0].cut)) } + others
    guard places.count > 1 else { return findings }
    let cuts = places.map { findings[$0].cut }.filter { $0.safety != .refuted }
    if joint.joint.isSafe(cuts.flatMap(joint.joint.edges)) { return findings }
    return joint.settled(findings, at: places)
  }

  /// Whether a finding is of an object that is still in use, and that its `deinit` would let go too late.
  private func isOfWhatIsInUse(_ finding: Finding) -> Bool {
    guard finding.kind == .teardownNeverRuns else { return false }
    return finding.path.subject.map { context.analysis.needed.contains($0.index) } == true
  }

  /// Accepts cuts in the order of the report while they go together, as far as so many looks tell; of the others those
  /// that leave one way to everything needed go together with them and with each other.
  private func settled(_ findings: [Finding], at places: [Int]) -> [Finding] {
    var findings = findings
    let open = places.filter { findings[$0].cut.safety != .refuted }
    let edges = open.map { joint.edges(of: findings[$0].cut) }
    let accepted = accepted(edges)
    var made = Made(edges: accepted.flatMap { edges[$0] }, way: nil)
    made.way = joint.way(besides: made.edges)
    let rest = Set(open.indices).subtracting(accepted).sorted()
    var plans = Self.mostPlanned / (context.analysis.retaining.edgeCount + 1)
    for place in rest {
      if !fits(edges[place], made) {
        findings[open[place]] = replaced(findings[open[place]], beside: made, &plans)
      }
      let cut = findings[open[place]].cut
      if cut.safety != .refuted { made.edges += joint.edges(of: cut) }
    }
    return findings
  }

  /// The references already cut, and the remaining paths to everything needed.
  private struct Made {
    var edges: [Int32]
    var way: JointSafety.Spared?
  }

  /// Whether a cut can be made besides others: it leaves the way, and no `deinit` of what it frees ends a part of that.
  private func fits(_ edges: [Int32], _ made: Made) -> Bool {
    made.way?.isSpared(by: edges) == true
      && (context.analysis.ends.isEmpty || joint.isSafe(made.edges + edges))
  }

  /// Cuts that go together: of each part of the list as much as does, so that a few conflicts take few looks.
  private func accepted(_ edges: [[Int32]]) -> [Int] {
    var (accepted, made): ([Int], [Int32]) = ([], [])
    var looks = min(
      Self.mostLooks, 2 + Self.mostPlanned / (context.analysis.retaining.edgeCount + 1) / 4)
    var parts = [edges.indices]
    while let part = parts.popLast(), looks > 0 {
      looks -= 1
      let more = part.flatMap { edges[$0] }
      if joint.isSafe(made + more) {
        accepted += part
        made += more
      } else if part.count > 1 {
        let half = part.lowerBound + part.count / 2
        parts += [half..<part.upperBound, part.lowerBound..<half]
      }
    }
    return accepted
  }

  /// How often it is looked at what stays without some cuts.
  private static let mostLooks = 32
  /// The most references that are looked through for new cuts, the graph's once for each.
  private static let mostPlanned = 1_000_000

  /// Whether a cut is that of a component which one walk cuts: the walk's own tree keeps everything that it found, and to
  /// look at each of its references again would take as long as the walk.
  private static func isLarge(_ cut: Cut) -> Bool { cut.steps.count > CutSearch.sizeLimit }

  /// The finding with another first cut, which leaves the way as it is; where there is no time to look for one, with the
  /// same, of which nothing is shown then.
  private func replaced(
    _ finding: Finding, beside made: Made, _ plans: inout Int
  ) -> Finding {
    var changed = finding
    let fits = finding.alternatives.first {
      $0.grade != nil && $0.safety != .refuted && self.fits(joint.edges(of: $0), made)
    }
    plans -= fits == nil ? 1 : 0
    guard fits != nil || plans >= 0 else {
      changed.cut = finding.cut.judged(.unknown)
      return changed
    }
    guard let cut = fits ?? newCut(of: finding, beside: made) else {
      changed.cut = finding.cut.judged(.refuted)
      return changed
    }
    changed.cut = cut
    let others = finding.alternatives.filter {
      $0.grade != nil && $0.steps.references != cut.steps.references
    }
    changed.alternatives = CutAlternatives.of([cut] + others, for: finding.kind, in: context)
    return changed
  }

  private func newCut(of finding: Finding, beside made: Made) -> Cut? {
    let planner = CutPlanner(context.facts, sparing: made.way)
    return context.problems(of: finding).lazy.compactMap { planner.cuts(of: $0).first }
      .first { $0.safety != .refuted && fits(joint.edges(of: $0), made) }
      .map { context.labels.ordered($0, along: finding.path) }
  }
}

extension CheckContext {
  /// What must be cut to mend a finding: the first question, and another where that has no answer.
  func problems(of finding: Finding) -> [CutProblem] {
    guard let first = finding.path.first, let last = finding.path.last else { return [] }
    switch finding.kind {
    case .abandoned:
      return [problem(freeing: [last.index])]
    case .cycle:
      let number = analysis.components.component[Int(first.index)]
      return problems(of: CyclicComponent(Int(number), in: analysis))
    case .teardownNeverRuns:
      let object = finding.path.isCycle ? first.index : last.index
      if analysis.needed.contains(object) { return [] }
      return [problem(freeing: [object])]
    case .leaked, .dangling, .temporary: return []
    }
  }

  /// To free objects, as far as one of so many findings looks.
  func problem(freeing targets: [Int32]) -> CutProblem {
    CutProblem(
      freeing: targets, in: analysis, retainers: facts.retainers, within: facts.limits)
  }

  /// To free the members of a component, and where surplus retains keep them, to break its cycles.
  func problems(of component: CyclicComponent) -> [CutProblem] {
    let members = Array(component.members)
    let entry = component.isReachable ? component.entry(of: facts.rootPaths) : nil
    let dissolving = CutProblem(
      dissolving: members, along: component.edges, from: entry, in: analysis)
    if component.isReachable { return [dissolving] }
    return [problem(freeing: members), dissolving]
  }
}
