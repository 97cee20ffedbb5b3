import LeakCheckGraph

/// The choice of references to end earlier, so that the `deinit` that would end them can run.
///
/// The object may stay for other reasons: it is still in use. A cut is sufficient when, with it, the object is freed
/// or nothing that its `deinit` would end keeps it any more.
struct TeardownCut {
  private let analysis: GraphAnalysis
  private let object: Int32
  /// The references that only the `deinit` of the object would end, the cheapest first.
  private let edges: [Int32]
  /// What cutting each of them costs.
  private let prices: [Int]
  private let roots: VertexSet

  /// The most references of which every set is tried.
  private static let comparedLimit = 6

  /// The question which of `edges` to cut, given in the order in which they are preferred at one price.
  init(
    of object: Int32, among edges: [Int32], in analysis: GraphAnalysis, cost: (Int32) -> Int
  ) {
    (self.object, self.analysis) = (object, analysis)
    let costs = edges.map(cost)
    let order = edges.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    self.edges = order.map { edges[$0] }
    prices = order.map { costs[$0] }
    roots = VertexSet(
      analysis.roots + analysis.excess, capacity: analysis.retaining.vertexCount)
  }

  /// The chosen references, and what was shown of them: where there are few, every set was tried.
  ///
  /// - Complexity: O(objects + references) for each set that is tried, and at most ``CutSearch/workLimit``.
  func solution() -> (edges: [Int32], isExact: Bool, isMinimal: Bool) {
    if edges.count == 1 { return (edges, true, true) }
    let work = analysis.retaining.vertexCount + analysis.retaining.edgeCount
    if edges.count <= Self.comparedLimit, work << edges.count <= CutSearch.workLimit {
      return (cheapest(), true, true)
    }
    guard work * edges.count <= CutSearch.workLimit else { return (edges, false, false) }
    var cut = edges
    for edge in edges.reversed() {
      let rest = cut.filter { $0 != edge }
      if isSufficient(rest) { cut = rest }
    }
    return (cut, false, true)
  }

  /// The cheapest of all sets; of those at one price the smallest, then the first.
  private func cheapest() -> [Int32] {
    let sets = (1..<1 << edges.count).map { bits in
      let set = edges.indices.filter { bits >> $0 & 1 == 1 }
      return (set: set, cost: set.reduce(0) { $0 + prices[$1] })
    }
    let ordered = sets.sorted { left, right in
      if left.cost != right.cost { return left.cost < right.cost }
      if left.set.count != right.set.count { return left.set.count < right.set.count }
      return left.set.lexicographicallyPrecedes(right.set)
    }
    let found = ordered.lazy.map { $0.set.map { edges[$0] } }.first(where: isSufficient)
    return found ?? edges
  }

  /// Whether everything else that is expected alive is still reached with a cut.
  ///
  /// - Complexity: O(objects + references), O(1) where nothing is expected alive.
  func keepsWhatIsExpected(without cut: [Int32]) -> Bool {
    let expected = analysis.expectedAlive.filter { $0 != object }
    if expected.isEmpty { return true }
    let live = cascade(without: cut).live
    let reached = Reachability.reached(from: roots.members, along: live)
    return expected.allSatisfy(reached.contains)
  }

  private func cascade(without cut: [Int32]) -> ReleaseCascade {
    let retaining = analysis.retaining
    return ReleaseCascade(
      along: retaining, held: roots, cut: VertexSet(cut, capacity: retaining.edgeCount),
      ends: analysis.ends, collectsCycles: analysis.graph.collector == .tracing)
  }

  /// Whether with this cut nothing that the object's `deinit` would end keeps it.
  private func isSufficient(_ cut: [Int32]) -> Bool {
    let retaining = analysis.retaining
    let cascade = cascade(without: cut)
    if cascade.freed.contains(object) { return true }
    let left = edges.filter { !cascade.isEnded.contains($0) }
    let heads = left.map { retaining.heads[Int($0)] }
    return !Reachability.reached(from: heads, along: cascade.live).contains(object)
  }
}
