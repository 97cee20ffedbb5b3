/// The immediate dominators of a graph: `a` dominates `b` when every path from a source to `b` passes `a`.
///
/// Freeing `a` frees exactly what it dominates; those vertices are its retained set. Method: semi-NCA
/// (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005), after Lengauer and
/// Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", 1979. It does not collapse on heaps,
/// as the simple fixpoint method does.
package struct DominatorTree: Sendable {
  /// The immediate dominator of each vertex: -1 for sources and for vertices that no source reaches.
  package let immediateDominator: [Int32]
  /// The reached vertices; a dominator stands before what it dominates.
  package let preorder: [Int32]
  /// The reached vertices as a set.
  package let reached: VertexSet

  /// The dominators of everything that `sources` reach along `edges`.
  ///
  /// - Precondition: The sources are vertices.
  /// - Complexity: O((vertices + edges) log vertices) at worst and near linear in practice, without
  ///   recursion; at most 28 bytes a vertex and 4 an edge besides the result.
  package init(from sources: some Sequence<Int32>, along edges: Adjacency) {
    let result = DominatorSearch.dominators(from: Array(sources), along: edges)
    immediateDominator = result.immediateDominator
    preorder = result.preorder
    reached = VertexSet(words: result.reachedWords)
  }

  /// Whether some source reaches `vertex`.
  package func isReached(_ vertex: Int32) -> Bool { reached.contains(vertex) }

  /// The sum of `weights` over what each vertex dominates, itself included; 0 where nothing reaches.
  ///
  /// - Complexity: O(vertices).
  package func retained(_ weights: (Int32) -> Int64) -> [Int64] {
    RetainedSums.sums(of: weights, in: self)
  }

  /// The vertices that some member of `tops` dominates, the tops included.
  ///
  /// - Complexity: O(vertices).
  package func dominated(by tops: VertexSet) -> VertexSet {
    var dominated = tops
    for vertex in preorder {
      let dominator = immediateDominator[Int(vertex)]
      if dominator >= 0, dominated.contains(dominator) { dominated.insert(vertex) }
    }
    return dominated
  }
}

extension Int64 {
  /// The sum, or the largest number when it would not fit: sizes come from untrusted dumps.
  package func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
