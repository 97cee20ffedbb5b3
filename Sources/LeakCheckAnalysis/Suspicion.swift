import LeakCheckGraph

/// Everything that several checks need to agree on, so that one bug becomes one finding.
///
/// A self-defeating teardown explains why its object is abandoned and why the cycle through it holds; an
/// abandoned object's path explains a cycle that merely closes behind it. What is explained is not
/// reported again.
struct Suspicion {
  let analysis: GraphAnalysis
  private(set) var planner: CutPlanner
  let labels: Labels
  /// Edges that only the `deinit` of an object they keep alive would end, sorted by that object.
  let selfDefeating: ReleaseCascade.Ends
  /// The shortest paths from held objects.
  let paths: Lazy<ShortestPaths>
  /// The shortest paths from held objects that pass nothing that is expected gone.
  let pathsToGone: Lazy<ShortestPaths>
  private let abandonedObjects: Lazy<[Int32]>
  private let retained: RetainedSets

  init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    let labels = Labels(analysis.graph)
    self.labels = labels
    let edges = analysis.retaining
    let paths = Lazy {
      ShortestPaths(
        from: labels.sorted(analysis.held), along: edges, tails: analysis.tails,
        labels: labels.edges)
    }
    self.paths = paths
    let planner = CutPlanner(analysis, paths: paths, labels: labels)
    self.planner = planner
    let selfDefeating = Self.selfDefeating(in: analysis, planner.retainers)
    self.selfDefeating = selfDefeating
    let explained = VertexSet(selfDefeating.map(\.edge), capacity: edges.edgeCount)
    let pathsToGone = Lazy {
      ShortestPaths(
        from: labels.sorted(analysis.held), along: edges, tails: analysis.tails,
        labels: labels.edges, closed: (vertices: analysis.gone, edges: explained))
    }
    self.pathsToGone = pathsToGone
    retained = RetainedSets(analysis)
    abandonedObjects = Lazy {
      analysis.gone.members.filter { pathsToGone.value.isReached($0) }
    }
  }

  /// Objects expected gone that something needed or held keeps, in rising order.
  var abandoned: [Int32] { abandonedObjects.value }

  /// Makes what another thread, which has begun to judge, will ask for.
  func prepareJudging() {
    _ = abandoned
    planner.prepareJudging()
    retained.prepare()
  }

  /// The same for another thread: what a planner has found out, it remembers without a lock.
  func withOwnPlanner() -> Suspicion {
    var copy = self
    copy.planner = planner.successor()
    return copy
  }

  private static func selfDefeating(
    in analysis: GraphAnalysis, _ retainers: Retainers
  ) -> ReleaseCascade.Ends {
    var keepers: [Int32: Set<Int32>] = [:]
    return analysis.ends.filter { end in
      let head = analysis.retaining.heads[Int(end.edge)]
      let component = analysis.components.component
      // What leads to a component has a lower number.
      if component[Int(head)] == component[Int(end.vertex)] { return true }
      if component[Int(head)] > component[Int(end.vertex)] { return false }
      let known =
        keepers[end.vertex] ?? Set(retainers.keepers(of: [end.vertex], limit: .max).inner)
      keepers[end.vertex] = known
      return known.contains(head)
    }
  }

  /// How much would be freed with an instance of a finding.
  func size(of extent: Candidate.Extent) -> RetainedSets.Size { retained.size(of: extent) }

  /// What would be freed with all instances of a finding.
  func holding(of extents: [Candidate.Extent]) -> Holding {
    Holding(retained.union(of: extents), in: analysis.graph)
  }

  /// The shortest path from a held object to `target`, or `nil`.
  func rootPath(to target: Int32) -> LeakTrace? {
    paths.value.path(to: target).map { trace(to: target, along: $0) }
  }

  /// An error, or a warning when only frameworks' objects are on the path.
  func severity(of path: [Int32], to target: Int32) -> Finding.Severity {
    let marks = analysis.graph.storage.marks
    let isFramework =
      marks[Int(target)].contains(.framework)
      && path.allSatisfy { marks[Int(analysis.tails[Int($0)])].contains(.framework) }
    return isFramework ? .warning : .error
  }

  /// The severity of the path that leads to `target`, which is looked up only where the target is a framework's.
  func severity(along paths: ShortestPaths, to target: Int32) -> Finding.Severity {
    guard analysis.graph.storage.marks[Int(target)].contains(.framework) else { return .error }
    return severity(of: paths.path(to: target) ?? [], to: target)
  }

  /// The trace of a path of edges that ends at `target`.
  func trace(to target: Int32, along path: [Int32]) -> LeakTrace {
    let start = path.first.map { analysis.tails[Int($0)] } ?? target
    return LeakTrace(from: analysis.graph.object(start), along: analysis.references(path))
  }

  /// An error, or a warning when only frameworks' objects are on the path.
  func severity(of trace: LeakTrace) -> Finding.Severity {
    trace.objects.allSatisfy { $0.owner == .framework } ? .warning : .error
  }

  /// The place of the step that comes first in the order of reading, before there is a path.
  func first(of steps: [Cut.Step]) -> Int? {
    var first: (cost: Int, label: Int64, place: Int)?
    for place in steps.indices {
      let cost = steps[place].cost
      if let first, first.cost < cost { continue }
      let key = (cost: cost, label: labels.label(of: steps[place]), place: place)
      if first.map({ key < $0 }) ?? true { first = key }
    }
    return first?.place
  }

  /// The cut with its steps in the order of reading: those on `path` first, cheap before dear.
  func ordered(_ cut: Cut, along path: LeakTrace) -> Cut {
    // Of the two, the cut is the one with few references.
    let cutReferences = Set(cut.steps.map(\.reference.index))
    let onPath = Set(path.references.lazy.map(\.index).filter(cutReferences.contains))
    var table = PairTable()
    let numbers = cut.steps.map { step in
      let price = step.cost << 1 | (onPath.contains(step.reference.index) ? 0 : 1 << 40)
      return table.number(of: Int64(price), labels.label(of: step))
    }
    let ranks = table.ranks
    let (_, order) = Adjacency.inverse(
      of: numbers.map { ranks[Int($0)] }, vertexCount: ranks.count)
    var cut = cut
    cut.steps = Cut.Steps(order.map { cut.steps[Int($0)] })
    return cut
  }
}

/// The order of types and names, which decides where ids must not.
struct Labels {
  /// The ranks of edges.
  let edges: EdgeLabels
  private let sources: [Int32]

  init(_ graph: ObjectGraph) {
    let strings = graph.storage.strings
    let (types, names) = (graph.storage.types.array, graph.storage.referenceNames.array)
    sources = graph.storage.sources.array
    // Few texts are sorted before it is found out which of them are used.
    guard strings.count > Self.sortedAtOnce else {
      let ranks = strings.ranks(of: Array(0..<Int32(strings.count)))
      edges = EdgeLabels(ranks: ranks, names: names, types: types)
      return
    }
    // A graph may have a name for each object; only what labels are made of has an order.
    var isUsed = VertexSet(capacity: strings.count)
    for type in types { isUsed.insert(type) }
    for name in names { isUsed.insert(name) }
    edges = EdgeLabels(ranks: strings.ranks(of: isUsed.members), names: names, types: types)
  }

  private static let sortedAtOnce = 10_000

  /// The rank of an edge: by the reference's name, then by the type it leads to.
  func label(ofEdge edge: Int, in adjacency: Adjacency) -> Int64 {
    edges.label(ofReference: adjacency.references[edge], to: adjacency.heads[edge])
  }

  /// The rank of a step: by the type of the holder, then by the reference's name.
  func label(of step: Cut.Step) -> Int64 { holderLabel(ofReference: step.reference.index) }

  /// The rank of a reference by the type of its holder, then by its name.
  func holderLabel(ofReference index: Int32) -> Int64 {
    let reference = Int(index)
    let type = edges.types[Int(sources[reference])]
    return Int64(edges.ranks[Int(type)]) << 32 | Int64(edges.ranks[Int(edges.names[reference])])
  }

  /// The objects by type, then by id.
  func sorted(_ objects: [Int32]) -> [Int32] {
    objects.sorted { left, right in
      let (a, b) = (
        edges.ranks[Int(edges.types[Int(left)])], edges.ranks[Int(edges.types[Int(right)])]
      )
      return (a, left) < (b, right)
    }
  }
}
