/// The shortest cycle through one edge.
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
    let back = ShortestPaths(from: [edges.heads[edge]], along: edges, tails: tails, label: label)
    return back.path(to: tails[edge]).map { [Int32(edge)] + $0 }
  }
}

extension Adjacency {
  /// The edges among `members` alone, with vertices renumbered by their place in `members`.
  ///
  /// `references` of the result are positions of edges in this adjacency.
  ///
  /// - Parameter members: vertices in rising order.
  /// - Returns: the edges among them.
  /// - Complexity: O(edges leaving the members × log members).
  package func induced(on members: some RandomAccessCollection<Int32>) -> Adjacency {
    var result = Adjacency(starts: [0], heads: [], references: [])
    result.starts.reserveCapacity(members.count + 1)
    let vertices = Array(members)
    for vertex in vertices {
      for edge in edges(of: vertex) {
        let place = vertices.partitioningIndex { $0 >= heads[edge] }
        guard place < vertices.count, vertices[place] == heads[edge] else { continue }
        result.heads.append(Int32(place))
        result.references.append(Int32(edge))
      }
      result.starts.append(Int32(result.heads.count))
    }
    return result
  }
}
