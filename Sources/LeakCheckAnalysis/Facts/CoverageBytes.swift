import LeakCheckGraph

/// The shallow sizes of the objects in ``Coverage``; each object is in exactly one of the three sums.
package struct CoverageBytes: Equatable, Sendable {
  /// The bytes of objects that a root reaches.
  package var reachable: Int64 = 0
  /// The bytes of objects that no root reaches and that stay all the same.
  package var leaked: Int64 = 0
  /// The bytes of objects that nothing keeps.
  package var freed: Int64 = 0

  /// The bytes of everything that stays.
  package var staying: Int64 { reachable.addingSaturated(leaked) }

  /// The sums over the objects of the analysed graph.
  ///
  /// - Complexity: O(objects).
  package init(of analysis: GraphAnalysis) {
    let sizes = analysis.graph.storage.sizes
    for index in 0..<sizes.count {
      let size = sizes[index]
      if analysis.reachable.contains(Int32(index)) {
        reachable = reachable.addingSaturated(size)
      } else if analysis.staying.contains(Int32(index)) {
        leaked = leaked.addingSaturated(size)
      } else {
        freed = freed.addingSaturated(size)
      }
    }
  }
}
