/// The vertices that can be reached from given ones.
package enum Reachability {
  /// The vertices that some path leads to from `sources`, themselves included.
  ///
  /// - Parameters:
  ///   - sources: where the paths begin.
  ///   - edges: the edges to follow.
  ///   - avoided: vertices that no path may enter or begin at.
  /// - Returns: the set of those vertices.
  /// - Complexity: O(vertices + edges), without recursion.
  package static func reached(
    from sources: some Sequence<Int32>, along edges: Adjacency, avoiding avoided: VertexSet? = nil
  ) -> VertexSet {
    var seen = VertexSet(capacity: edges.vertexCount)
    if let avoided { seen.formUnion(avoided) }
    Flood(along: edges).run(from: sources, in: &seen)
    if let avoided { seen.subtract(avoided) }
    return seen
  }
}
