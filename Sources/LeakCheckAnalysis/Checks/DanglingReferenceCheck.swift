import LeakCheckGraph

/// A check for unowned and unmanaged references that outlive their targets.
struct DanglingReferenceCheck: Check {
  func candidates(in context: CheckContext) -> [Candidate] {
    let outliving = outliving(in: context.analysis)
    guard !outliving.isEmpty else { return [] }
    let paths = context.facts.rootPaths
    var fingerprints: [Fingerprint.End: String] = [:]
    return outliving.map { candidate($0, context, paths, &fingerprints) }
  }

  /// The references whose holder stays and whose target goes.
  private func outliving(in analysis: GraphAnalysis) -> [Int32] {
    let storage = analysis.graph.storage
    let (sources, targets, marks) = (storage.sources, storage.targets, storage.referenceMarks)
    let (surviving, staying, gone) = (analysis.surviving, analysis.staying, analysis.gone)
    return marks.indices.filter { reference in
      let mark = marks[reference]
      guard !mark.isStrong, mark.strength == .unowned || mark.strength == .unmanaged,
        surviving.contains(sources[reference])
      else { return false }
      let target = targets[reference]
      return !staying.contains(target) || gone.contains(target)
    }.map(Int32.init)
  }

  private func candidate(
    _ index: Int32, _ context: CheckContext, _ paths: ShortestPaths,
    _ fingerprints: inout [Fingerprint.End: String]
  ) -> Candidate {
    let analysis = context.analysis
    let storage = analysis.graph.storage
    let (source, target) = (storage.sources[Int(index)], storage.targets[Int(index)])
    let end = Fingerprint.End(analysis.graph, index, of: target)
    let fingerprint =
      fingerprints[end]
      ?? Fingerprint.text(
        .dangling, references: [analysis.graph.reference(index)], isCycle: false)
    fingerprints[end] = fingerprint
    return Candidate(
      kind: .dangling, severity: severity(source, target, context, paths),
      isReachable: analysis.reachable.contains(source), fingerprint: fingerprint,
      extent: .only([source]), size: context.size(of: .only([source])),
      first: paths.start(ofPathTo: source),
      finding: { finding(analysis.graph.reference(index), fingerprint, $0) })
  }

  private func severity(
    _ source: Int32, _ target: Int32, _ context: CheckContext, _ paths: ShortestPaths
  ) -> Finding.Severity {
    let isFramework = context.analysis.graph.storage.marks[Int(target)].contains(.framework)
    guard isFramework else { return .error }
    return context.severity(along: paths, to: source)
  }

  private func finding(
    _ reference: ObjectGraph.Reference, _ fingerprint: String, _ context: CheckContext
  ) -> Finding {
    let analysis = context.analysis
    let source = reference.source
    let isReachable = analysis.reachable.contains(source.index)
    let paths = context.facts.rootPaths
    let trace = LeakTrace(to: source.index, along: paths, in: analysis, then: [reference])
    let change = change(of: reference, context)
    return Finding(
      kind: .dangling, severity: context.severity(of: trace),
      fingerprint: fingerprint,
      message: .dangling(reference, isFreed: !analysis.staying.contains(reference.target.index)),
      isReachable: isReachable, path: trace, holds: RetainedSet([source]),
      cut: .none, alternatives: [Cut(steps: [change], isExact: true, isMinimal: true)],
      why: "An \(reference.strength.rawValue) reference does not retain, and"
        + " \(CutWords.words(for: source)) outlives \(CutWords.words(for: reference.target)).",
      advice: advice(change, trace))
  }

  /// How a reference is cut: a property that would be cleared as the owner of its target is weak, for it owns nothing.
  private func change(of reference: ObjectGraph.Reference, _ context: CheckContext) -> Cut.Step {
    let step = context.planner.step(cutting: reference)
    let isCleared = step.how == .end && CutWords.isLettingGo(reference, step.role)
    return isCleared ? step.cut(by: .weak) : step
  }

  private func advice(_ change: Cut.Step, _ trace: LeakTrace) -> String {
    let reference = change.reference
    // A call is known that ends the reference itself: nothing else of its holder has to.
    if change.how == .end, EndingEvents.event(ending: reference) != nil { return change.fix }
    // What registered the holder is what must be undone before the target goes.
    let registration = trace.references.dropLast().last { $0.source.owner == .framework }
    let event = registration.flatMap(EndingEvents.event(ending:))
    let target = CutWords.words(for: reference.target)
    let holder = CutWords.words(for: reference.source)
    guard reference.source.kind == .closure else {
      return "\(change.fix), or let go of \(holder) before \(target) goes"
    }
    return "end \(holder) before \(target) goes" + (event.map { " (\($0))" } ?? "")
      + ", or \(change.fix)"
  }
}

extension String {
  fileprivate static func dangling(_ reference: ObjectGraph.Reference, isFreed: Bool) -> String {
    let holder = CutWords.words(for: reference.source)
    let target = CutWords.words(for: reference.target)
    let name = reference.name.isEmpty ? "" : ".\(reference.name)"
    let fate = isFreed ? "which is freed" : "which should be gone"
    return
      "\(holder)\(name) is \(reference.strength.rawValue) and outlives \(target), \(fate): reading it is a crash"
  }
}
