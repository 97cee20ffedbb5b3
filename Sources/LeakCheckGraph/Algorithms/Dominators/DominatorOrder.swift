/// The vertices of a dominator tree, each directly before everything that it dominates.
///
/// A subtree is then a range of positions: dominance is a comparison, and a walk of the tree is a run
/// through an array, without a list of children. 8 bytes a reached vertex.
package struct DominatorOrder: Sendable {
  /// The reached vertices by their position.
  package let vertices: [Int32]
  /// For each position, the position behind all that its vertex dominates.
  package let ends: [Int32]

  /// The order of `tree`; siblings stand as the tree's preorder has them.
  ///
  /// Takes one pass up the tree for the sizes of all subtrees, and one down that gives each vertex the next
  /// free positions of its dominator's range.
  ///
  /// - Complexity: O(vertices).
  package init(of tree: DominatorTree) {
    let dominators = tree.immediateDominator
    var sizes = [Int32](repeating: 0, count: dominators.count)
    for vertex in tree.preorder.reversed() {
      sizes[Int(vertex)] += 1
      let dominator = dominators[Int(vertex)]
      if dominator >= 0 { sizes[Int(dominator)] += sizes[Int(vertex)] }
    }
    var vertices = [Int32](repeating: 0, count: tree.preorder.count)
    var ends = vertices
    var next = [Int32](repeating: 0, count: dominators.count)
    var nextRoot: Int32 = 0
    for vertex in tree.preorder {
      let dominator = dominators[Int(vertex)]
      let position = dominator >= 0 ? next[Int(dominator)] : nextRoot
      let end = position + sizes[Int(vertex)]
      if dominator >= 0 { next[Int(dominator)] = end } else { nextRoot = end }
      next[Int(vertex)] = position + 1
      vertices[Int(position)] = vertex
      ends[Int(position)] = end
    }
    self.vertices = vertices
    self.ends = ends
  }

  /// The number of vertices that the vertex at `position` dominates, itself included.
  package func dominatedCount(at position: Int32) -> Int { Int(ends[Int(position)] - position) }

  /// The positions of what nothing dominates.
  package var roots: Siblings { Siblings(ends: ends, position: 0, end: Int32(ends.count)) }

  /// The positions of what the vertex at `position` dominates immediately.
  package func children(of position: Int32) -> Siblings {
    Siblings(ends: ends, position: position + 1, end: ends[Int(position)])
  }

  /// Sibling positions in the tree, in ascending order.
  package struct Siblings: Sequence, IteratorProtocol, Sendable {
    fileprivate let ends: [Int32]
    fileprivate var position: Int32
    fileprivate let end: Int32

    package mutating func next() -> Int32? {
      guard position < end else { return nil }
      defer { position = ends[Int(position)] }
      return position
    }
  }
}
