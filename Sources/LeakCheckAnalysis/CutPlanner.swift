import LeakCheckGraph

/// Turns a problem into the cuts of a finding: cheapest safe one first, each with its words.
///
/// Safety is judged where the code is: weakening a declaration weakens it in every object of that type,
/// so a cut that is harmless here and takes the last owner from an object elsewhere is not safe.
struct CutPlanner {
  /// The most cuts that a finding offers, the chosen one included.
  static let offered = 4

  private let analysis: GraphAnalysis
  let retainers: Retainers
  private let declarations: Lazy<Declarations>
  private let safety: CutSafety

  init(_ analysis: GraphAnalysis, paths: Lazy<ShortestPaths>) {
    self.analysis = analysis
    retainers = Retainers(analysis)
    let declarations = Lazy { Declarations(analysis) }
    self.declarations = declarations
    safety = CutSafety(
      analysis, declarations: declarations, paths: paths, retainers: retainers)
  }

  /// The chosen cut and the alternatives, the cheapest first; empty when nothing can be cut.
  func cuts(of problem: CutProblem) -> [Cut] {
    let local = declarations.value.numbered(for: problem.edges.references)
    let costs = local.examples.map { $0.map(cost).max() ?? 0 }
    let search = CutSearch(problem, declaration: local.declaration, costs: costs)
    let solutions = search.solutions(Self.offered)
    let cuts = solutions.map { cut(from: $0, of: problem) }
    // Costs price single references; that two of them together take an object's last owners shows here.
    return cuts.filter(\.isSafe) + cuts.filter { !$0.isSafe }
  }

  private func cost(of edge: Int32) -> Int {
    let reference = analysis.graph.reference(analysis.retaining.references[Int(edge)])
    let role = ReferenceRole(of: reference)
    let isSafe = safety.isSafe([edge], endsOnly: CutWords.how(to: reference) == .end)
    return role.cost + (isSafe ? 0 : ReferenceRole.unsafeCost)
  }

  private func cut(from solution: CutSearch.Solution, of problem: CutProblem) -> Cut {
    let edges = solution.edges.map { problem.edges.references[Int($0)] }
    let references = analysis.references(edges)
    let endsOnly = references.allSatisfy { CutWords.how(to: $0) == .end }
    let isSafe = safety.isSafe(edges, endsOnly: endsOnly)
    let steps = references.map { CutWords.step(cutting: $0, isSafe: isSafe) }
    return Cut(
      steps: steps, isExact: solution.isExact && problem.isWhole, isMinimal: solution.isMinimal)
  }
}
