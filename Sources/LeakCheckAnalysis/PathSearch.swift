public import LeakCheckGraph

/// The shortest retain paths from what is held to one object.
public struct PathSearch: Sendable {
  private let analysis: GraphAnalysis
  private let tree: ShortestPaths
  private let leaked: LeakedPaths
  private let madeSeveral = Once<RetainPaths>()

  /// A search in the analysed graph.
  ///
  /// - Complexity: O(objects + references).
  public init(in analysis: GraphAnalysis) {
    self.analysis = analysis
    leaked = LeakedPaths(in: analysis)
    tree = WorkStage.paths.run { _ in
      ShortestPaths(from: analysis.held, along: analysis.retaining, tails: analysis.tails)
    }
  }

  /// At most `count` loopless paths, the shortest first; empty when nothing held reaches `object`.
  ///
  /// - Complexity: O(length) for one path. For more O(count × length × (objects + references)) at worst, and mostly far
  ///   less; once O(objects + references).
  public func paths(to object: ObjectGraph.Object, count: Int) -> [LeakTrace] {
    if count == 1 {
      return tree.path(to: object.index).map { path in
        [trace(from: tree.start(ofPathTo: object.index), along: path)]
      } ?? []
    }
    return WorkStage.paths.run { _ in
      several.shortest(count, to: object.index).map { trace(from: $0.source, along: $0.edges) }
    }
  }

  private func trace(from source: Int32, along path: [Int32]) -> LeakTrace {
    LeakTrace(from: analysis.graph.object(source), along: analysis.references(path))
  }

  private var several: RetainPaths {
    madeSeveral.value {
      RetainPaths(
        from: analysis.held, along: analysis.retaining, tails: analysis.tails, tree: tree)
    }
  }

  /// Why no path leads to an object, and what keeps it all the same.
  ///
  /// - Complexity: O(objects + references).
  public func absence(of object: ObjectGraph.Object) -> PathAbsence { leaked.absence(of: object) }
}
