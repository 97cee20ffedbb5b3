import LeakCheckGraph

/// The facts for making and judging cuts, each computed on first use.
///
/// A class, because planner, safety and checks share what was found. Not for use by several threads at once.
final class CutFacts {
  let analysis: GraphAnalysis
  let labels: Labels
  let retainers: Retainers
  /// The shortest paths from roots.
  private(set) lazy var rootPaths = common.rootPaths
  /// What is expected alive, and no root reaches.
  private(set) lazy var unreachedAlive = Set(
    analysis.expectedAlive.filter { rootPaths.edgeTo[Int($0)] == -2 })
  /// Where paths from roots begin: what is no memory without a type first.
  private(set) lazy var sources = common.sources
  /// The places of the source.
  private(set) lazy var declarations = common.declarations
  /// How many sets of declarations a search may try: fewer where a graph asks for many cuts, so that all of them
  /// together do not take longer with each.
  private(set) lazy var statesOfSearch = max(
    CutSearch.fewestStates, min(CutSearch.stateLimit, CutSearch.allStates / questions))
  /// About how many cuts are asked for: one for each object that should be gone, and one for each cycle.
  private(set) lazy var questions = max(
    1, analysis.gone.count + analysis.components.cyclic.count)
  /// The components with an object that should be gone.
  private(set) lazy var componentsOfGone = Set(
    analysis.gone.members.map { analysis.components.component[Int($0)] })
  /// How much of the graph the problem of each finding looks at.
  var limits = CutProblem.Limits(problems: 1)
  /// What each reference is to its holder.
  private(set) lazy var roles = ReferenceRoles(analysis.graph, needed: analysis.needed)
  private let common: CommonFacts

  /// The facts of a graph.
  ///
  /// - Parameters:
  ///   - analysis: the graph.
  ///   - common: what other threads find out as well.
  init(_ analysis: GraphAnalysis, common: CommonFacts? = nil) {
    self.analysis = analysis
    self.common = common ?? CommonFacts(analysis)
    labels = self.common.labels
    retainers = Retainers(analysis)
  }
}
