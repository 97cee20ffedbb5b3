import LeakCheckGraph

/// A judge of whether everything needed stays without one reference, by dominators of the reachable objects.
///
/// Where something refers to its target that the target does not dominate, nothing goes. Else the target goes, with all
/// that it dominates.
struct SingleCutSafety {
  private let analysis: GraphAnalysis
  private let retainers: Retainers
  private let ranges: DominatedRanges
  /// How many needed objects stand before each place in the order of dominators.
  private let neededBefore: [Int32]

  /// - Complexity: that of ``DominatorTree``; 16 bytes an object are kept.
  init(_ analysis: GraphAnalysis, retainers: Retainers) {
    self.analysis = analysis
    self.retainers = retainers
    ranges = DominatedRanges(of: DominatorTree(from: analysis.roots, along: analysis.retaining))
    var count: Int32 = 0
    neededBefore =
      ranges.vertices.map { vertex in
        defer { count += analysis.needed.contains(vertex) ? 1 : 0 }
        return count
      } + [count]
  }

  /// Whether every needed object stays reachable without `edge`.
  ///
  /// - Precondition: A path from a root ends with the edge, and its target is not a root itself.
  /// - Complexity: O(references to its target).
  func isSafe(_ edge: Int32) -> Bool {
    let target = analysis.retaining.heads[Int(edge)]
    guard let dominated = ranges.places(below: target) else { return true }
    let stays = retainers.containsEdge(into: target) { other, tail in
      guard other != edge, let place = ranges.places(below: tail)?.lowerBound else { return false }
      return !dominated.contains(place)
    }
    return stays || neededBefore[dominated.upperBound] == neededBefore[dominated.lowerBound]
  }
}
