import LeakCheckGraph

/// A check for teardown that can never run: only the `deinit` of an object would end the reference that keeps it alive.
struct TeardownCheck: Check {
  func candidates(in context: CheckContext) -> [Candidate] {
    var candidates: [Candidate] = []
    var position = 0
    let ends = context.selfDefeating
    while position < ends.count {
      let next = ends[position...].firstIndex { $0.vertex != ends[position].vertex } ?? ends.count
      candidates.append(
        candidate(
          ends[position].vertex, edges: ordered(ends[position..<next].map(\.edge), context),
          context))
      position = next
    }
    return candidates
  }

  /// Edges by their labels, so that ids decide only between equals.
  private func ordered(_ edges: [Int32], _ context: CheckContext) -> [Int32] {
    guard edges.count > 1 else { return edges }
    let references = context.analysis.retaining.references
    let labels = edges.map { context.labels.holderLabel(ofReference: references[Int($0)]) }
    return edges.indices.sorted { (labels[$0], $0) < (labels[$1], $1) }.map { edges[$0] }
  }

  private func candidate(_ object: Int32, edges: [Int32], _ context: CheckContext) -> Candidate {
    let analysis = context.analysis
    let holder = analysis.tails[Int(edges[0])]
    let component = analysis.components.component
    let isRound = component[Int(holder)] == component[Int(object)]
    let fingerprint = Fingerprint.text(
      .teardownNeverRuns, references: analysis.references(edges.prefix(1)), isCycle: false,
      object: analysis.graph.object(object))
    let extent: Candidate.Extent = isRound ? .component([object]) : .objects([object])
    return Candidate(
      kind: .teardownNeverRuns, severity: context.severity(of: [edges[0]], to: object),
      isReachable: analysis.reachable.contains(object), fingerprint: fingerprint, extent: extent,
      size: context.size(of: extent), first: object,
      finding: { finding(object, edges: edges, fingerprint, $0) })
  }

  private func finding(
    _ object: Int32, edges: [Int32], _ fingerprint: String, _ context: CheckContext
  ) -> Finding {
    let analysis = context.analysis
    let trace = path(to: object, through: edges[0], context)
    let cuts = cuts(freeing: object, edges: edges, context).map {
      context.labels.ordered($0, along: trace)
    }
    let members = analysis.components.members(of: Int(analysis.components.component[Int(object)]))
    let words = CutWords.words(for: analysis.graph.object(object))
    let event = analysis.references([edges[0]])[0].until?.event ?? ""
    // The path is written down only where that could change the answer.
    let isFramework = analysis.graph.object(object).owner == .framework
    return Finding(
      kind: .teardownNeverRuns, severity: isFramework ? context.severity(of: trace) : .error,
      fingerprint: fingerprint,
      message: .teardownNeverRuns(words, event: event),
      isReachable: analysis.reachable.contains(object), path: trace,
      componentObjects: members.count,
      holds: context.retainedSet(of: [trace.isCycle ? .component([object]) : .objects([object])]),
      cut: cuts.first ?? .none,
      alternatives: CutAlternatives.of(cuts, for: .teardownNeverRuns, in: context),
      why: "Only the deinit of \(words) \(verb(event)) \(event), and it waits for the reference"
        + " that \(event) would end.")
  }

  /// Through the edge to the object: from a root, or round when only the object keeps the edge.
  private func path(to object: Int32, through edge: Int32, _ context: CheckContext) -> LeakTrace {
    let analysis = context.analysis
    let holder = analysis.tails[Int(edge)]
    let after = path(from: analysis.retaining.heads[Int(edge)], to: object, context) ?? []
    switch rootPath(to: holder, besides: object, context) {
    case .shortest:
      // Written down when it is read: of many findings on one long path, few are shown.
      return LeakTrace(
        to: holder, along: context.facts.rootPaths, in: analysis,
        then: analysis.references([edge] + after))
    case .other(let before): return context.trace(to: object, along: before + [edge] + after)
    case .none: break
    }
    guard let round = path(from: object, to: holder, context) else {
      return context.trace(to: object, along: [edge] + after)
    }
    return LeakTrace(cycle: analysis.references(round + [edge] + after))
  }

  /// The shortest path from one object to another, which mostly are near.
  private func path(from first: Int32, to last: Int32, _ context: CheckContext) -> [Int32]? {
    let (edges, tails) = (context.analysis.retaining, context.analysis.tails)
    let near = NearSearch.path(from: [first], to: last, along: edges, tails: tails) {
      context.labels.label(ofEdge: $0, in: edges)
    }
    switch near {
    case .path(_, let path): return path
    case .none: return nil
    case .far:
      return ShortestPaths(
        from: [first], along: edges, tails: tails, labels: context.labels.edges, until: last
      ).path(to: last)
    }
  }

  /// The way from a root to an object that does not pass another.
  private enum RootPath {
    /// The shortest of all, which everybody knows.
    case shortest
    case other([Int32])
    case none
  }

  /// The shortest path from a root to an object that does not pass another.
  private func rootPath(
    to holder: Int32, besides object: Int32, _ context: CheckContext
  ) -> RootPath {
    let analysis = context.analysis
    let edges = analysis.retaining
    // What the object dominates, no other way leads to.
    guard let places = context.dominated.places(below: holder) else { return .none }
    if context.dominated.places(below: object)?.contains(places.lowerBound) == true {
      return .none
    }
    if !isOnShortestPath(object, to: holder, context) { return .shortest }
    let label = { context.labels.label(ofEdge: $0, in: edges) }
    let near = NearSearch.path(
      to: holder,
      backAlong: {
        context.facts.retainers.nearEdgesAndTails(into: $0) { _, tail in tail != object }
      },
      tails: analysis.tails,
      from: { context.labels.sorted($0.filter(context.roots.contains)) }, label: label)
    switch near {
    case .path(_, let path): return .other(path)
    case .none: return .none
    case .far:
      let path = ShortestPaths(
        from: context.labels.sorted(analysis.roots.filter { $0 != object }), along: edges,
        tails: analysis.tails, label: label, isClosed: { edges.heads[$0] == object }
      ).path(to: holder)
      return path.map(RootPath.other) ?? .none
    }
  }

  /// Whether an object is on the shortest path from a root to another.
  ///
  /// - Complexity: O(length of the path).
  private func isOnShortestPath(
    _ object: Int32, to holder: Int32, _ context: CheckContext
  ) -> Bool {
    let (edgeTo, tails) = (context.facts.rootPaths.edgeTo, context.analysis.tails)
    var current = holder
    while current != object {
      let edge = edgeTo[Int(current)]
      guard edge >= 0 else { return false }
      current = tails[Int(edge)]
    }
    return true
  }

  private func cuts(freeing object: Int32, edges: [Int32], _ context: CheckContext) -> [Cut] {
    let analysis = context.analysis
    guard analysis.needed.contains(object) else {
      return context.planner.cuts(of: context.problem(freeing: [object]))
    }
    // The object is still in use: what must change is what its deinit would end too late.
    func step(_ edge: Int32) -> Cut.Step {
      context.planner.step(cutting: analysis.references([edge])[0])
    }
    let problem = TeardownCut(
      of: object, among: edges, in: context.facts, judgedBy: context.planner.safety
    ) { step($0).cost }
    let solution = problem.solution()
    let cut = Cut(
      steps: solution.edges.map(step), isExact: solution.isExact, isMinimal: solution.isMinimal)
    switch problem.keepsWhatIsExpected(without: solution.edges) {
    case true: return [cut]
    case false: return [cut.judged(.refuted)]
    case nil: return [cut.judged(min(cut.safety, .unknown))]
    }
  }
}

extension String {
  fileprivate static func teardownNeverRuns(_ object: String, event: String) -> String {
    "\(object) can never be freed: only its own deinit \(verb(event)) \(event), and what \(event) would end keeps it alive"
  }
}

/// What a deinit does with an ending: it calls a method, and has a statement such as `handlers = nil`.
private func verb(_ event: String) -> String { event.contains("=") ? "has" : "calls" }
