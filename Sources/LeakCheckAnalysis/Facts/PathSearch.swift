package import LeakCheckGraph

/// The shortest retain paths from roots to one object.
package struct PathSearch: Sendable {
  private let analysis: GraphAnalysis
  private let tree: ShortestPaths
  private let leaked: LeakedPaths
  private let several: Lazy<RetainPaths>

  /// A search in the analysed graph.
  ///
  /// - Complexity: O(objects + references).
  package init(in analysis: GraphAnalysis) {
    self.analysis = analysis
    leaked = LeakedPaths(in: analysis)
    let tree = WorkStage.paths.run { _ in
      ShortestPaths(from: analysis.roots, along: analysis.retaining, tails: analysis.tails)
    }
    self.tree = tree
    several = Lazy {
      RetainPaths(
        from: analysis.roots, along: analysis.retaining, tails: analysis.tails, tree: tree)
    }
  }

  /// At most `count` loopless paths, the shortest first; empty when no root reaches `object`.
  ///
  /// - Complexity: O(length) for one path. For more O(count × length × (objects + references)) at worst, and mostly far
  ///   less; once O(objects + references).
  package func paths(to object: ObjectGraph.Object, count: Int) -> [LeakTrace] {
    if count == 1 {
      return tree.path(to: object.index).map { path in
        [trace(from: tree.start(ofPathTo: object.index), along: path)]
      } ?? []
    }
    return WorkStage.paths.run { _ in
      several.value.shortest(count, to: object.index).map {
        trace(from: $0.source, along: $0.edges)
      }
    }
  }

  private func trace(from source: Int32, along path: [Int32]) -> LeakTrace {
    LeakTrace(from: analysis.graph.object(source), along: analysis.references(path))
  }

  /// Why no path leads to an object, and what keeps it all the same.
  ///
  /// - Complexity: O(objects + references).
  package func absence(of object: ObjectGraph.Object) -> PathAbsence { leaked.absence(of: object) }
}
