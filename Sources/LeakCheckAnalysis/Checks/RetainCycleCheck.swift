import LeakCheckGraph

/// A check for retain cycles: components in which every object retains every other.
struct RetainCycleCheck: Check {
  func candidates(in context: CheckContext) -> [Candidate] {
    guard context.analysis.graph.collector == .arc else { return [] }
    let (components, kinds) = unexplained(in: context)
    // Each kind is judged once, and all of them together do not take longer with each.
    context.facts.limits = CutProblem.Limits(problems: kinds)
    var models = [Model?](repeating: nil, count: kinds)
    return components.map { component, kind in
      if let known = models[kind] {
        return candidate(component, like: known, context) { finding(component, $0) }
      }
      let made = finding(component, context)
      let model = Model(made, component.members)
      models[kind] = model
      return candidate(component, like: model, context) { _ in made }
    }
  }

  /// The components with a cycle that no other finding explains, each with its kind: those of one kind are judged alike.
  private func unexplained(
    in context: CheckContext
  ) -> (components: [(component: CyclicComponent, kind: Int)], kinds: Int) {
    let analysis = context.analysis
    let explained = ExplainedEdges(in: context)
    let isJudgedByVictims = analysis.graph.moment == .running && !analysis.gone.isEmpty
    var kinds = 0
    var kindOf: [ComponentShape: Int] = [:]
    let components = analysis.components.cyclic.compactMap {
      number -> (component: CyclicComponent, kind: Int)? in
      let component = CyclicComponent(number, in: analysis)
      if explained.explain(component) { return nil }
      // The path of a ring is that ring, whatever cuts it.
      let isAlike = component.edgeCount == component.members.count || isolated(component, context)
      let shape =
        isAlike && !isJudgedByVictims ? ComponentShape(of: component.members, in: analysis) : nil
      if let known = shape.flatMap({ kindOf[$0] }) { return (component, known) }
      defer { kinds += 1 }
      if let shape { kindOf[shape] = kinds }
      return (component, kinds)
    }
    return (components, kinds)
  }

  /// The part that findings for equal components share.
  private struct Model {
    var severity: Finding.Severity
    var fingerprint: String
    /// The place among the members of the object that the cycle begins at.
    var first: Int

    init(_ finding: Finding, _ members: ArraySlice<Int32>) {
      severity = finding.severity
      fingerprint = finding.fingerprint
      let start = finding.path.objects[0].index
      first = members.partitioningIndex { $0 >= start } - members.startIndex
    }
  }

  /// Whether a component's cut depends on nothing but itself: nothing leads to it, or a root does.
  private func isolated(_ component: CyclicComponent, _ context: CheckContext) -> Bool {
    let members = component.members
    if members.count > ComponentShape.sizeLimit { return false }
    if component.isReachable { return true }
    return members.allSatisfy { member in
      context.facts.retainers.edges(into: member).allSatisfy(component.contains)
    }
  }

  private func candidate(
    _ component: CyclicComponent, like model: Model, _ context: CheckContext,
    finding: @escaping (CheckContext) -> Finding
  ) -> Candidate {
    let members = component.members
    let extent = Candidate.Extent.component(Array(members))
    return Candidate(
      kind: .cycle, severity: model.severity, isReachable: component.isReachable,
      fingerprint: model.fingerprint, extent: extent, size: context.size(of: extent),
      first: members[members.startIndex + model.first], finding: finding)
  }

  private func finding(_ component: CyclicComponent, _ context: CheckContext) -> Finding {
    let analysis = context.analysis
    let isReachable = component.isReachable
    let (trace, found) = cuts(of: component, context)
    let first = trace.objects[0]
    let members = Array(component.members)
    let holds = context.retainedSet(of: [.component(members)])
    let known = component.isLarge ? nil : KnownLeakAdvice(members, in: analysis)
    let cuts = known.map { [$0.cut(context.facts, orOneOf: found)] } ?? found
    let severity = severity(of: members, isReachable: isReachable, holds, analysis)
    var finding = Finding(
      kind: .cycle, severity: known == nil ? severity : min(severity, .warning),
      fingerprint: Fingerprint.text(.cycle, references: trace.references, isCycle: true),
      message: .cycle(trace, isReachable: isReachable),
      isReachable: isReachable, path: trace,
      rootPath: isReachable ? context.rootPath(to: first.index) : nil,
      componentObjects: members.count, componentReferences: component.edgeCount,
      holds: holds,
      cut: cuts.first ?? .none,
      alternatives: CutAlternatives.of(cuts, for: .cycle, in: context),
      why: why(trace, isReachable: isReachable),
      advice: [
        known.map { $0.text(cuts[0]) } ?? VictimAdvice.text(members, context),
        isReachable ? nil : SurplusAdvice.text(members, analysis),
        cuts.first.flatMap { EndedElsewhereAdvice.text($0, context) },
      ].compactMap(\.self).joined(separator: "; "))
    finding.known = known.map {
      Finding.Known(
        because: $0.leak.because, ticket: $0.leak.ticket, code: $0.leak.code,
        versions: $0.leak.versions, avoid: $0.leak.avoid)
    }
    return finding
  }

  /// A cycle that a running program reaches, and that holds nothing which should be gone, may be how it works.
  private func severity(
    of members: [Int32], isReachable: Bool, _ holds: RetainedSet, _ analysis: GraphAnalysis
  ) -> Finding.Severity {
    if analysis.graph.moment == .running, isReachable,
      !(members + holds.indices).contains(where: analysis.gone.contains)
    {
      return .note
    }
    return analysis.isFramework(members) ? .warning : .error
  }

  /// The cycle that speaks for a component, and the cuts with the references on it first.
  private func cuts(
    of component: CyclicComponent, _ context: CheckContext
  ) -> (cycle: LeakTrace, cuts: [Cut]) {
    // Only what nothing else keeps is freed by its own references; others may be dearer or cheaper to cut.
    if component.isLarge, component.isReachable || component.isKeptByItself {
      let (trace, cut) = context.planner.spanningCut(of: component) { first in
        cycle(through: first, context)
      }
      return (trace, [cut])
    }
    let found = comparedCuts(of: component, context)
    var trace = cycle(through: found.first, in: component.edges, context)
    if context.severity(of: trace) == .warning {
      trace = cycleOfTheApp(in: component, context) ?? trace
    }
    return (trace, found.map { context.labels.ordered($0, along: trace) })
  }

  /// The shortest cycle through an object of the app, or `nil` where frameworks have all of them.
  ///
  /// A task and what it waits for keep each other for as long as it waits: what speaks for a component that has more
  /// in it than such objects is what they take with them.
  private func cycleOfTheApp(
    in component: CyclicComponent, _ context: CheckContext
  ) -> LeakTrace? {
    let analysis = context.analysis
    let (edges, marks) = (component.edges, analysis.graph.storage.marks)
    let tails = edges.tails()
    func label(_ edge: Int) -> Int64 {
      context.labels.label(ofEdge: Int(edges.references[edge]), in: analysis.retaining)
    }
    let members = Array(component.members)
    let ofTheApp = (0..<edges.edgeCount).filter {
      !marks[Int(members[Int(tails[$0])])].contains(.framework)
    }.sorted { (label($0), $0) < (label($1), $1) }
    let cycles = ofTheApp.prefix(Self.mostBegun).compactMap {
      ShortestCycle.through($0, in: edges, tails: tails, label: label)
    }
    return cycles.min { $0.count < $1.count }.map { cycle in
      LeakTrace(cycle: analysis.references(cycle.map { edges.references[Int($0)] }))
    }
  }

  /// From how many references a cycle of the app is looked for, each of which costs a search.
  private static let mostBegun = 64

  /// The cuts that free the members, or that break the cycle where surplus retains keep it besides.
  private func comparedCuts(of component: CyclicComponent, _ context: CheckContext) -> [Cut] {
    context.problems(of: component).lazy.map { context.planner.cuts(of: $0) }
      .first { !$0.isEmpty } ?? []
  }

  /// The shortest cycle through a reference of a large component, found in the whole graph: no way leads out of a
  /// component and back.
  private func cycle(
    through reference: ObjectGraph.Reference, _ context: CheckContext
  ) -> LeakTrace {
    let (analysis, retaining) = (context.analysis, context.analysis.retaining)
    let (first, last) = (reference.target.index, reference.source.index)
    let search = BidirectionalSearch(along: retaining, retainers: context.facts.retainers)
    let others = search.objects(between: first, and: last)?
      .complement(capacity: retaining.vertexCount)
    let back = ShortestPaths(
      from: [first], along: retaining, tails: analysis.tails, labels: context.labels.edges,
      closed: others.map { ($0, VertexSet(capacity: retaining.edgeCount)) }, until: last)
    let path = back.path(to: last) ?? []
    return LeakTrace(cycle: analysis.references(path) + [reference])
  }

  /// The shortest cycle through the first reference of the cut, which then closes it.
  private func cycle(
    through cut: Cut?, in edges: Adjacency, _ context: CheckContext
  ) -> LeakTrace {
    let analysis = context.analysis
    let tails = edges.tails()
    let inside = cut.map { inner($0.steps, in: edges, analysis) } ?? (steps: [], places: [])
    let closing = context.labels.first(of: inside.steps).map { inside.places[$0] } ?? 0
    let cycle = ShortestCycle.through(
      closing, in: edges, tails: tails,
      label: { edge in
        context.labels.label(ofEdge: Int(edges.references[edge]), in: analysis.retaining)
      })
    let rotated = (cycle ?? [Int32(closing)]).dropFirst() + [Int32(closing)]
    return LeakTrace(cycle: analysis.references(rotated.map { edges.references[Int($0)] }))
  }

  /// The steps that cut edges of a component, and those edges.
  private func inner(
    _ steps: Cut.Steps, in edges: Adjacency, _ analysis: GraphAnalysis
  ) -> (steps: [Cut.Step], places: [Int]) {
    let (all, references) = (analysis.retaining.references, edges.references)
    var inside: (steps: [Cut.Step], places: [Int]) = ([], [])
    for step in steps {
      let index = step.reference.index
      let place = references.partitioningIndex { all[Int($0)] >= index }
      guard place < references.count, all[Int(references[place])] == index else { continue }
      inside.steps.append(step)
      inside.places.append(place)
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
      let properties = trace.references.map { FrameworkRow.property(of: $0.name) }
      if names[0] == names[1], properties.allSatisfy(CutWords.isProperty) {
        return "\(names[0]) keeps another \(names[1]) by \(properties[0]), which \(closure) it by"
          + " \(properties[1]). \(fate)"
      }
      return "\(names[0]) keeps \(names[1]), which \(closure) \(names[0]). \(fate)"
    default: return "\(names[0]) keeps itself through \(names.count - 1) other objects. \(fate)"
    }
  }
}

/// Edges that another finding is about: self-defeating ones, and what the paths to abandoned objects go along in the
/// components of those.
///
/// Where an abandoned object is on a cycle, what frees it ends the cycle; one that its path only passes stays.
private struct ExplainedEdges {
  private let edges: VertexSet
  /// The components that have some of them inside.
  private let components: Set<Int32>
  /// The objects that have a finding of their own, which frees them.
  private let abandoned: Set<Int32>
  private let analysis: GraphAnalysis

  init(in context: CheckContext) {
    let analysis = context.analysis
    self.analysis = analysis
    abandoned = Set(context.abandoned)
    let edges =
      context.selfDefeating.map(\.edge)
      + context.abandoned.flatMap {
        context.within($0, context.pathsToGone)
      } + context.waysFromSelfDefeating()
    self.edges = VertexSet(edges, capacity: analysis.retaining.edgeCount)
    let component = analysis.components.component
    components = Set(
      edges.lazy.map {
        (component[Int(analysis.tails[Int($0)])], component[Int(analysis.retaining.heads[Int($0)])])
      }.filter { $0 == $1 }.map(\.0))
  }

  /// Whether no cycle of a component is left without these edges, or once the objects are freed that have a finding.
  func explain(_ component: CyclicComponent) -> Bool {
    guard components.contains(component.number) else { return false }
    if !component.hasShortCycle(without: edges), isDissolved(component, without: edges.contains) {
      return true
    }
    // A large one is judged by the edges alone.
    return !component.isLarge && component.members.contains(where: abandoned.contains)
      && isDissolved(component) { edge in
        edges.contains(edge) || abandoned.contains(analysis.tails[Int(edge)])
          || abandoned.contains(analysis.retaining.heads[Int(edge)])
      }
  }

  /// Whether nothing of a component keeps itself without some edges.
  private func isDissolved(_ component: CyclicComponent, without isCut: (Int32) -> Bool) -> Bool {
    let inner = component.edges
    let places = inner.references.indices.filter { isCut(inner.references[$0]) }
    let cut = VertexSet(places.map(Int32.init), capacity: inner.edgeCount)
    let none = VertexSet(capacity: inner.vertexCount)
    return ReleaseCascade(along: inner, held: none, cut: cut).freed.count == inner.vertexCount
  }
}

extension CheckContext {
  /// The end of the path to an object that lies in the component of that object.
  fileprivate func within(_ object: Int32, _ paths: ShortestPaths) -> [Int32] {
    let component = analysis.components.component
    let number = component[Int(object)]
    guard analysis.components.isCyclic(Int(number)) else { return [] }
    // A path that has left a component does not come back.
    return paths.end(ofPathTo: object) { component[Int($0)] == number }
  }

  /// The ways from self-defeating references to what should be gone: to cut them is to free it.
  ///
  /// What is in use stays whichever of them are cut, and so does a cycle through it.
  fileprivate func waysFromSelfDefeating() -> [Int32] {
    let gone = Set(selfDefeating.lazy.map(\.vertex).filter { !self.analysis.needed.contains($0) })
    guard !gone.isEmpty else { return [] }
    let (edges, tails) = (analysis.retaining, analysis.tails)
    let heads = selfDefeating.filter { gone.contains($0.vertex) }.map { edges.heads[Int($0.edge)] }
    let paths = ShortestPaths(
      from: labels.sorted(Array(Set(heads))), along: edges, tails: tails, labels: labels.edges)
    return gone.sorted().flatMap { within($0, paths) }
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
