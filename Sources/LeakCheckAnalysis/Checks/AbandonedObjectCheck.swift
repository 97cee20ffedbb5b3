import LeakCheckGraph

/// Objects that should be gone and that a root still reaches.
struct AbandonedObjectCheck: Check {
  func findings(in suspicion: Suspicion) -> [Finding] {
    suspicion.abandoned.map { finding($0, suspicion) }
  }

  private func finding(_ index: Int32, _ suspicion: Suspicion) -> Finding {
    let analysis = suspicion.analysis
    let object = analysis.graph.object(index)
    let path = suspicion.pathsToGone.path(to: index) ?? []
    let trace = suspicion.trace(to: index, along: path)
    let problem = CutProblem(freeing: [index], in: analysis, reversed: suspicion.planner.reversed)
    let isHeld = analysis.held.contains(index)
    let cuts =
      isHeld
      ? [] : suspicion.planner.cuts(of: problem).map { suspicion.ordered($0, along: trace) }
    let component = Int(analysis.components.component[Int(index)])
    let root = trace.objects[0]
    return Finding(
      kind: .abandoned, severity: suspicion.severity(of: trace),
      fingerprint: Fingerprint.text(
        .abandoned, references: Array(trace.references.suffix(1)), isCycle: false, object: object),
      message: .abandoned(object, root: root, reason: object.expectation?.reason ?? ""),
      isReachable: true, path: trace,
      componentObjects: analysis.components.members(of: component).count,
      holds: suspicion.holding(of: [index], asComponent: false),
      cut: cuts.first ?? .none, alternatives: Array(cuts.dropFirst()),
      why: why(trace, object), advice: isHeld ? "let go of \(object.type): it is itself a root" : ""
    )
  }

  private func why(_ trace: LeakTrace, _ object: ObjectGraph.Object) -> String {
    let target = CutWords.words(for: object)
    guard let last = trace.references.last else { return "\(target) is itself held from outside." }
    let holder = CutWords.words(for: last.source)
    let isRegistered = last.source.owner == .framework || last.until != nil
    let event = isRegistered ? EndingEvents.event(ending: last) : nil
    let until = event.map { ", until \($0)" } ?? ""
    let name = last.name.isEmpty ? "" : " by \(last.name)"
    return "\(holder) keeps \(target)\(name)\(until), and is itself still needed."
  }
}

extension String {
  fileprivate static func abandoned(
    _ object: ObjectGraph.Object, root: ObjectGraph.Object, reason: String
  ) -> String {
    let because = reason.isEmpty ? "" : " (\(reason))"
    let target = CutWords.words(for: object)
    if object.index == root.index { return "\(target) should be gone\(because) and is a root" }
    return
      "\(target) should be gone\(because) and is still reachable from \(CutWords.words(for: root))"
  }
}
