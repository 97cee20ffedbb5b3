import LeakCheckGraph

/// Which objects stay and which references retain them, where each depends on the other.
///
/// A reference that the `deinit` of X ends retains until X is freed; so every such reference retains at
/// first, what nothing keeps is released, and the references that this ends are taken away.
struct Lifetimes {
  let graph: ObjectGraph
  /// The objects held from outside.
  let held: [Int32]
  let declaresRoots: Bool
  /// The objects whose observed retain count is above the strong references to them.
  let excess: [Int32]
  /// The objects that stay.
  let staying: VertexSet
  /// The retaining references of objects that stay.
  let retaining: Adjacency

  init(of graph: ObjectGraph) {
    self.graph = graph
    let objects = 0..<graph.objectCount
    let strongReferrers = Self.strongReferrers(in: graph)
    declaresRoots = graph.storage.marks.contains { $0.contains(.root) }
    let isDeclared = declaresRoots
    held = objects.filter { object in
      let marks = graph.storage.marks[Int(object)]
      return isDeclared
        ? marks.contains(.root)
        : strongReferrers[Int(object)] == 0 && !marks.contains(.expectedGone)
    }
    excess = objects.filter { object in
      graph.collector == .arc && graph.storage.marks[Int(object)].contains(.hasRetainCount)
        && graph.object(object).retainCount.map { $0 > strongReferrers[Int(object)] } == true
    }
    let edges = Adjacency(of: graph) { graph.storage.referenceMarks[Int($0)].mayRetain }
    let staying = Self.staying(edges, held: held + excess, in: graph)
    self.staying = staying
    let sources = graph.storage.sources
    retaining = Adjacency(of: graph) { reference in
      graph.storage.referenceMarks[Int(reference)].mayRetain
        && staying.contains(sources[Int(reference)])
        && graph.endingObject(of: reference).map(staying.contains) != false
    }
  }

  /// The number of strong references to each object, whatever ends them.
  private static func strongReferrers(in graph: ObjectGraph) -> [Int32] {
    var counts = [Int32](repeating: 0, count: Int(graph.objectCount))
    let (targets, marks) = (graph.storage.targets, graph.storage.referenceMarks)
    for reference in targets.indices where marks[reference].isStrong {
      counts[Int(targets[reference])] += 1
    }
    return counts
  }

  private static func staying(
    _ edges: Adjacency, held: [Int32], in graph: ObjectGraph
  ) -> VertexSet {
    let count = edges.vertexCount
    let cascade = ReleaseCascade(
      along: edges, held: VertexSet(held, capacity: count), ends: ends(of: edges, in: graph),
      collectsCycles: graph.collector == .tracing)
    var staying = VertexSet(0..<Int32(count), capacity: count)
    staying.subtract(cascade.freed)
    return staying
  }

  func ends(of edges: Adjacency) -> ReleaseCascade.Ends { Self.ends(of: edges, in: graph) }

  private static func ends(of edges: Adjacency, in graph: ObjectGraph) -> ReleaseCascade.Ends {
    guard !graph.referencesEndedInDeinit.isEmpty else { return [] }
    let ends = edges.references.enumerated().compactMap { edge, reference in
      graph.endingObject(of: reference).map { (vertex: $0, edge: Int32(edge)) }
    }
    return ends.sorted { $0 < $1 }
  }

  /// The objects of ``excess`` that neither a root nor a cycle keeps.
  func overRetained(besides kept: VertexSet) -> [Int32] {
    excess.filter { !kept.contains($0) }
  }
}

extension ReferenceMarks {
  /// Strong, and ended neither by itself nor by a teardown: it retains, at least for now.
  var mayRetain: Bool { isStrong && (end == .unknown || end == .inDeinit) }
}

extension ObjectGraph {
  /// The object whose `deinit` ends the reference, or `nil`.
  package func endingObject(of reference: Int32) -> Int32? {
    storage.referenceMarks[Int(reference)].end == .inDeinit
      ? self.reference(reference).endingObject : nil
  }
}
