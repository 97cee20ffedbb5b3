/// Edges grouped by source vertex in two flat arrays: compressed sparse rows.
///
/// The edges of vertex `v` are `starts[v]..<starts[v + 1]`; `heads` has the vertex each leads to and
/// `references` the reference of the graph it stands for. 4 bytes a vertex and 8 an edge.
///
/// The algorithms read `starts` and `heads` unchecked, so nobody can make an adjacency where they do not
/// fit.
package struct Adjacency: Sendable {
  package let starts: [Int32]
  package let heads: [Int32]
  package var references: [Int32]

  package var vertexCount: Int { starts.count - 1 }
  package var edgeCount: Int { heads.count }

  /// Columns that fit, made in this module.
  init(starts: [Int32], heads: [Int32], references: [Int32]) {
    self.starts = starts
    self.heads = heads
    self.references = references
  }

  /// The edges that leave `vertex`, as positions in ``heads`` and ``references``.
  @inlinable package func edges(of vertex: Int32) -> Range<Int> {
    Int(starts[Int(vertex)])..<Int(starts[Int(vertex) + 1])
  }

  /// The edges of `graph` that satisfy `condition`, in the graph's order.
  ///
  /// Where all satisfy it, the columns are the graph's own.
  ///
  /// - Complexity: O(objects + references).
  package init(of graph: ObjectGraph, where condition: (Int32) -> Bool) {
    let storage = graph.storage
    let chosen = EdgeChoice(from: storage.targets.count, where: condition)
    starts = chosen.starts(in: storage.outgoingStarts.array)
    heads = chosen.elements(of: storage.targets.array)
    references = chosen.positions()
  }

  /// Edges from pairs of vertices, for tests and for condensed graphs; `references` are the positions.
  ///
  /// - Precondition: Every pair is of two vertices.
  package init(vertexCount: Int, edges: [(tail: Int32, head: Int32)]) {
    self.init(vertexCount: vertexCount, tails: edges.map(\.tail), heads: edges.map(\.head))
  }

  /// Edges from two columns of vertices; `references` are the positions.
  ///
  /// - Precondition: The columns are of one length and have only vertices below `vertexCount`.
  package init(vertexCount: Int, tails: [Int32], heads: [Int32]) {
    precondition(tails.count == heads.count, "\(tails.count) tails, \(heads.count) heads")
    let vertices = 0..<Int32(vertexCount)
    precondition(heads.allSatisfy(vertices.contains), "an edge leads to no vertex")
    (starts, references) = Self.inverse(of: tails, vertexCount: vertexCount)
    self.heads = heads.gathered(at: references)
  }

  /// The same edges, grouped by the vertex they reach.
  ///
  /// - Complexity: O(vertices + edges).
  package func reversed() -> Adjacency {
    let (starts, order) = Self.inverse(of: heads, vertexCount: vertexCount)
    return Adjacency(
      starts: starts, heads: tails().gathered(at: order), references: references.gathered(at: order)
    )
  }

  /// The edges whose reference satisfies `condition`.
  ///
  /// - Complexity: O(vertices + edges).
  package func filtered(where condition: (Int32) -> Bool) -> Adjacency {
    let chosen = EdgeChoice(from: edgeCount) { condition(references[Int($0)]) }
    return Adjacency(
      starts: chosen.starts(in: starts), heads: chosen.elements(of: heads),
      references: chosen.elements(of: references))
  }
}
