/// Edges grouped by the vertex they leave: two flat arrays, the compressed sparse rows of the field.
///
/// The edges of vertex `v` are `starts[v]..<starts[v + 1]`; `heads` has the vertex each leads to and
/// `references` the reference of the graph it stands for. 4 bytes a vertex and 8 an edge.
package struct Adjacency: Sendable {
  package var starts: [Int32]
  package var heads: [Int32]
  package var references: [Int32]

  package var vertexCount: Int { starts.count - 1 }
  package var edgeCount: Int { heads.count }

  package init(starts: [Int32], heads: [Int32], references: [Int32]) {
    self.starts = starts
    self.heads = heads
    self.references = references
  }

  /// The edges that leave `vertex`, as positions in ``heads`` and ``references``.
  package func edges(of vertex: Int32) -> Range<Int> {
    Int(starts[Int(vertex)])..<Int(starts[Int(vertex) + 1])
  }

  /// The edges of `graph` that satisfy `condition`, in the graph's order.
  ///
  /// - Complexity: O(objects + references).
  package init(of graph: ObjectGraph, where condition: (Int32) -> Bool) {
    let storage = graph.storage
    starts = [0]
    starts.reserveCapacity(storage.types.count + 1)
    heads = []
    references = []
    for vertex in 0..<storage.types.count {
      for edge in storage.outgoingStarts[vertex]..<storage.outgoingStarts[vertex + 1]
      where condition(edge) {
        heads.append(storage.targets[Int(edge)])
        references.append(edge)
      }
      starts.append(Int32(heads.count))
    }
  }

  /// Edges from pairs of vertices, for tests and for condensed graphs; `references` are the positions.
  package init(vertexCount: Int, edges: [(tail: Int32, head: Int32)]) {
    let tails = edges.map(\.tail)
    let (starts, order) = Self.inverse(of: tails, vertexCount: vertexCount)
    self.starts = starts
    heads = order.map { edges[Int($0)].head }
    references = order
  }

  /// The same edges, grouped by the vertex they reach.
  ///
  /// - Complexity: O(vertices + edges).
  package func reversed() -> Adjacency {
    let (starts, order) = Self.inverse(of: heads, vertexCount: vertexCount)
    let tails = self.tails()
    return Adjacency(
      starts: starts, heads: order.map { tails[Int($0)] },
      references: order.map { references[Int($0)] })
  }

  /// The edges whose reference satisfies `condition`.
  ///
  /// - Complexity: O(vertices + edges).
  package func filtered(where condition: (Int32) -> Bool) -> Adjacency {
    var result = Adjacency(starts: [0], heads: [], references: [])
    for vertex in 0..<Int32(vertexCount) {
      for edge in edges(of: vertex) where condition(references[edge]) {
        result.heads.append(heads[edge])
        result.references.append(references[edge])
      }
      result.starts.append(Int32(result.heads.count))
    }
    return result
  }

  /// The vertex that each edge leaves.
  package func tails() -> [Int32] {
    var tails = [Int32](repeating: 0, count: edgeCount)
    for vertex in 0..<Int32(vertexCount) {
      for edge in edges(of: vertex) { tails[edge] = vertex }
    }
    return tails
  }
}
