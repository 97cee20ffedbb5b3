import LeakCheckGraph

/// The cut of a large component: the back edges of a depth-first walk.
///
/// Without them no cycle is left, because every other edge leads to a vertex that is finished before its own.
/// None can be left out, because each closes a cycle with the walk's own tree. And what was reachable stays
/// so along the tree. All three hold by construction, in one pass: cheaper cuts may exist. Source: Tarjan,
/// "Depth-First Search and Linear Graph Algorithms", 1972.
enum SpanningCut {
  /// The edges of a minimal set without which there is no cycle.
  ///
  /// - Parameters:
  ///   - edges: the edges of one or more components.
  ///   - entries: where the walk begins, the preferred vertices first; others follow by number.
  ///   - cost: what cutting an edge costs. The walk takes dear edges first, so that cheap ones lead back.
  /// - Returns: positions in `edges`, in rising order.
  /// - Complexity: O(vertices + edges log degree), without recursion.
  static func edges(
    of edges: Adjacency, from entries: [Int32], cost: (Int32) -> Int
  ) -> [Int32] {
    let all = Array(0..<Int32(edges.edgeCount))
    return BackEdges.of(
      edges, among: Array(0..<Int32(edges.vertexCount))[...], from: entries, groups: all,
      prices: all.map { Int32(clamping: cost($0)) })
  }
}
