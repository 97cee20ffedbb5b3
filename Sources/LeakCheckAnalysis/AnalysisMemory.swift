public import LeakCheckGraph

extension GraphAnalysis {
  /// How much is found out of a graph.
  public enum Depth: Sendable {
    /// What stays, what reaches what, and retained sizes: ``PathSearch`` and ``ObjectDominators``.
    case facts
    /// All findings with their cuts: ``Checks``.
    case findings
  }

  /// The bytes of memory that an analysis takes beside the graph at its peak.
  ///
  /// Measured on heaps of a million objects, rounded up. Findings under reference counting are reckoned for
  /// a graph that is one great component, whose cuts take the most; where cycles are small, they take a third.
  ///
  /// - Complexity: O(1).
  public static func estimatedMemory(
    objects: Int, references: Int, collector: ObjectGraph.Collector, for depth: Depth
  ) -> Int {
    let (object, reference) =
      switch (depth, collector) {
      case (.facts, _): (45, 27)
      case (.findings, .tracing): (60, 40)
      case (.findings, .arc): (120, 130)
      }
    return objects * object + references * reference
  }
}
