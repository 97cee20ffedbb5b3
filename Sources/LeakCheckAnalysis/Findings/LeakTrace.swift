public import LeakCheckGraph

/// How an object is kept: the references from a root to it, or round a cycle.
///
/// Of several ways it is the shortest; of several that short, the one whose types and names come first in the
/// alphabet, so that ids and the order of the input decide nothing.
public struct LeakTrace: Sendable {
  /// The references in order.
  public var references: [ObjectGraph.Reference]
  /// The objects in order: one more than references on a path, as many on a cycle.
  public var objects: [ObjectGraph.Object]
  /// Whether the last reference leads back to the first object.
  public var isCycle: Bool

  /// The cycle along `references`.
  package init(cycle references: [ObjectGraph.Reference]) {
    self.references = references
    // Sources are looked up once: a cycle may have millions.
    let sources = references.first?.graph.storage.sources
    objects = references.compactMap { reference in
      sources.map { reference.graph.object($0[Int(reference.index)]) }
    }
    isCycle = true
  }

  /// The path from `first` along `references`.
  package init(from first: ObjectGraph.Object, along references: [ObjectGraph.Reference]) {
    self.references = references
    objects = [first] + references.map(\.target)
    isCycle = false
  }
}
