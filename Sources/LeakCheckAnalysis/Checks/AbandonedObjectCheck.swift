import LeakCheckGraph

/// A check for objects that should be gone but that a root still reaches.
struct AbandonedObjectCheck: Check {
  func candidates(in context: CheckContext) -> [Candidate] {
    var fingerprints: [Fingerprint.End: String] = [:]
    return context.abandoned.map { candidate($0, context, &fingerprints) }
  }

  private func candidate(
    _ index: Int32, _ context: CheckContext, _ fingerprints: inout [Fingerprint.End: String]
  ) -> Candidate {
    let graph = context.analysis.graph
    let paths = context.pathsToGone
    let last = paths.edgeTo[Int(index)]
    let reference = last < 0 ? nil : context.analysis.retaining.references[Int(last)]
    let end = Fingerprint.End(graph, reference, of: index)
    let fingerprint: String
    if let known = fingerprints[end] {
      fingerprint = known
    } else {
      fingerprint = Fingerprint.text(
        .abandoned, references: reference.map { [graph.reference($0)] } ?? [], isCycle: false,
        object: graph.object(index))
      fingerprints[end] = fingerprint
    }
    let extent = Candidate.Extent.objects([index])
    return Candidate(
      kind: .abandoned, severity: context.severity(along: paths, to: index), isReachable: true,
      fingerprint: fingerprint, extent: extent, size: context.size(of: extent),
      first: paths.start(ofPathTo: index), finding: { finding(index, fingerprint, $0) })
  }

  private func finding(
    _ index: Int32, _ fingerprint: String, _ context: CheckContext
  ) -> Finding {
    let analysis = context.analysis
    let object = analysis.graph.object(index)
    let paths = context.pathsToGone
    let trace = LeakTrace(to: index, along: paths, in: analysis)
    let problem = context.problem(freeing: [index])
    let isHeld = analysis.isRoot(index)
    let cuts =
      isHeld
      ? [] : context.planner.cuts(of: problem).map { context.labels.ordered($0, along: trace) }
    let component = Int(analysis.components.component[Int(index)])
    let componentObjects = analysis.components.members(of: component).count
    let root = analysis.graph.object(paths.start(ofPathTo: index))
    return Finding(
      kind: .abandoned, severity: context.severity(along: paths, to: index),
      fingerprint: fingerprint,
      message: .abandoned(object, root: root, reason: object.expectation?.reason ?? ""),
      isReachable: true, path: trace,
      componentObjects: componentObjects,
      holds: context.retainedSet(of: [.objects([index])]),
      cut: cuts.first ?? .none,
      alternatives: CutAlternatives.of(cuts, for: .abandoned, in: context),
      why: why(
        analysis.references(paths.end(ofPathTo: index, count: 2)), object,
        isAssumed: !analysis.declaresRoots)
        + (componentObjects > 1
          ? " \(CutWords.words(for: object)) also keeps itself: it is on a retain cycle." : ""),
      advice: isHeld ? Self.advice(forRoot: object) : ""
    )
  }

  /// What to do about an object that something outside holds, with no reference that could be cut.
  private static func advice(forRoot object: ObjectGraph.Object) -> String {
    let reason = object.rootReason ?? ""
    return reason.isEmpty
      ? "let go of \(object.type): it is itself a root"
      : "let go of \(object.type), which \(reason) holds"
  }

  private func why(
    _ last: [ObjectGraph.Reference], _ object: ObjectGraph.Object, isAssumed: Bool
  ) -> String {
    let target = CutWords.words(for: object)
    let before = last.dropLast().last
    guard let last = last.last else { return "\(target) is itself held from outside." }
    let holder = CutWords.words(for: last.source)
    let isRegistered = last.source.owner == .framework || last.until != nil
    let event = isRegistered ? EndingEvents.event(ending: last) : nil
    let until = event.map { ", until \(EndingEvents.steps(of: $0).call)" } ?? ""
    let name = last.name.isEmpty ? "" : " by \(last.name)"
    // Whether the holder is needed nobody knows; what keeps it is a fact.
    let keeper =
      before.map { "\(CutWords.words(for: $0.source)) keeps \(holder)" }
      ?? (isAssumed
        ? "is taken for held from outside, as nothing retains it and no root is declared"
        : "is itself held from outside")
    return "\(holder) keeps \(target)\(name)\(until), and \(keeper)."
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
