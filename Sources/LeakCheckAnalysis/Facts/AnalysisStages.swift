import LeakCheckGraph

/// The stages of the analysis of a graph.
extension WorkStage {
  /// What stays is told from what goes, and cycles are found.
  static let lifetimes = Self("lifetimes", "finding what stays in", counting: .references)
  /// Every check looks at the graph, and every kind of bug gets its path, cut and words.
  static let judge = Self("judge", "searching leaks and cuts in", counting: .findings)
  /// The shortest paths from the roots are found.
  static let paths = Self("paths", "finding paths in", counting: .references)
  /// What would be freed with what is found.
  static let dominators = Self("dominators", "finding retained sizes in", counting: .references)
}
