/// Which vertices can be reached from given ones.
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
    var reached = VertexSet(capacity: edges.vertexCount)
    var pending: [Int32] = []
    func visit(_ vertex: Int32) {
      guard avoided?.contains(vertex) != true, reached.insert(vertex) else { return }
      pending.append(vertex)
    }
    for source in sources { visit(source) }
    while let vertex = pending.popLast() {
      for edge in edges.edges(of: vertex) { visit(edges.heads[edge]) }
    }
    return reached
  }
}
