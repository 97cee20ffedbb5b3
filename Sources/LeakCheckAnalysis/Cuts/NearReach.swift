import LeakCheckGraph

/// What the roots no longer reach once some references have ended, found near those.
///
/// Only what hangs below an ended reference of the shortest paths can be lost, and mostly that is little.
struct NearReach {
  private let analysis: GraphAnalysis
  private let facts: CutFacts

  /// The most objects that are looked at before the answer counts as far.
  private static let mostDetached = 1_000

  init(_ facts: CutFacts) { (analysis, self.facts) = (facts.analysis, facts) }

  /// The objects that the roots reach no longer without `ended`; `nil` where that is far to tell.
  ///
  /// - Precondition: No object is held but by roots.
  /// - Complexity: O(``mostDetached`` + the references to and from as many objects).
  func lost(without ended: Set<Int32>) -> Set<Int32>? {
    guard var lost = detached(by: ended) else { return nil }
    let edges = analysis.retaining
    var pending = lost.filter { object in
      facts.retainers.containsEdge(into: object) { edge, tail in
        !lost.contains(tail) && isReached(tail) && !ended.contains(edge)
      }
    }
    lost.subtract(pending)
    while let object = pending.popFirst() {
      for edge in edges.edges(of: object)
      where !ended.contains(Int32(edge)) && lost.remove(edges.heads[edge]) != nil {
        pending.insert(edges.heads[edge])
      }
    }
    return lost
  }

  /// What the shortest paths reach by one of `ended` only; `nil` where that is much.
  private func detached(by ended: Set<Int32>) -> Set<Int32>? {
    let (edges, edgeTo) = (analysis.retaining, facts.rootPaths.edgeTo)
    var found = Set(ended.map { edges.heads[Int($0)] }.filter { ended.contains(edgeTo[Int($0)]) })
    var pending = Array(found)
    while let object = pending.popLast() {
      let leaving = edges.edges(of: object)
      if max(found.count, leaving.count) > Self.mostDetached { return nil }
      for edge in leaving
      where edgeTo[Int(edges.heads[edge])] == edge && found.insert(edges.heads[edge]).inserted {
        pending.append(edges.heads[edge])
      }
    }
    return found
  }

  private func isReached(_ object: Int32) -> Bool { facts.rootPaths.edgeTo[Int(object)] != -2 }
}
