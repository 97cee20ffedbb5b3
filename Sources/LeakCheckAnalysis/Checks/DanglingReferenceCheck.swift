import LeakCheckGraph

/// Unowned and unmanaged references that outlive what they refer to.
struct DanglingReferenceCheck: Check {
  func findings(in suspicion: Suspicion) -> [Finding] {
    let analysis = suspicion.analysis
    return analysis.graph.references.filter { reference in
      let isUnsafe = reference.strength == .unowned || reference.strength == .unmanaged
      let target = reference.target.index
      return isUnsafe && analysis.surviving.contains(reference.source.index)
        && (!analysis.staying.contains(target) || analysis.gone.contains(target))
    }.map { finding($0, suspicion) }
  }

  private func finding(_ reference: ObjectGraph.Reference, _ suspicion: Suspicion) -> Finding {
    let analysis = suspicion.analysis
    let source = reference.source
    let isReachable = analysis.reachable.contains(source.index)
    var trace = LeakTrace(from: source, along: [])
    if let path = suspicion.rootPath(to: source.index) { trace = path }
    trace.references.append(reference)
    trace.objects.append(reference.target)
    var weak = CutWords.step(cutting: reference, isSafe: true)
    weak.why = "a weak reference becomes nil when its target goes"
    return Finding(
      kind: .dangling, severity: suspicion.severity(of: trace),
      fingerprint: Fingerprint.text(.dangling, references: [reference], isCycle: false),
      message: .dangling(reference, isFreed: !analysis.staying.contains(reference.target.index)),
      isReachable: isReachable, path: trace, holds: Holding([source]),
      cut: .none, alternatives: [Cut(steps: [weak], isExact: true, isMinimal: true)],
      why: "An \(reference.strength.rawValue) reference does not retain, and"
        + " \(CutWords.words(for: source)) outlives \(CutWords.words(for: reference.target)).",
      advice: advice(reference, trace, fix: weak.fix))
  }

  private func advice(
    _ reference: ObjectGraph.Reference, _ trace: LeakTrace, fix: String
  ) -> String {
    // What registered the holder is what must be undone before the target goes.
    let registration = trace.references.dropLast().last { $0.source.owner == .framework }
    let event = registration.flatMap(EndingEvents.event(ending:))
    let target = CutWords.words(for: reference.target)
    return "end \(CutWords.words(for: reference.source)) before \(target) goes"
      + (event.map { " (\($0))" } ?? "") + ", or \(fix)"
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
