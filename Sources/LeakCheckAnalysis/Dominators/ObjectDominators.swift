package import LeakCheckGraph

/// The dominator tree of everything that stays, with retained sizes.
///
/// Roots dominate first. An unreachable cycle keeps itself, so it stands beside the roots, below one of its
/// members; where a tracing collector frees it, it is not there.
package struct ObjectDominators: Sendable {
  /// The graph.
  package let graph: ObjectGraph
  /// How many objects there are of each fate.
  package let coverage: Coverage
  /// Their shallow bytes.
  package let bytes: CoverageBytes
  /// The tree as an array of objects.
  let order: DominatorOrder
  /// The bytes that each object retains, by the object; 0 for those that do not stay.
  let retained: [Int64]

  /// The dominators of the objects that stay in the analysed graph.
  ///
  /// - Complexity: O(references × log objects) at worst, near linear in practice; 24 bytes an object.
  package init(of analysis: GraphAnalysis) {
    graph = analysis.graph
    coverage = analysis.coverage
    bytes = CoverageBytes(of: analysis)
    let selfKept = Self.selfKept(in: analysis)
    let sizes = analysis.graph.storage.sizes
    (retained, order) = WorkStage.dominators.run(of: analysis.retaining.edgeCount) { _ in
      let tree = DominatorTree(
        from: analysis.roots + analysis.overRetained + selfKept, along: analysis.retaining)
      return (tree.retained { sizes[Int($0)] }, DominatorOrder(of: tree))
    }
  }

  /// A member of each unreachable cycle, which nothing else keeps: the first by type, so that ids decide between
  /// equals alone.
  private static func selfKept(in analysis: GraphAnalysis) -> [Int32] {
    guard analysis.graph.collector == .arc else { return [] }
    let components = analysis.components
    let unreachable = components.cyclic.filter { component in
      components.members(of: component).first.map(analysis.reachable.contains) == false
    }
    guard !unreachable.isEmpty else { return [] }
    let labels = Labels(analysis.graph).edges
    func rank(_ object: Int32) -> (Int32, Int32) {
      (Int32(labels.ranks[Int(labels.types[Int(object)])]), object)
    }
    return unreachable.compactMap { component in
      components.members(of: component).min { rank($0) < rank($1) }
    }
  }

  /// The memory that one object would free.
  package struct ObjectRow: Sendable {
    /// The object.
    package var object: ObjectGraph.Object
    /// The bytes of its retained set.
    package var retainedBytes: Int64
    /// The objects of its retained set, itself included.
    package var retainedObjects: Int
  }

  /// The number of objects that stay.
  package var objectCount: Int { order.vertices.count }

  /// The objects with the largest retained sizes: by falling bytes, then objects, then by id.
  ///
  /// - Complexity: O(objects × log limit).
  package func largestObjects(_ limit: Int) -> [ObjectRow] {
    let leading = (0..<Int32(objectCount)).leading(limit) { left, right in
      let (a, b) = (order.vertices[Int(left)], order.vertices[Int(right)])
      let (x, y) = (retained[Int(a)], retained[Int(b)])
      if x != y { return x > y }
      let (m, n) = (order.dominatedCount(at: left), order.dominatedCount(at: right))
      return m != n ? m > n : a < b
    }
    return leading.map { position in
      let vertex = order.vertices[Int(position)]
      return ObjectRow(
        object: graph.object(vertex), retainedBytes: retained[Int(vertex)],
        retainedObjects: order.dominatedCount(at: position))
    }
  }
}
