import LeakCheckGraph

/// Turns a problem into the cuts of a finding: cheapest safe one first, each with its words.
///
/// Safety is judged where the code is: weakening a declaration weakens it in every object of that type,
/// so a cut that is harmless here and takes the last owner from an object elsewhere is not safe.
///
/// A class, because it remembers what it was asked.
final class CutPlanner {
  /// The most cuts that a finding offers, the chosen one included.
  static let offered = 4

  private let analysis: GraphAnalysis
  let retainers: Retainers
  private let declarations: Lazy<Declarations>
  private let safety: CutSafety
  private let paths: Lazy<ShortestPaths>
  private let roles: Lazy<ReferenceRoles>
  private let labels: Labels

  init(_ analysis: GraphAnalysis, paths: Lazy<ShortestPaths>, labels: Labels) {
    self.analysis = analysis
    self.labels = labels
    retainers = Retainers(analysis)
    roles = Lazy { ReferenceRoles(analysis.graph) }
    let declarations = Lazy { Declarations(analysis) }
    self.declarations = declarations
    self.paths = paths
    safety = CutSafety(
      analysis, declarations: declarations, paths: paths, retainers: retainers)
  }

  private init(after planner: CutPlanner) {
    analysis = planner.analysis
    (labels, retainers) = (planner.labels, planner.retainers)
    (declarations, paths) = (planner.declarations, planner.paths)
    safety = CutSafety(after: planner.safety)
    roles = Lazy { [analysis] in ReferenceRoles(analysis.graph) }
  }

  /// A planner that shares what was prepared, and none of what it finds out itself.
  func successor() -> CutPlanner { CutPlanner(after: self) }

  /// Makes what all cuts begin with, where there is something to cut.
  ///
  /// Whether there is, the components tell. While they are searched there is nothing better to do than this.
  func prepare() {
    if mayHaveCuts { _ = declarations.value }
    let steps = [{ self.declarations.value.prepare() }, retainers.prepare, paths.prepare]
    for step in steps where mayHaveCuts && !analysis.componentSearch.isDone { step() }
  }

  /// Makes what cuts are judged by, where there is something to cut; another thread may cut already.
  func prepareJudging() {
    let steps = [
      paths.prepare, safety.prepare, { self.declarations.value.prepare() }, retainers.prepare,
    ]
    for step in steps where mayHaveCuts { step() }
  }

  /// Whether a finding may ask for cuts, as far as is known: what is gone and teardowns ask without a cycle.
  private var mayHaveCuts: Bool {
    if !analysis.gone.isEmpty || !analysis.ends.isEmpty { return true }
    return analysis.graph.collector == .arc
      && (!analysis.componentSearch.isDone || analysis.hasRetainCycles)
  }

  /// The chosen cut and the alternatives, the cheapest first; empty when nothing can be cut.
  func cuts(of problem: CutProblem) -> [Cut] {
    let local = declarations.value.numbered(for: problem.edges.references)
    let isLarge = problem.edges.edgeCount > CutSearch.sizeLimit
    let costs = DeclarationCosts(count: local.examples.count) { [self] declaration in
      let examples = local.examples[declaration]
      return isLarge ? roleCost(of: examples[0]) : examples.map(cost).max() ?? 0
    }
    let search = CutSearch(problem, declaration: local.declaration, costs: costs)
    let solutions = inOrderOfLabels(search.solutions(Self.offered), of: problem)
    let cuts = solutions.prefix(Self.offered).map { cut(from: $0, of: problem) }
    // Costs price single references; that two of them together take an object's last owners shows here.
    return cuts.filter(\.isSafe) + cuts.filter { !$0.isSafe }
  }

  /// Solutions by their costs, those of one cost by what they cut, so that ids do not decide between them.
  private func inOrderOfLabels(
    _ solutions: [CutSearch.Solution], of problem: CutProblem
  ) -> [CutSearch.Solution] {
    guard solutions.count > 1 else { return solutions }
    let all = analysis.retaining.references
    let keyed = solutions.enumerated().map { place, solution in
      let ranks = solution.edges.map {
        self.labels.holderLabel(ofReference: all[Int(problem.edges.references[Int($0)])])
      }
      return (labels: ranks.sorted(), place: place, solution: solution)
    }
    return keyed.sorted { left, right in
      if left.solution.cost != right.solution.cost {
        return left.solution.cost < right.solution.cost
      }
      if left.labels != right.labels { return left.labels.lexicographicallyPrecedes(right.labels) }
      return left.place < right.place
    }.map(\.solution)
  }

  /// The cut of a component that is too large for a search: the references by which a walk comes back.
  ///
  /// Its references are judged by declaration, each by the first of it, and stand in the order of price and label, but
  /// those on the path that speaks for the component before the others. What a `deinit` ends may let a smaller cut
  /// suffice, so with such references nothing is said of minimality.
  ///
  /// - Parameters:
  ///   - component: what to cut.
  ///   - path: the path that is told, which is asked for once, with the first reference of the cut.
  /// - Returns: the path and the cut.
  /// - Complexity: O(objects + references log degree).
  func spanningCut(
    of component: CyclicComponent, path: (ObjectGraph.Reference) -> LeakTrace
  ) -> (path: LeakTrace, cut: Cut) {
    let declarations = declarations.value
    let answers = answers(for: component.examples(of: declarations))
    let entry = component.isReachable ? component.entry(of: paths.value) : nil
    let edges = BackEdges.of(
      analysis.retaining, among: component.members, from: entry.map { [$0] } ?? [],
      groups: declarations.declaration, prices: answers.map { Int32($0.role.cost) },
      support: TwoThreads.support)
    let numbers = edges.map { declarations.declaration[Int($0)] }
    let isSafe = safety.isSafe(
      edges, endsOnly: numbers.allSatisfy { answers[Int($0)].how == .end })
    let (graph, all) = (analysis.graph, analysis.retaining.references)
    let references = edges.map { all[Int($0)] }
    let order = order(of: references, numbers, answers)
    let path = path(graph.reference(references[Int(order[0])]))
    let places = putting(path.references, of: references, first: order)
    let steps = Cut.Steps(
      cutting: places.map { references[Int($0)] }, of: graph,
      as: places.map { answers[Int(numbers[Int($0)])] }, areSafe: isSafe)
    let hasEnds = analysis.ends.contains { component.contains($0.edge) }
    return (path, Cut(steps: steps, isExact: false, isMinimal: !hasEnds))
  }

  /// The places in `order` of references that are on a path, then the others; the order is the same else.
  private func putting(
    _ path: [ObjectGraph.Reference], of references: [Int32], first order: [Int32]
  ) -> [Int32] {
    let path = VertexSet(path.map(\.index), capacity: Int(analysis.graph.referenceCount))
    let places = references.indices.filter { path.contains(references[$0]) }
    let onPath = VertexSet(places.map(Int32.init), capacity: references.count)
    return order.filter(onPath.contains) + order.filter { !onPath.contains($0) }
  }

  /// The places of references in the order of what their declarations cost, then of their labels, then their own.
  private func order(
    of references: [Int32], _ numbers: [Int32], _ answers: [ReferenceRoles.Answer]
  ) -> [Int32] {
    var keys = PairTable()
    // The key of each declaration, or -1 where it has no reference here.
    var keyOf = [Int32](repeating: -1, count: answers.count)
    for (reference, number) in zip(references, numbers) where keyOf[Int(number)] < 0 {
      keyOf[Int(number)] = keys.number(
        of: Int64(answers[Int(number)].role.cost),
        labels.holderLabel(ofReference: reference))
    }
    let ranks = keys.ranks
    return Adjacency.inverse(
      of: numbers.map { ranks[Int(keyOf[Int($0)])] }, vertexCount: ranks.count
    ).order
  }

  /// The step that cuts a reference which no search was needed for.
  func step(cutting reference: ObjectGraph.Reference) -> Cut.Step {
    Cut.Step(cutting: reference, as: roles.value.answer(for: reference.index), isSafe: true)
  }

  /// What is to be known of some edges; of no edge, which is -1, anything.
  private func answers(for edges: [Int32]) -> [ReferenceRoles.Answer] {
    let (graph, references) = (analysis.graph, analysis.retaining.references)
    func answers(_ edges: ArraySlice<Int32>, _ roles: ReferenceRoles) -> [ReferenceRoles.Answer] {
      let any = ReferenceRoles.Answer(role: .ownership, how: .weak)
      return edges.map { $0 < 0 ? any : roles.answer(for: references[Int($0)]) }
    }
    let middle = edges.count / 2
    let (first, second) = TwoThreads.both(
      edges.count, { answers(edges[..<middle], roles.value) },
      { answers(edges[middle...], ReferenceRoles(graph)) })
    return first + second
  }

  private func roleCost(of edge: Int32) -> Int { answer(for: edge).role.cost }

  private func answer(for edge: Int32) -> ReferenceRoles.Answer {
    roles.value.answer(for: analysis.retaining.references[Int(edge)])
  }

  private func cost(of edge: Int32) -> Int {
    let answer = answer(for: edge)
    let isSafe = safety.isSafe([edge], endsOnly: answer.how == .end)
    return answer.role.cost + (isSafe ? 0 : ReferenceRole.unsafeCost)
  }

  private func cut(from solution: CutSearch.Solution, of problem: CutProblem) -> Cut {
    let edges = solution.edges.map { problem.edges.references[Int($0)] }
    let (roles, graph, all) = (roles.value, analysis.graph, analysis.retaining.references)
    let answers = edges.map { roles.answer(for: all[Int($0)]) }
    let isSafe = safety.isSafe(edges, endsOnly: answers.allSatisfy { $0.how == .end })
    let steps = edges.indices.map { place in
      Cut.Step(
        cutting: graph.reference(all[Int(edges[place])]), as: answers[place], isSafe: isSafe)
    }
    return Cut(
      steps: steps, isExact: solution.isExact && problem.isWhole,
      isMinimal: solution.isMinimal && (problem.isWhole || isMinimal(solution, of: problem)))
  }

  /// Whether each reference of a cut is needed in the whole graph, where the problem was only a part of it.
  ///
  /// An object that the shortest path from a held one reaches without the cut stays whatever else is cut; where
  /// such objects alone keep the targets when a reference is left uncut, that reference is needed.
  private func isMinimal(_ solution: CutSearch.Solution, of problem: CutProblem) -> Bool {
    guard analysis.ends.isEmpty else { return false }
    let cut = solution.edges.map { problem.edges.references[Int($0)] }
    let proved = problem.holding { isReached($0, without: cut) }
    return solution.edges.allSatisfy { edge in
      let others = solution.edges.filter { $0 != edge }
      return !proved.isSufficient(VertexSet(others, capacity: problem.edges.edgeCount))
    }
  }

  private func isReached(_ object: Int32, without cut: [Int32]) -> Bool {
    let edgeTo = paths.value.edgeTo
    var object = object
    while edgeTo[Int(object)] >= 0 {
      if cut.contains(edgeTo[Int(object)]) { return false }
      object = analysis.tails[Int(edgeTo[Int(object)])]
    }
    return edgeTo[Int(object)] == -1
  }
}
