import LeakCheckGraph

/// The choice of references to end earlier, so that the `deinit` that would end them can run.
///
/// The object may stay for other reasons: it is still in use. A cut is sufficient when, with it, the object is freed
/// or nothing that its `deinit` would end keeps it any more.
struct TeardownCut {
  private let facts: CutFacts
  private let safety: CutSafety
  private let analysis: GraphAnalysis
  private let object: Int32
  /// The references that only the `deinit` of the object would end, the cheapest first.
  private let edges: [Int32]
  /// What cutting each of them costs.
  private let prices: [Int]

  /// The most references of which every set is tried.
  private static let comparedLimit = 6
  /// The most references that are each tried whether they are needed, however large the graph is.
  private static let triedLimit = 32
  /// The most references that all questions of a graph look at together when an answer is not near.
  private static let mostLookedAt = 20_000_000

  /// The question which of `edges` to cut, given in the order in which they are preferred at one price.
  init(
    of object: Int32, among edges: [Int32], in facts: CutFacts, judgedBy safety: CutSafety,
    cost: (Int32) -> Int
  ) {
    (self.object, self.facts, self.safety) = (object, facts, safety)
    analysis = facts.analysis
    let costs = edges.map(cost)
    let order = edges.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    self.edges = order.map { edges[$0] }
    prices = order.map { costs[$0] }
  }

  /// The chosen references, and what was shown of them: where there are few, every set was tried.
  ///
  /// - Complexity: O(what goes and what is near) for each set that is tried: at most 64, or one a reference.
  func solution() -> (edges: [Int32], isExact: Bool, isMinimal: Bool) {
    if edges.count == 1 { return (edges, true, true) }
    if edges.count <= Self.comparedLimit { return cheapest() }
    guard edges.count <= Self.triedLimit || size * edges.count <= CutSearch.workLimit else {
      return (edges, false, false)
    }
    var cut = edges
    var isKnown = true
    for edge in edges.reversed() {
      let rest = cut.filter { $0 != edge }
      let answer = isSufficient(rest)
      isKnown = isKnown && answer != nil
      if answer == true { cut = rest }
    }
    return (cut, false, isKnown)
  }

  /// The cheapest of all sets; of those at one price the smallest, then the first.
  private func cheapest() -> (edges: [Int32], isExact: Bool, isMinimal: Bool) {
    let sets = (1..<1 << edges.count).map { bits in
      let set = edges.indices.filter { bits >> $0 & 1 == 1 }
      return (set: set, cost: set.reduce(0) { $0 + prices[$1] })
    }
    let ordered = sets.sorted { left, right in
      if left.cost != right.cost { return left.cost < right.cost }
      if left.set.count != right.set.count { return left.set.count < right.set.count }
      return left.set.lexicographicallyPrecedes(right.set)
    }
    var isKnown = true
    for set in ordered.lazy.map({ $0.set.map { edges[$0] } }) {
      let answer = isSufficient(set)
      isKnown = isKnown && answer != nil
      if answer == true { return (set, isKnown, isKnown) }
    }
    return (edges, false, false)
  }

  /// Whether everything else that is expected alive is still reached with a cut; `nil` where the graph is too large to
  /// find out.
  ///
  /// - Complexity: O(what goes and what is near), O(1) where nothing is expected alive.
  func keepsWhatIsExpected(without cut: [Int32]) -> Bool? {
    let expected = analysis.expectedAlive
    if expected.isEmpty || expected == [object] { return true }
    let marks = analysis.graph.storage.marks
    let isWanted = { $0 != object && marks[Int($0)].contains(.expectedAlive) }
    if isCounted, analysis.excess.isEmpty,
      let stays = safety.staysReachable(without: near(cut).ended, where: isWanted)
    {
      return stays && facts.unreachedAlive.isSubset(of: [object])
    }
    guard isSmall else { return nil }
    let live = cascade(without: cut).live
    let reached = Reachability.reached(from: analysis.heldFromOutside.members, along: live)
    return expected.allSatisfy { $0 == object || reached.contains($0) }
  }

  /// Whether with this cut nothing that the object's `deinit` would end keeps it; `nil` where the graph is too large to
  /// find out.
  private func isSufficient(_ cut: [Int32]) -> Bool? {
    if isCounted {
      let cascade = near(cut)
      if cascade.freed.contains(object) { return true }
      let heads = heads(besides: cascade.ended.contains)
      let path = NearSearch.path(
        to: object,
        backAlong: {
          facts.retainers.nearEdgesAndTails(into: $0) { edge, _ in !cascade.ended.contains(edge) }
        }, tails: analysis.tails, from: { $0.filter(heads.contains) })
      if path != .far { return path == .none }
    }
    guard isSmall else { return nil }
    let cascade = cascade(without: cut)
    if cascade.freed.contains(object) { return true }
    let heads = heads(besides: cascade.isEnded.contains)
    return !Reachability.reached(from: Array(heads), along: cascade.live).contains(object)
  }

  /// What the object keeps by what its `deinit` would end, but for what has ended.
  private func heads(besides isEnded: (Int32) -> Bool) -> Set<Int32> {
    Set(edges.filter { !isEnded($0) }.map { analysis.retaining.heads[Int($0)] })
  }

  /// Whether what goes is found by counting, without looking at the whole graph.
  private var isCounted: Bool { analysis.graph.collector != .tracing }

  private var size: Int { analysis.retaining.vertexCount + analysis.retaining.edgeCount }

  /// Whether the whole graph may be looked at for each question.
  private var isSmall: Bool { size * analysis.ends.count <= Self.mostLookedAt }

  private func near(_ cut: [Int32]) -> CutCascade {
    CutCascade(
      of: cut, along: analysis.retaining, held: analysis.heldFromOutside, ends: analysis.ends,
      incoming: facts.retainers.columns.edge(into:at:))
  }

  private func cascade(without cut: [Int32]) -> ReleaseCascade {
    let retaining = analysis.retaining
    return ReleaseCascade(
      along: retaining, held: analysis.heldFromOutside,
      cut: VertexSet(cut, capacity: retaining.edgeCount),
      ends: analysis.ends, collectsCycles: !isCounted)
  }
}
