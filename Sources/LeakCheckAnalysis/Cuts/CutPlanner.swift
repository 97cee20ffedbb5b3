import LeakCheckGraph

/// A planner that turns a problem into the cuts of a finding, the cheapest safe one first.
///
/// Safety is judged where the code is: weakening a declaration weakens it in every object of that type,
/// so a cut that is harmless here and takes the last owner from an object elsewhere is not safe.
///
struct CutPlanner {
  /// The most cuts that a finding offers, the chosen one included.
  static let offered = 4

  private let facts: CutFacts
  let safety: CutSafety
  private let lastOwners: LastOwners
  private let evidence: SafetyEvidence
  private let known = KnownCosts()

  private var analysis: GraphAnalysis { facts.analysis }

  /// What no cut may take, because others take the rest.
  private let spared: JointSafety.Spared?

  init(_ facts: CutFacts, sparing spared: JointSafety.Spared? = nil) {
    self.facts = facts
    self.spared = spared
    safety = CutSafety(facts)
    lastOwners = LastOwners(facts)
    evidence = SafetyEvidence(facts)
  }

  /// The chosen cut and the alternatives, the cheapest first; empty when nothing can be cut.
  func cuts(of problem: CutProblem) -> [Cut] {
    let local = facts.declarations.numbered(for: problem.edges.references)
    let isLarge = problem.edges.edgeCount > CutSearch.sizeLimit
    let costs = DeclarationCosts(count: local.examples.count) { declaration in
      let examples = local.examples[declaration]
      return isLarge ? roleCost(of: examples[0]) : examples.map(cost).max() ?? 0
    }
    let search = CutSearch(
      problem, declaration: local.declaration, costs: costs, states: facts.statesOfSearch)
    let solutions = inOrderOfLabels(search.solutions(Self.offered), of: problem)
    // Costs price single references; that two of them together take an object's last owners shows here.
    let cuts = solutions.map { solution in
      var cut = lastOwners.withoutProof(cut(from: solution, of: problem))
      cut.grade = Cut.Grade(rank: rank(of: cut), price: solution.cost)
      return cut
    }
    let ranked = useful((0...2).flatMap { rank in cuts.filter { $0.grade?.rank == rank } })
    // Of cuts that nothing tells apart one is right, and which one nobody knows.
    let equals = ranked.count { $0.grade == ranked[0].grade }
    return ranked.prefix(Self.offered).enumerated().map { place, cut in
      place < equals && equals > 1 ? cut : lastOwners.lettingGo(cut, beside: ranked.first)
    }
  }

  /// The cuts without those that ask for all that the first one asks for and more, or, where the first one does not, for
  /// an edit inside of a framework or for letting go of a framework's object that the app has.
  private func useful(_ cuts: [Cut]) -> [Cut] {
    guard let first = cuts.first, cuts.count > 1, first.steps.count <= Self.mostCompared else {
      return cuts
    }
    let wanted = Set(first.steps.map(\.fix))
    let isInside = first.steps.contains { $0.role == .frameworkInternal }
    let letsGo = first.steps.contains(where: letsGoOfFramework)
    return [first]
      + cuts.dropFirst().filter { other in
        guard other.steps.count <= Self.mostCompared else { return true }
        return !wanted.isSubset(of: other.steps.lazy.map(\.fix))
          && (isInside || !other.steps.contains { $0.role == .frameworkInternal })
          && (letsGo || !other.steps.contains(where: letsGoOfFramework))
          && !other.steps.contains(where: takesSubscriber)
      }
  }

  /// Whether a step takes a subscription out of what it subscribes to, such as a sink out of a subject, which nobody can:
  /// its token ends it.
  private func takesSubscriber(_ step: Cut.Step) -> Bool {
    step.how == .end && step.role == .listed && step.reference.target.kind == .observer
      && RoleWords.isAudienceList(RoleWords.words(of: step.reference.name))
  }

  /// Whether a step takes from the app an object of a framework that has work to do, such as a subject that it sends
  /// values by: that ends the work, and not what the object keeps by mistake.
  private func letsGoOfFramework(_ step: Cut.Step) -> Bool {
    let (reference, target) = (step.reference, step.reference.target)
    return step.how == .end && [.listed, .ownership, .associated].contains(step.role)
      && target.owner == .framework && reference.source.owner == .app
      && EndingEvents.event(ending: reference) == nil && !EndingEvents.hasEnd(target)
  }

  /// The most references of a cut whose words are compared with those of others.
  private static let mostCompared = 32

  /// What stands before price: whether something needed goes, and whether something loses its last owner.
  ///
  /// A cut inside of frameworks is nothing that an app can make, so it stands behind.
  private func rank(of cut: Cut) -> Int {
    if cut.safety == .refuted { return 2 }
    let isInside = cut.steps.contains { $0.role == .frameworkInternal }
    return isInside || lastOwners.isTaken(by: cut) ? 1 : 0
  }

  /// Solutions by their costs, those of one cost by what they cut, so that ids do not decide between them.
  private func inOrderOfLabels(
    _ solutions: [CutSearch.Solution], of problem: CutProblem
  ) -> [CutSearch.Solution] {
    guard solutions.count > 1 else { return solutions }
    let all = analysis.retaining.references
    let keyed = solutions.enumerated().map { place, solution in
      let ranks = solution.edges.map {
        facts.labels.holderLabel(ofReference: all[Int(problem.edges.references[Int($0)])])
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
    let declarations = facts.declarations
    let answers = answers(for: component.examples(of: declarations))
    let entry = component.isReachable ? component.entry(of: facts.rootPaths) : nil
    let edges = BackEdges.of(
      analysis.retaining, among: component.members, from: entry.map { [$0] } ?? [],
      groups: declarations.declaration, prices: answers.map { Int32($0.role.cost) })
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
      as: places.map { answers[Int(numbers[Int($0)])] },
      // What a root reaches stays reachable along the walk's own tree.
      safety: !isSafe ? .refuted : component.isReachable ? .proved : .unknown)
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
        facts.labels.holderLabel(ofReference: reference))
    }
    let ranks = keys.ranks
    return Adjacency.inverse(
      of: numbers.map { ranks[Int(keyOf[Int($0)])] }, vertexCount: ranks.count
    ).order
  }

  /// The step that cuts a reference which no search was needed for.
  func step(cutting reference: ObjectGraph.Reference) -> Cut.Step {
    let answer = facts.roles.answer(for: reference.index)
    return Cut.Step(cutting: reference, as: answer.role, by: answer.how)
  }

  /// Whether everything needed stays where the declaration of a step's reference is weak in each object that has it, and
  /// nothing shows that its holder owns what it refers to.
  ///
  /// - Complexity: that of ``CutSafety/isSafe(_:endsOnly:)`` for one edge, and O(log references).
  func mayBeWeak(_ step: Cut.Step) -> Bool {
    let references = analysis.retaining.references
    let index = step.reference.index
    let edge = references.partitioningIndex { $0 >= index }
    guard edge < references.count, references[edge] == index, !lastOwners.isOver(step) else {
      return false
    }
    return safety.isSafe([Int32(edge)], endsOnly: false)
  }

  /// Whether a cut makes weak what alone has an object that is not expected gone, which would free that at once.
  ///
  /// - Complexity: O(references to the targets of the cut).
  func frees(_ cut: Cut) -> Bool { lastOwners.areTaken(byWeakStepsOf: cut) }

  /// What is to be known of some edges; of no edge, which is -1, anything.
  private func answers(for edges: [Int32]) -> [ReferenceRoles.Answer] {
    let (roles, references) = (facts.roles, analysis.retaining.references)
    let any = ReferenceRoles.Answer(role: .ownership, how: .weak)
    return edges.map { $0 < 0 ? any : roles.answer(for: references[Int($0)]) }
  }

  private func roleCost(of edge: Int32) -> Int { answer(for: edge).role.cost }

  private func answer(for edge: Int32) -> ReferenceRoles.Answer {
    facts.roles.answer(for: analysis.retaining.references[Int(edge)])
  }

  private func cost(of edge: Int32) -> Int {
    known.cost(of: edge) { price(of: $0) }
  }

  private func price(of edge: Int32) -> Int {
    let answer = answer(for: edge)
    let isSafe =
      isLetGoWhenDone(edge, answer) || safety.isSafe([edge], endsOnly: answer.how == .end)
    let isSpared =
      answer.how == .end
      ? spared?.edges.contains(edge)
      : spared?.declarations.contains(facts.declarations.declaration[Int(edge)])
    return answer.role.cost + (isSafe && isSpared != true ? 0 : ReferenceRole.unsafeCost)
  }

  /// Whether what an edge leads to is done when it is let go, such as a callback that is called once: nothing needs it
  /// then, nor what it alone has.
  private func isLetGoWhenDone(_ edge: Int32, _ answer: ReferenceRoles.Answer) -> Bool {
    if answer.role == .clearedWhenDone { return true }
    let reference = analysis.graph.reference(analysis.retaining.references[Int(edge)])
    switch answer.role {
    case .ownership, .listed: return EndingEvents.moment(ofForgetting: reference) != nil
    case .contained: return EndingEvents.isOfSubscription(reference)
    // Nobody owns an object by its own timer, or the block of that, so that one which lives by it alone may go.
    case .selfCapture: return EndingEvents.repetition(of: reference.source) != nil
    case .registration:
      return EndingEvents.isOfSubscription(reference) || EndingEvents.isOfBlock(reference)
        || EndingEvents.isOfTimer(reference)
    default: return false
    }
  }

  /// What tells that nothing misses the target of an edge; of what goes when it is done, nothing does.
  private func shownSafety(ofCutting edge: Int32, _ answer: ReferenceRoles.Answer) -> Cut.Safety {
    let isNeeded = analysis.needed.contains(analysis.retaining.heads[Int(edge)])
    if isNeeded, isLetGoWhenDone(edge, answer) { return .unknown }
    return evidence.safety(ofCutting: edge, as: answer.role)
  }

  private func cut(from solution: CutSearch.Solution, of problem: CutProblem) -> Cut {
    let edges = solution.edges.map { problem.edges.references[Int($0)] }
    let (roles, graph, all) = (facts.roles, analysis.graph, analysis.retaining.references)
    let answers = edges.map { roles.answer(for: all[Int($0)]) }
    let places = edges.indices.filter { !isLetGoWhenDone(edges[$0], answers[$0]) }
    let taken = places.map { edges[$0] }
    let isSafe =
      safety.isSafe(taken, endsOnly: places.allSatisfy { answers[$0].how == .end })
      && safety.survivesEnds(of: taken) != false
    let steps = edges.indices.map { place in
      Cut.Step(
        cutting: graph.reference(all[Int(edges[place])]), as: answers[place].role,
        by: answers[place].how,
        safety: isSafe ? shownSafety(ofCutting: edges[place], answers[place]) : .refuted)
    }
    return Cut(
      steps: steps, isExact: solution.isExact && problem.isWhole,
      isMinimal: solution.isMinimal && (problem.isWhole || isMinimal(solution, of: problem)))
  }

  /// Whether each reference of a cut is needed in the whole graph, where the problem was only a part of it.
  ///
  /// An object that the shortest path from a root reaches without the cut stays whatever else is cut; where
  /// such objects alone keep the targets when a reference is left uncut, that reference is needed.
  private func isMinimal(_ solution: CutSearch.Solution, of problem: CutProblem) -> Bool {
    guard analysis.ends.isEmpty else { return false }
    var way = WayFromRoot(
      without: Set(solution.edges.map { problem.edges.references[Int($0)] }),
      within: facts.limits.whole)
    let proved = problem.rooted { isReached($0, &way) }
    let edges = VertexSet(solution.edges, capacity: problem.edges.edgeCount)
    let shown = proved.shownNeeded(of: edges, budget: CutSearch.minimalityLimit)
    return solution.edges.allSatisfy(shown.contains)
  }

  /// What is known of shortest paths from roots without some edges.
  private struct WayFromRoot {
    let cut: Set<Int32>
    var known: [Int32: Bool] = [:]
    /// How many more references are followed: paths can be as long as the graph is large.
    var remaining: Int

    init(without cut: Set<Int32>, within limit: Int) {
      (self.cut, remaining) = (cut, limit)
    }
  }

  /// Whether the shortest path from a root to an object is known to have no edge of the cut.
  private func isReached(_ object: Int32, _ way: inout WayFromRoot) -> Bool {
    let edgeTo = facts.rootPaths.edgeTo
    var (passed, object): ([Int32], Int32) = ([], object)
    while way.known[object] == nil, edgeTo[Int(object)] >= 0,
      !way.cut.contains(edgeTo[Int(object)])
    {
      guard way.remaining > 0 else { return false }
      way.remaining -= 1
      passed.append(object)
      object = analysis.tails[Int(edgeTo[Int(object)])]
    }
    let isReached = way.known[object] ?? (edgeTo[Int(object)] == -1)
    for object in passed { way.known[object] = isReached }
    return isReached
  }
}

/// The costs of edges that were asked for: what keeps one object mostly keeps others too.
private final class KnownCosts {
  private var costs: [Int32: Int] = [:]

  func cost(of edge: Int32, or price: (Int32) -> Int) -> Int {
    if let known = costs[edge] { return known }
    let cost = price(edge)
    costs[edge] = cost
    return cost
  }
}
