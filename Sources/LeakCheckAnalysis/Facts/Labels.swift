import LeakCheckGraph

/// The order of types and names, for decisions that must not depend on ids.
struct Labels {
  /// The ranks of edges.
  let edges: EdgeLabels
  private let sources: [Int32]

  init(_ graph: ObjectGraph) {
    let strings = graph.storage.strings
    let (types, names) = (graph.storage.types.array, graph.storage.referenceNames.array)
    sources = graph.storage.sources.array
    // Few texts are sorted before it is found out which of them are used.
    guard strings.count > Self.sortedAtOnce else {
      let ranks = strings.ranks(of: Array(0..<Int32(strings.count)))
      edges = EdgeLabels(ranks: ranks, names: names, types: types)
      return
    }
    // A graph may have a name for each object; only what labels are made of has an order.
    var isUsed = VertexSet(capacity: strings.count)
    for type in types { isUsed.insert(type) }
    for name in names { isUsed.insert(name) }
    edges = EdgeLabels(ranks: strings.ranks(of: isUsed.members), names: names, types: types)
  }

  private static let sortedAtOnce = 10_000

  /// The rank of an edge: by the reference's name, then by the type it leads to.
  func label(ofEdge edge: Int, in adjacency: Adjacency) -> Int64 {
    edges.label(ofReference: adjacency.references[edge], to: adjacency.heads[edge])
  }

  /// The rank of a reference by the type of its holder, then by its name.
  func holderLabel(ofReference index: Int32) -> Int64 {
    let reference = Int(index)
    let type = edges.types[Int(sources[reference])]
    return Int64(edges.ranks[Int(type)]) << 32 | Int64(edges.ranks[Int(edges.names[reference])])
  }

  /// The objects by type, then by id.
  func sorted(_ objects: [Int32]) -> [Int32] {
    objects.sorted { left, right in
      let (a, b) = (
        edges.ranks[Int(edges.types[Int(left)])], edges.ranks[Int(edges.types[Int(right)])]
      )
      return (a, left) < (b, right)
    }
  }
}
