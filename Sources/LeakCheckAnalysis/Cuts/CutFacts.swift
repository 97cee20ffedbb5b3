import LeakCheckGraph

/// The facts for making and judging cuts, each computed on first use.
///
/// A class, because planner, safety and checks share what was found. Not for use by several threads at once.
final class CutFacts {
  let analysis: GraphAnalysis
  let labels: Labels
  let retainers: Retainers
  /// The shortest paths from roots.
  private(set) lazy var rootPaths = pathsFromRoots()
  /// Where paths from roots begin: what is no memory without a type first.
  private(set) lazy var sources = sourcesOfPaths()
  /// Whether those paths have been found already.
  private(set) var hasRootPaths = false
  /// The places of the source.
  private(set) lazy var declarations = Declarations(analysis)
  /// How many sets of declarations a search may try: fewer where a graph asks for many cuts, so that all of them
  /// together do not take longer with each.
  private(set) lazy var statesOfSearch = max(
    CutSearch.fewestStates, min(CutSearch.stateLimit, CutSearch.allStates / questions))
  /// About how many cuts are asked for: one for each object that should be gone, and one for each cycle.
  private(set) lazy var questions = max(
    1, analysis.gone.count + analysis.components.cyclic.count)
  /// How much of the graph the problem of each finding looks at.
  var limits = CutProblem.Limits(problems: 1)
  /// What each reference is to its holder.
  private(set) lazy var roles = ReferenceRoles(analysis.graph)

  init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    labels = Labels(analysis.graph)
    retainers = Retainers(analysis)
  }

  private func pathsFromRoots() -> ShortestPaths {
    hasRootPaths = true
    return ShortestPaths(
      from: sources.named, then: sources.memory, along: analysis.retaining, tails: analysis.tails,
      labels: labels.edges)
  }

  /// The roots that are objects, and those that are memory without a type, in the order of labels.
  ///
  /// A word in such memory may be old, and nobody knows what to end there: what an object reaches is told from that
  /// object, however long the way.
  private func sourcesOfPaths() -> (named: [Int32], memory: [Int32]) {
    let storage = analysis.graph.storage
    var sources = (named: [Int32](), memory: [Int32]())
    var last = (type: Int32(-1), isMemory: false)
    // Those of a type stand together.
    for root in labels.sorted(analysis.roots) {
      let type = storage.types[Int(root)]
      if type != last.type { last = (type, storage.strings[type] == ValueTypes.memoryOfC) }
      if last.isMemory { sources.memory.append(root) } else { sources.named.append(root) }
    }
    return sources
  }
}
