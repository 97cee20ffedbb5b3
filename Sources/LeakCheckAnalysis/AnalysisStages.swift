import LeakCheckGraph

/// The stages of finding what is wrong with a graph.
extension WorkStage {
  /// What stays is told from what goes, and cycles are found.
  static let lifetimes = Self("lifetimes", "finding what stays in", counting: .references)
  /// Labels, retainers and what cannot be freed are prepared for the checks.
  static let prepare = Self("prepare", "preparing the checks of", counting: .objects)
  /// Every check looks at the graph; cycles of new shapes get their cuts.
  static let judge = Self("judge", "searching leaks and cuts in", counting: .objects)
  /// The shortest paths from what is held are found.
  static let paths = Self("paths", "finding paths in", counting: .references)
  /// What would be freed with what is found.
  static let dominators = Self("dominators", "finding retained sizes in", counting: .references)
  /// Every kind of bug gets its path, cut and words.
  static let explain = Self("explain", "proving cuts in", counting: .findings)
}
