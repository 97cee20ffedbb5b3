import LeakCheckGraph

/// Unowned and unmanaged references that outlive what they refer to.
struct DanglingReferenceCheck: Check {
  func candidates(in suspicion: Suspicion) -> [Candidate] {
    let storage = suspicion.analysis.graph.storage
    var fingerprints: [Fingerprint.End: String] = [:]
    return storage.referenceMarks.indices.compactMap { reference in
      let strength = storage.referenceMarks[reference].strength
      guard strength == .unowned || strength == .unmanaged else { return nil }
      return candidate(Int32(reference), suspicion, &fingerprints)
    }
  }

  private func candidate(
    _ index: Int32, _ suspicion: Suspicion, _ fingerprints: inout [Fingerprint.End: String]
  ) -> Candidate? {
    let analysis = suspicion.analysis
    let storage = analysis.graph.storage
    let (source, target) = (storage.sources[Int(index)], storage.targets[Int(index)])
    guard analysis.surviving.contains(source),
      !analysis.staying.contains(target) || analysis.gone.contains(target)
    else { return nil }
    let end = Fingerprint.End(analysis.graph, index, of: target)
    let fingerprint =
      fingerprints[end]
      ?? Fingerprint.text(
        .dangling, references: [analysis.graph.reference(index)], isCycle: false)
    fingerprints[end] = fingerprint
    let path = suspicion.paths.value.path(to: source) ?? []
    return Candidate(
      kind: .dangling, severity: severity(of: path, source, target, suspicion),
      isReachable: analysis.reachable.contains(source), fingerprint: fingerprint,
      extent: .only([source]), size: suspicion.size(of: .only([source])),
      first: suspicion.start(of: path, to: source),
      finding: { finding(analysis.graph.reference(index), fingerprint, $0) })
  }

  private func severity(
    of path: [Int32], _ source: Int32, _ target: Int32, _ suspicion: Suspicion
  ) -> Finding.Severity {
    let isFramework = suspicion.analysis.graph.storage.marks[Int(target)].contains(.framework)
    return isFramework ? suspicion.severity(of: path, to: source) : .error
  }

  private func finding(
    _ reference: ObjectGraph.Reference, _ fingerprint: String, _ suspicion: Suspicion
  ) -> Finding {
    let analysis = suspicion.analysis
    let source = reference.source
    let isReachable = analysis.reachable.contains(source.index)
    var trace = LeakTrace(from: source, along: [])
    if let path = suspicion.rootPath(to: source.index) { trace = path }
    trace.references.append(reference)
    trace.objects.append(reference.target)
    var weak = suspicion.planner.step(cutting: reference)
    weak.why = "a weak reference becomes nil when its target goes"
    return Finding(
      kind: .dangling, severity: suspicion.severity(of: trace),
      fingerprint: fingerprint,
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
