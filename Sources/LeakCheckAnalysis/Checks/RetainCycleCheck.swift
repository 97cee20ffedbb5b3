import LeakCheckGraph

/// Retain cycles: components of retaining references in which every object keeps every other.
struct RetainCycleCheck: Check {
  func candidates(in suspicion: Suspicion) -> [Candidate] {
    let analysis = suspicion.analysis
    guard analysis.graph.collector == .arc else { return [] }
    let explained = explainedEdges(suspicion)
    var models: [ComponentShape: Model] = [:]
    let counter = WorkCounter.current
    return analysis.components.cyclic.compactMap { component in
      defer { counter.add(analysis.components.members(of: component).count) }
      let members = Array(analysis.components.members(of: component))
      let edges = Lazy { analysis.retaining.induced(on: members) }
      if !explained.isEmpty, isExplained(edges.value, by: explained) { return nil }
      let shape = isolated(members, suspicion) ? ComponentShape(of: members, in: analysis) : nil
      if let known = shape.flatMap({ models[$0] }) {
        return candidate(members, like: known, suspicion) {
          finding(members, edges.value, suspicion)
        }
      }
      let made = finding(members, edges.value, suspicion)
      let model = Model(made, members)
      if let shape { models[shape] = model }
      return candidate(members, like: model, suspicion) { made }
    }
  }

  /// What the findings of equal components have in common.
  private struct Model {
    var severity: Finding.Severity
    var fingerprint: String
    /// The place among the members of the object that the cycle begins at.
    var first: Int

    init(_ finding: Finding, _ members: [Int32]) {
      severity = finding.severity
      fingerprint = finding.fingerprint
      let start = finding.path.objects[0].index
      first = members.partitioningIndex { $0 >= start }
    }
  }

  /// Whether a component's cut depends on nothing but itself: nothing leads to it, or a held object does.
  private func isolated(_ members: [Int32], _ suspicion: Suspicion) -> Bool {
    if members.contains(where: suspicion.analysis.reachable.contains) { return true }
    return members.allSatisfy { member in
      suspicion.planner.retainers.edges(into: member).allSatisfy { edge in
        let tail = suspicion.analysis.tails[Int(edge)]
        let place = members.partitioningIndex { $0 >= tail }
        return place < members.count && members[place] == tail
      }
    }
  }

  private func candidate(
    _ members: [Int32], like model: Model, _ suspicion: Suspicion,
    finding: @escaping () -> Finding
  ) -> Candidate {
    Candidate(
      kind: .cycle, severity: model.severity,
      isReachable: members.contains(where: suspicion.analysis.reachable.contains),
      fingerprint: model.fingerprint, extent: .component(members),
      size: suspicion.size(of: .component(members)), first: members[model.first],
      finding: finding)
  }

  /// Edges that another finding is about: self-defeating ones, and the paths to abandoned objects.
  private func explainedEdges(_ suspicion: Suspicion) -> VertexSet {
    var explained = VertexSet(
      suspicion.selfDefeating.map(\.edge), capacity: suspicion.analysis.retaining.edgeCount)
    for object in suspicion.abandoned {
      for edge in suspicion.pathsToGone.value.path(to: object) ?? [] { explained.insert(edge) }
    }
    return explained
  }

  /// Whether no cycle is left without the explained edges.
  private func isExplained(_ edges: Adjacency, by explained: VertexSet) -> Bool {
    var cut = VertexSet(capacity: edges.edgeCount)
    for (edge, original) in edges.references.enumerated() where explained.contains(original) {
      cut.insert(Int32(edge))
    }
    if cut.isEmpty || hasShortCycle(edges, without: cut) { return false }
    let none = VertexSet(capacity: edges.vertexCount)
    let freed = ReleaseCascade(along: edges, held: none, cut: cut).freed
    return freed.count == edges.vertexCount
  }

  /// Whether two objects keep each other, or one itself: in a large component that shows at once what to find out
  /// otherwise all of it must be looked at.
  private func hasShortCycle(_ edges: Adjacency, without cut: VertexSet) -> Bool {
    (0..<Int32(edges.vertexCount)).contains { vertex in
      edges.edges(of: vertex).contains { edge in
        let head = edges.heads[edge]
        return !cut.contains(Int32(edge))
          && (head == vertex
            || edges.edges(of: head).prefix(16).contains {
              edges.heads[$0] == vertex && !cut.contains(Int32($0))
            })
      }
    }
  }

  private func finding(
    _ members: [Int32], _ edges: Adjacency, _ suspicion: Suspicion
  ) -> Finding {
    let analysis = suspicion.analysis
    let isReachable = members.contains(where: analysis.reachable.contains)
    let found = cuts(of: members, edges, isReachable: isReachable, suspicion)
    let trace = cycle(through: found.first, in: edges, suspicion)
    let cuts = found.map { suspicion.ordered($0, along: trace) }
    let first = trace.objects[0]
    let severity = suspicion.severity(of: trace)
    return Finding(
      kind: .cycle, severity: analysis.isFramework(members) ? .warning : severity,
      fingerprint: Fingerprint.text(.cycle, references: trace.references, isCycle: true),
      message: .cycle(trace, isReachable: isReachable),
      isReachable: isReachable, path: trace,
      rootPath: isReachable ? suspicion.rootPath(to: first.index) : nil,
      componentObjects: members.count, componentReferences: edges.edgeCount,
      holds: suspicion.holding(of: [.component(members)]),
      cut: cuts.first ?? .none,
      alternatives: cuts.first.map { CaptureAlternatives.of($0, analysis) + cuts.dropFirst() }
        ?? [],
      why: why(trace, isReachable: isReachable),
      advice: VictimAdvice.text(members, analysis) ?? "")
  }

  /// The cuts that free the members, or that break the cycle where surplus retains keep it besides.
  private func cuts(
    of members: [Int32], _ edges: Adjacency, isReachable: Bool, _ suspicion: Suspicion
  ) -> [Cut] {
    let analysis = suspicion.analysis
    var cuts: [Cut] = []
    if !isReachable {
      let freeing = CutProblem(
        freeing: members, in: analysis, retainers: suspicion.planner.retainers)
      cuts = suspicion.planner.cuts(of: freeing)
    }
    if cuts.isEmpty {
      let entry = isReachable ? self.entry(of: members, suspicion) : nil
      cuts = suspicion.planner.cuts(
        of: CutProblem(dissolving: members, along: edges, from: entry, in: analysis))
    }
    return cuts
  }

  /// The first member that the shortest paths from what is held enter a component by.
  private func entry(of members: [Int32], _ suspicion: Suspicion) -> Int32? {
    let paths = suspicion.paths.value
    let component = suspicion.analysis.components.component
    return members.first { member in
      let edge = paths.edgeTo[Int(member)]
      return edge == -1
        || edge >= 0
          && component[Int(suspicion.analysis.tails[Int(edge)])] != component[Int(member)]
    }
  }

  /// The shortest cycle through the first reference of the cut, which then closes it.
  private func cycle(
    through cut: Cut?, in edges: Adjacency, _ suspicion: Suspicion
  ) -> LeakTrace {
    let analysis = suspicion.analysis
    let tails = edges.tails()
    let inside = cut.map { inner($0.steps, in: edges, analysis) } ?? (steps: [], places: [])
    let closing = suspicion.first(of: inside.steps).map { inside.places[$0] } ?? 0
    let cycle = ShortestCycle.through(
      closing, in: edges, tails: tails,
      label: { edge in
        suspicion.labels.label(ofEdge: Int(edges.references[edge]), in: analysis.retaining)
      })
    let rotated = (cycle ?? [Int32(closing)]).dropFirst() + [Int32(closing)]
    return LeakTrace(cycle: analysis.references(rotated.map { edges.references[Int($0)] }))
  }

  /// The steps that cut edges of a component, and those edges; both rise.
  private func inner(
    _ steps: [Cut.Step], in edges: Adjacency, _ analysis: GraphAnalysis
  ) -> (steps: [Cut.Step], places: [Int]) {
    let (all, references) = (analysis.retaining.references, edges.references)
    var inside: (steps: [Cut.Step], places: [Int]) = ([], [])
    var rest = 0
    for step in steps {
      let index = step.reference.index
      // Of few steps each is sought; many lie side by side.
      if references.count > steps.count << 4 {
        rest = references[rest...].partitioningIndex { all[Int($0)] >= index }
      }
      while rest < references.count, all[Int(references[rest])] < index { rest += 1 }
      guard rest < references.count, all[Int(references[rest])] == index else { continue }
      inside.steps.append(step)
      inside.places.append(rest)
    }
    return inside
  }

  private func why(_ trace: LeakTrace, isReachable: Bool) -> String {
    let names = trace.objects.map(CutWords.words)
    let fate =
      isReachable
      ? "When the last outside reference goes, none of them can reach a reference count of 0."
      : "None of them can reach a reference count of 0."
    switch trace.references.count {
    case 1: return "\(names[0]) keeps itself. It can never reach a reference count of 0."
    case 2:
      let closure = trace.references[1].isCapture ? "captures" : "keeps"
      return "\(names[0]) keeps \(names[1]), which \(closure) \(names[0]). \(fate)"
    default: return "\(names[0]) keeps itself through \(names.count - 1) other objects. \(fate)"
    }
  }
}

/// Other ways to cut the same capture: `unowned` where it cannot outlive its target, and by value.
enum CaptureAlternatives {
  static func of(_ cut: Cut, _ analysis: GraphAnalysis) -> [Cut] {
    guard cut.steps.count == 1, let step = cut.steps.first, step.how == .weak,
      step.reference.isCapture
    else { return [] }
    let holder = CutWords.words(for: step.reference.source)
    let name = step.reference.name.isEmpty ? "self" : step.reference.name
    var value = step
    value.how = .captureValue
    value.fix = "capture the value that is needed instead of \(name) in \(holder)"
    var unowned = step
    unowned.how = .unowned
    unowned.fix = "capture [unowned \(name)] in \(holder), which never outlives it"
    let steps = isOwned(step.reference, analysis) ? [unowned, value] : [value]
    return steps.map { Cut(steps: [$0], isExact: cut.isExact, isMinimal: true) }
  }

  /// Whether the target is the only retainer of the closure, so that the closure goes with it.
  private static func isOwned(
    _ reference: ObjectGraph.Reference, _ analysis: GraphAnalysis
  ) -> Bool {
    let retainers = reference.source.referrers.filter { $0.strength == .strong }
    return retainers.count == 1 && retainers[0].source.index == reference.target.index
  }
}

/// Tells a victim from a culprit: an object of the app that merely hangs off a framework's cycle.
enum VictimAdvice {
  static func text(_ members: [Int32], _ analysis: GraphAnalysis) -> String? {
    guard analysis.isFramework(members) else { return nil }
    let edges = analysis.retaining
    let paths = ShortestPaths(from: members, along: edges, tails: analysis.tails)
    let victims = (0..<analysis.graph.objectCount).filter {
      paths.isReached($0) && analysis.graph.object($0).owner == .app
    }
    let nearest = victims.compactMap { victim in
      paths.path(to: victim).map { (victim: victim, path: $0) }
    }.min { $0.path.count < $1.path.count }
    guard let nearest, let last = nearest.path.last else { return nil }
    let victim = CutWords.words(for: analysis.graph.object(nearest.victim))
    let reference = analysis.references([last])[0]
    let holder = CutWords.words(for: reference.source)
    let by = reference.name.isEmpty ? "" : ".\(reference.name)"
    return "the cycle is a framework's; \(victim) is a victim that merely hangs off it by"
      + " \(holder)\(by): that is the first reference to cut for an object of your own"
  }
}

extension String {
  fileprivate static func cycle(_ trace: LeakTrace, isReachable: Bool) -> String {
    let first = CutWords.words(for: trace.objects[0])
    let count = trace.objects.count
    let others =
      count == 1
      ? "itself"
      : count == 2 ? "itself through 1 other object" : "itself through \(count - 1) other objects"
    let fate =
      isReachable
      ? "it will leak when its last outside reference goes" : "nothing else holds it: it has leaked"
    return "\(first) retains \(others), and \(fate)"
  }
}
