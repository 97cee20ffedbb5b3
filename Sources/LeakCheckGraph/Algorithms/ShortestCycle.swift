/// The shortest cycle through one edge or one vertex.
package enum ShortestCycle {
  /// The edges of the shortest cycle that begins with `edge`, or `nil` when no path leads back.
  ///
  /// - Parameters:
  ///   - edge: the position in `edges` of the edge that the cycle must use.
  ///   - edges: the edges to follow; a component's own edges are enough.
  ///   - tails: the vertex that each edge leaves.
  ///   - label: decides between cycles of one length, see ``ShortestPaths``.
  /// - Returns: positions in `edges`, in the order of the walk.
  /// - Complexity: O(vertices + edges log degree).
  package static func through(
    _ edge: Int, in edges: Adjacency, tails: [Int32], label: (Int) -> Int64 = { _ in 0 }
  ) -> [Int32]? {
    let back = ShortestPaths(
      from: [edges.heads[edge]], along: edges, tails: tails, label: label,
      until: tails[edge])
    return back.path(to: tails[edge]).map { [Int32(edge)] + $0 }
  }

  /// The edges of the shortest cycle through a vertex from there on, or `nil` when no path leads back.
  ///
  /// - Returns: positions in `edges`, in the order of the walk.
  /// - Complexity: O(vertices + edges), however many edges leave the vertex; that of ``NearSearch`` where it is short.
  package static func through(
    vertex: Int32, in edges: Adjacency, tails: [Int32]
  ) -> [Int32]? {
    let run = edges.edges(of: vertex)
    switch NearSearch.path(from: edges.heads[run], to: vertex, along: edges, tails: tails) {
    case .none: return nil
    case .path(let source, let path):
      return run.first { edges.heads[$0] == source }.map { [Int32($0)] + path }
    case .far: break
    }
    let back = ShortestPaths(from: edges.heads[run], along: edges, tails: tails)
    let start = back.start(ofPathTo: vertex)
    guard let path = back.path(to: vertex),
      let first = run.first(where: { edges.heads[$0] == start })
    else { return nil }
    return [Int32(first)] + path
  }
}
