import LeakCheckGraph

/// The objects that stay and the references that retain them, each of which depends on the other.
///
/// A reference that the `deinit` of X ends retains until X is freed; so every such reference retains at
/// first, what nothing keeps is released, and the references that this ends are taken away.
struct Lifetimes {
  let graph: ObjectGraph
  /// What is kept alive from outside the graph; see ``GraphAnalysis/roots``.
  let roots: [Int32]
  let declaresRoots: Bool
  /// The objects whose observed retain count is above the strong references to them.
  let excess: [Int32]
  /// The objects that ``roots`` reach along ``retaining``.
  let reachable: VertexSet
  /// The objects that stay.
  let staying: VertexSet
  /// The retaining references of objects that stay.
  let retaining: Adjacency
  /// The components of ``retaining``; with a tracing collector also of what it frees.
  let components: Lazy<StronglyConnectedComponents>

  init(of graph: ObjectGraph) {
    self.graph = graph
    let declared = graph.objects(marked: .root)
    declaresRoots = !declared.isEmpty
    let counted = graph.collector == .arc ? graph.objects(marked: .hasRetainCount) : []
    let strongReferrers = declared.isEmpty || !counted.isEmpty ? graph.strongReferrers() : []
    roots = declared.isEmpty ? Self.unretained(in: graph, strongReferrers) : declared
    excess = counted.filter { object in
      graph.object(object).retainCount.map { $0 > strongReferrers[Int(object)] } == true
    }
    let edges = Adjacency(marked: \.mayRetain, in: graph)
    guard graph.referencesEndedInDeinit.isEmpty else {
      staying = Self.staying(edges, roots: roots + excess, in: graph)
      let retaining = Self.retaining(edges, staying, in: graph)
      self.retaining = retaining
      components = Lazy { StronglyConnectedComponents(of: retaining) }
      reachable = Reachability.reached(from: roots, along: retaining)
      return
    }
    // What counting frees is on no cycle, so these are the components of the retaining references as well.
    components = Lazy { StronglyConnectedComponents(of: edges) }
    reachable = Reachability.reached(from: roots, along: edges)
    staying = Survivors.among(
      edges, held: roots + excess, reached: excess.isEmpty ? reachable : nil,
      collectsCycles: graph.collector == .tracing)
    retaining = edges.leaving(staying)
  }

  /// What nothing refers to, in a graph without roots; what is expected gone needs nobody to let it go.
  private static func unretained(in graph: ObjectGraph, _ strongReferrers: [Int32]) -> [Int32] {
    let marks = graph.storage.marks
    return (0..<graph.objectCount).filter {
      strongReferrers[Int($0)] == 0 && !marks[Int($0)].contains(.expectedGone)
    }
  }

  private static func staying(
    _ edges: Adjacency, roots: [Int32], in graph: ObjectGraph
  ) -> VertexSet {
    let count = edges.vertexCount
    let cascade = ReleaseCascade(
      along: edges, held: VertexSet(roots, capacity: count), ends: ends(of: edges, in: graph),
      collectsCycles: graph.collector == .tracing)
    var staying = VertexSet(0..<Int32(count), capacity: count)
    staying.subtract(cascade.freed)
    return staying
  }

  /// The edges of objects that stay and that are ended by none that goes.
  private static func retaining(
    _ edges: Adjacency, _ staying: VertexSet, in graph: ObjectGraph
  ) -> Adjacency {
    let sources = graph.storage.sources
    return edges.filtered { reference in
      staying.contains(sources[Int(reference)])
        && graph.endingObject(of: reference).map(staying.contains) != false
    }
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
