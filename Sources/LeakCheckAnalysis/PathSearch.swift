public import LeakCheckGraph

/// The shortest retain paths from what is held to one object.
public struct PathSearch: Sendable {
  private let analysis: GraphAnalysis
  private let tree: ShortestPaths
  private let leaked: LeakedPaths

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
  /// - Complexity: O(length) for one path, O(count × length × (objects + references)) for more.
  public func paths(to object: ObjectGraph.Object, count: Int) -> [LeakTrace] {
    let paths = RetainPaths(
      from: analysis.held, to: object.index, along: analysis.retaining, tails: analysis.tails,
      tree: tree)
    return WorkStage.paths.run { _ in paths.shortest(count) }.map { path in
      LeakTrace(
        from: analysis.graph.object(path.source), along: analysis.references(path.edges))
    }
  }

  /// Why no path leads to an object, and what keeps it all the same.
  ///
  /// - Complexity: O(objects + references).
  public func absence(of object: ObjectGraph.Object) -> PathAbsence { leaked.absence(of: object) }
}
