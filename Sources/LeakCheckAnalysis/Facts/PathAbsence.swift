import LeakCheckGraph

/// The reason why no path leads from a root to an object, and what keeps the object alive anyway.
package struct PathAbsence: Sendable {
  /// One sentence.
  package var reason: String
  /// The shortest cycle through the object, or the shortest path to it from what is on a cycle or has more retains than
  /// references; `nil` where nothing else keeps the object.
  package var path: LeakTrace?
}

/// The shortest paths from cycles to leaked objects, computed once on demand.
struct LeakedPaths: Sendable {
  private let analysis: GraphAnalysis
  /// The paths from everything unreachable that is on a cycle or has a surplus retain.
  private let paths: Lazy<ShortestPaths>

  init(in analysis: GraphAnalysis) {
    self.analysis = analysis
    paths = Lazy {
      let components = analysis.components
      let cyclic = components.cyclic.lazy.map(components.members).filter { members in
        members.first.map(analysis.reachable.contains) == false
      }
      return ShortestPaths(
        from: (cyclic.flatMap { $0 } + analysis.overRetained).sorted(), along: analysis.retaining,
        tails: analysis.tails)
    }
  }

  /// What keeps an object that no root reaches.
  ///
  /// - Complexity: O(objects + references).
  func absence(of object: ObjectGraph.Object) -> PathAbsence {
    let paths = paths.value
    guard analysis.staying.contains(object.index), let path = paths.path(to: object.index) else {
      return PathAbsence(reason: "nothing keeps it: it is freed")
    }
    let start = paths.start(ofPathTo: object.index)
    let isCyclic = isCyclic(start)
    if start != object.index {
      let keeper = CutWords.words(for: analysis.graph.object(start))
      let cause = isCyclic ? "is on a retain cycle" : "has more retains than references"
      return PathAbsence(
        reason: "nothing held reaches it: \(keeper) keeps it, which \(cause)",
        path: LeakTrace(from: analysis.graph.object(start), along: analysis.references(path)))
    }
    guard isCyclic else {
      return PathAbsence(reason: "nothing held reaches it: it has more retains than references")
    }
    let cycle = ShortestCycle.through(
      vertex: start, in: analysis.retaining, tails: analysis.tails)
    return PathAbsence(
      reason: "nothing held reaches it: it is on a retain cycle",
      path: cycle.map { LeakTrace(cycle: analysis.references($0)) })
  }

  private func isCyclic(_ object: Int32) -> Bool {
    analysis.components.isCyclic(Int(analysis.components.component[Int(object)]))
  }
}
