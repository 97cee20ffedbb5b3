import LeakCheckGraph

/// A search for the sets of declarations whose references free the targets of a problem, the cheapest first.
///
/// A declaration is one place of the source: all captures of `self` by one closure, all `Node.parent`.
/// Weakening it changes each of its references, so it is paid for once. Sets grow best first: what still
/// keeps a target names declarations of which one must be added (an implicit hitting set, solved by branch
/// and bound as in Reiter, "A Theory of Diagnosis from First Principles", 1987). The first set found is
/// the cheapest there is. Past ``stateLimit`` sets or ``workLimit`` edges looked at, the cheapest are no
/// longer sought: cheap declarations are taken until nothing keeps a target, and those that are not needed left out
/// again (Junker, "QuickXplain", 2004): still sufficient and minimal, and marked as not exact. All of it looks at a
/// number of edges that does not grow, or that grows with them: many cycles that have one object in common would take
/// the square of their number. A class, because it sorts the edges by declaration when it first needs them.
final class CutSearch {
  /// The most sets of declarations that are tried.
  static let stateLimit = 2_000
  /// About so many sets are tried for all findings of a graph, but for each of them ``fewestStates``.
  static let allStates = 100_000
  /// Fewer sets than this would leave out what a cut of a few references takes.
  static let fewestStates = 100
  /// The most edges that are looked at.
  static let workLimit = 2_000_000
  /// The same where only the neighbourhood of the targets is looked at, in a graph of many findings.
  static let nearWorkLimit = 100_000
  /// How many times as many solutions are looked for while they cost no more than the last one wanted.
  static let equalFactor = 4
  /// The most references of a problem for which cuts are compared; beyond, the first one found is taken.
  static let sizeLimit = 10_000
  /// The most edges that are looked at to show that no reference can be left out.
  static let minimalityLimit = 4_000_000

  /// A sufficient set of edges of the problem.
  struct Solution: Equatable {
    var edges: [Int32]
    var cost: Int
    var isExact: Bool
    var isMinimal: Bool
  }

  private let problem: CutProblem
  /// The declaration of each edge.
  private let declaration: [Int32]
  private let costs: DeclarationCosts
  /// The edges of each declaration.
  private lazy var edgesOf = edgesOfDeclarations()

  /// The most sets that this search tries.
  private let mostStates: Int

  init(
    _ problem: CutProblem, declaration: [Int32], costs: DeclarationCosts,
    states: Int = CutSearch.stateLimit
  ) {
    mostStates = states
    self.problem = problem
    self.declaration = declaration
    self.costs = costs
  }

  private func edgesOfDeclarations() -> [[Int32]] {
    var edgesOf = [[Int32]](repeating: [], count: costs.count)
    for (edge, declaration) in declaration.enumerated() {
      edgesOf[Int(declaration)].append(Int32(edge))
    }
    return edgesOf
  }

  private struct State {
    var chosen: [Int32]
    /// Few, so a look along them is quicker than a set of them is made.
    var forbidden: [Int32]
    var cost: Int
  }

  /// A state in the order of cost and, of one cost, in that of insertion.
  private struct Entry: Comparable {
    var state: State
    var number: Int

    static func < (left: Entry, right: Entry) -> Bool {
      (left.state.cost, left.number) < (right.state.cost, right.number)
    }

    static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
  }

  /// Different solutions, the cheapest first; empty when nothing can be cut.
  ///
  /// At most `count` of them, and beyond those what costs as much as the last, up to ``equalFactor`` times as many:
  /// which of one price come first is for the caller to say, as here the order of the edges decides.
  func solutions(_ count: Int) -> [Solution] {
    if problem.edges.edgeCount > Self.sizeLimit, let spanning = spanning() { return [spanning] }
    var solutions: [Solution] = []
    var queue = BinaryHeap<Entry>()
    queue.insert(Entry(state: State(chosen: [], forbidden: [], cost: 0), number: 0))
    var inserted = 1
    var (states, lastCost) = (0, 0)
    let work = problem.edges.edgeCount + problem.edges.vertexCount + 1
    let limit = problem.isWhole ? Self.workLimit : Self.nearWorkLimit
    // Of a neighbourhood, each way through which it is kept is as dear as the others, and there are many.
    let most = problem.isWhole ? Self.equalFactor * count : count
    while let state = queue.popLeast()?.state {
      let isWanted = solutions.count < count || state.cost <= lastCost
      guard isWanted, solutions.count < most else { break }
      states += 1
      if states > mostStates || states * work > limit { break }
      let cut = edgeSet(state.chosen)
      guard let witness = problem.witness(against: cut) else {
        let solution = minimal(state.chosen, isExact: true)
        let isNew = !solutions.contains { Set($0.edges).isSubset(of: solution.edges) }
        if isNew {
          solutions.append(solution)
          lastCost = state.cost
        }
        continue
      }
      for state in branches(of: state, on: witness) {
        queue.insert(Entry(state: state, number: inserted))
        inserted += 1
      }
    }
    if solutions.isEmpty, let found = greedy() ?? spanning() ?? entering() { solutions = [found] }
    return solutions
  }

  private func spanning() -> Solution? {
    let prices = (0..<self.costs.count).map { self.costs[$0] }
    let found = problem.spanningCut { prices[Int(declaration[Int($0)])] }
    return found.map { found in
      var paid = VertexSet(capacity: costs.count)
      let cost = found.edges.reduce(0) { cost, edge in
        let declaration = declaration[Int(edge)]
        return paid.insert(declaration) ? cost + costs[Int(declaration)] : cost
      }
      return Solution(
        edges: found.edges, cost: cost, isExact: false, isMinimal: found.isMinimal)
    }
  }

  /// One state for each declaration of the witness: it is added, the ones before it never are.
  private func branches(of state: State, on witness: [Int32]) -> [State] {
    let candidates = Set(declarations(of: witness)).filter { !state.forbidden.contains($0) }
    var forbidden = state.forbidden
    return cheapestFirst(candidates).map { candidate in
      defer { forbidden.append(candidate) }
      return State(
        chosen: state.chosen + [candidate], forbidden: forbidden,
        cost: state.cost + costs[Int(candidate)])
    }
  }

  /// The solution when the search is too large: of what still keeps a target, the cheapest declaration each time.
  ///
  /// One of them must be cut, so no other solution has a dearest declaration that is cheaper than the one here. What
  /// was taken and is not needed is left out again, the dear ones first.
  private func greedy() -> Solution? {
    let work = problem.edges.edgeCount + problem.edges.vertexCount + 1
    var remaining = Self.minimalityLimit / work
    var chosen: [Int32] = []
    var cut = VertexSet(capacity: problem.edges.edgeCount)
    func take(_ witness: [Int32]) -> [Int32] {
      guard let cheapest = cheapest(of: witness) else { return [] }
      chosen.append(cheapest)
      for edge in edgesOf[Int(cheapest)] { cut.insert(edge) }
      return edgesOf[Int(cheapest)]
    }
    while let witness = problem.witness(against: cut) {
      remaining -= 2
      guard remaining > 0, !take(witness).isEmpty else { return nil }
      problem.witnesses(against: cut, take)
    }
    return minimal(needed(of: chosen, within: remaining * work), isExact: false)
  }

  /// The declarations that are needed, the dear ones left out first; where `budget` does not suffice to tell, more.
  private func needed(of chosen: [Int32], within budget: Int) -> [Int32] {
    let work = problem.edges.edgeCount + problem.edges.vertexCount + 1
    let shown = problem.shownNeeded(of: edgeSet(chosen), budget: budget)
    let isShown = { (declaration: Int32) in
      self.edgesOf[Int(declaration)].contains(where: shown.contains)
    }
    let sure = chosen.filter(isShown)
    var remaining = budget / work
    let explain = MinimalSubset { [self] subset in
      remaining -= 1
      // Past the bound everything seems needed, so what is found is still sufficient.
      return remaining > 0 ? problem.isSufficient(edgeSet(sure + subset)) : nil
    }
    let rest = chosen.filter { !isShown($0) }
    return rest.isEmpty ? sure : sure + explain.minimal(of: cheapestFirst(rest))
  }

  /// The solution where there was no time for any other: everything that leads to the target.
  private func entering() -> Solution? {
    guard let entries = problem.entries, !entries.isEmpty else { return nil }
    return minimal(Set(declarations(of: entries)).sorted(), isExact: false)
  }

  private func cheapest(of edges: [Int32]) -> Int32? {
    declarations(of: edges).min { (costs[Int($0)], $0) < (costs[Int($1)], $1) }
  }

  private func declarations(of edges: [Int32]) -> some Sequence<Int32> {
    edges.lazy.map { self.declaration[Int($0)] }
  }

  private func cheapestFirst(_ declarations: some Sequence<Int32>) -> [Int32] {
    declarations.sorted { (costs[Int($0)], $0) < (costs[Int($1)], $1) }
  }

  /// The edges of `declarations` that are needed, none of which can be left out.
  private func minimal(_ declarations: [Int32], isExact: Bool) -> Solution {
    let edges = declarations.flatMap { edgesOf[Int($0)] }.sorted()
    let cost = declarations.reduce(0) { $0 + costs[Int($1)] }
    let capacity = problem.edges.edgeCount
    let shown = problem.shownNeeded(
      of: VertexSet(edges, capacity: capacity), budget: Self.minimalityLimit)
    let (sure, rest) = (edges.filter(shown.contains), edges.filter { !shown.contains($0) })
    let work = (capacity + problem.edges.vertexCount + 1) * rest.count * 2
    guard work <= Self.minimalityLimit else {
      return Solution(edges: edges, cost: cost, isExact: false, isMinimal: false)
    }
    let explain = MinimalSubset { [self] subset in
      problem.isSufficient(VertexSet(sure + subset, capacity: capacity))
    }
    let needed = rest.isEmpty ? sure : (sure + explain.minimal(of: rest)).sorted()
    return Solution(edges: needed, cost: cost, isExact: isExact, isMinimal: true)
  }

  private func edgeSet(_ declarations: [Int32]) -> VertexSet {
    var edges = VertexSet(capacity: problem.edges.edgeCount)
    let edgesOf = edgesOf
    for declaration in declarations {
      for edge in edgesOf[Int(declaration)] { edges.insert(edge) }
    }
    return edges
  }
}

/// The cost of cutting each declaration of a problem, computed on demand.
///
/// A price depends on what else holds the targets, in the whole graph; the search asks for few of them. A class, because it
/// remembers. Not for use by several threads at once.
final class DeclarationCosts {
  private var known: [Int]
  private let price: (Int) -> Int
  private static let unknown = -1

  /// The costs of `count` declarations, each of which `price` says once; none is negative.
  init(count: Int, _ price: @escaping (Int) -> Int) {
    known = [Int](repeating: Self.unknown, count: count)
    self.price = price
  }

  /// How many declarations there are.
  var count: Int { known.count }

  subscript(declaration: Int) -> Int {
    if known[declaration] == Self.unknown { known[declaration] = price(declaration) }
    return known[declaration]
  }
}
