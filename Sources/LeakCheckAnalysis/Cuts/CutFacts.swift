import LeakCheckGraph

/// The facts that cuts are made of and judged by, each found when it is first asked for.
///
/// A class, because planner, safety and checks share what was found. Not for use by several threads at once.
final class CutFacts {
  let analysis: GraphAnalysis
  let labels: Labels
  let retainers: Retainers
  /// The shortest paths from roots.
  private(set) lazy var rootPaths = pathsFromRoots()
  /// Whether those paths have been found already.
  private(set) var hasRootPaths = false
  /// The places of the source.
  private(set) lazy var declarations = Declarations(analysis)
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
      from: labels.sorted(analysis.roots), along: analysis.retaining, tails: analysis.tails,
      labels: labels.edges)
  }
}
