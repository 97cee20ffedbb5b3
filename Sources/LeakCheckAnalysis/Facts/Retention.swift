import LeakCheckGraph

extension GraphAnalysis {
  /// The effect of a reference on the lifetime of its target.
  package enum Retention: Sendable {
    /// It keeps its target alive.
    case retains
    /// It is weak, unowned or unmanaged.
    case isNotStrong
    /// An event that comes by itself ends it.
    case endsByItself
    /// A teardown that the program runs ends it.
    case endsInTeardown
    /// It is strong, but nothing keeps its holder.
    case holderIsFreed
  }

  /// What a reference does for its target.
  ///
  /// - Complexity: O(1).
  package func retention(of reference: Int32) -> Retention {
    let marks = graph.storage.referenceMarks[Int(reference)]
    guard marks.isStrong else { return .isNotStrong }
    switch marks.end {
    case .automatically: return .endsByItself
    case .inTeardown: return .endsInTeardown
    case .inDeinit, .unknown: break
    }
    return staying.contains(graph.storage.sources[Int(reference)]) ? .retains : .holderIsFreed
  }
}
