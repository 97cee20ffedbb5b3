import LeakCheckGraph

/// The context that all checks share, so that one bug becomes one finding.
///
/// A teardown that defeats itself explains why its object is abandoned and why the cycle through it stays; the path to
/// an abandoned object explains a cycle that merely closes behind it. What one finding explains, no other reports.
///
/// A class, because it finds facts when they are first asked for. Not for use by several threads at once.
final class CheckContext {
  let analysis: GraphAnalysis
  let facts: CutFacts
  let planner: CutPlanner
  /// Edges that only the `deinit` of an object they keep alive would end, sorted by that object.
  let selfDefeating: ReleaseCascade.Ends
  /// The shortest paths from roots that pass nothing that is expected gone.
  private(set) lazy var pathsToGone = ShortestPaths(
    from: facts.sources.named, then: facts.sources.memory, along: analysis.retaining,
    tails: analysis.tails, labels: facts.labels.edges,
    closed: (vertices: analysis.gone, edges: explainedEdges))
  /// Objects expected gone that a root keeps without help of another such object, in rising order.
  private(set) lazy var abandoned = analysis.gone.members.filter { pathsToGone.isReached($0) }
  /// The objects of the app that merely hang off what frameworks have.
  private(set) lazy var victims = NearestVictims(analysis, facts.retainers)
  /// What each object dominates from the roots.
  private(set) lazy var dominated = DominatedRanges(
    of: DominatorTree(from: analysis.roots, along: analysis.retaining))
  /// The roots, to ask for one.
  private(set) lazy var roots = VertexSet(
    analysis.roots, capacity: analysis.retaining.vertexCount)
  /// The objects at both ends of references that some call ends.
  private(set) lazy var calledObjects = VertexSet(
    analysis.graph.storage.ends.rows.flatMap { row in
      let reference = analysis.graph.reference(row)
      return [reference.source.index, reference.target.index]
    }, capacity: analysis.retaining.vertexCount)
  private lazy var retainedSets = RetainedSets(analysis)

  init(_ analysis: GraphAnalysis, common: CommonFacts? = nil) {
    self.analysis = analysis
    facts = CutFacts(analysis, common: common)
    planner = CutPlanner(facts)
    selfDefeating = Self.selfDefeating(in: analysis, facts.retainers)
  }

  var labels: Labels { facts.labels }

  private var explainedEdges: VertexSet {
    VertexSet(selfDefeating.map(\.edge), capacity: analysis.retaining.edgeCount)
  }

  private static func selfDefeating(
    in analysis: GraphAnalysis, _ retainers: Retainers
  ) -> ReleaseCascade.Ends {
    // All that keeps the last object that was asked about, where that had to be found: those of an object stand together.
    var last: (object: Int32, keepers: Set<Int32>)?
    let component = analysis.components.component
    return analysis.ends.filter { end in
      let head = analysis.retaining.heads[Int(end.edge)]
      // What leads to a component has a lower number.
      if component[Int(head)] == component[Int(end.vertex)] { return true }
      if component[Int(head)] > component[Int(end.vertex)] { return false }
      if last?.object != end.vertex {
        switch NearSearch.path(
          from: [head], to: end.vertex, along: analysis.retaining, tails: analysis.tails)
        {
        case .path: return true
        case .none: return false
        case .far:
          last = (end.vertex, Set(retainers.keepers(of: [end.vertex], limit: .max).inner))
        }
      }
      return last?.keepers.contains(head) == true
    }
  }

  /// How much would be freed with an instance of a finding.
  func size(of extent: Candidate.Extent) -> RetainedSets.Size { retainedSets.size(of: extent) }

  /// What would be freed with all instances of a finding.
  func retainedSet(of extents: [Candidate.Extent]) -> RetainedSet {
    retainedSets.set(of: extents)
  }
}

extension CheckContext {
  /// The shortest path from a root to `target`, or `nil`.
  func rootPath(to target: Int32) -> LeakTrace? {
    guard facts.rootPaths.isReached(target) else { return nil }
    return LeakTrace(to: target, along: facts.rootPaths, in: analysis)
  }

  /// The trace of a path of edges that ends at `target`.
  func trace(to target: Int32, along path: [Int32]) -> LeakTrace {
    let start = path.first.map { analysis.tails[Int($0)] } ?? target
    return LeakTrace(from: analysis.graph.object(start), along: analysis.references(path))
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

  /// An error, or a warning when only frameworks' objects are on the path.
  func severity(of trace: LeakTrace) -> Finding.Severity {
    trace.objects.allSatisfy { $0.owner == .framework } ? .warning : .error
  }
}
