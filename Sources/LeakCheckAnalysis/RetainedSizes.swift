public import LeakCheckGraph

/// The retained sizes of a graph's objects, and which types hold most.
public struct RetainedSizes: Sendable {
  /// What one object would free.
  public struct ObjectRow: Sendable {
    /// The object.
    public var object: ObjectGraph.Object
    /// The bytes of its retained set.
    public var bytes: Int64
  }

  /// What all objects of one type would free together.
  public struct TypeRow: Sendable {
    /// The type.
    public var type: String
    /// The number of its objects that stay.
    public var instances: Int
    /// Their shallow bytes.
    public var shallowBytes: Int64
    /// The bytes of their retained sets, each counted once.
    public var retainedBytes: Int64
  }

  /// Objects by falling retained size; of one size by id.
  public let objects: [ObjectRow]
  /// Types by falling retained size; of one size by name.
  public let types: [TypeRow]

  /// The sizes of everything that stays in the analysed graph.
  ///
  /// - Complexity: O((objects + references) log objects).
  public init(of analysis: GraphAnalysis) {
    let graph = analysis.graph
    let scc = analysis.components
    let selfKept = scc.cyclic.compactMap { component in
      scc.members(of: component).first.flatMap { analysis.reachable.contains($0) ? nil : $0 }
    }
    let tree = DominatorTree(
      from: analysis.held + analysis.overRetained + selfKept, along: analysis.retaining)
    let bytes = tree.retained { graph.storage.sizes[Int($0)] }
    objects = tree.preorder
      .sorted { (bytes[Int($1)], $0) < (bytes[Int($0)], $1) }
      .map { ObjectRow(object: graph.object($0), bytes: bytes[Int($0)]) }
    types = Self.types(in: graph, tree: tree, bytes: bytes)
  }

  private static func types(
    in graph: ObjectGraph, tree: DominatorTree, bytes: [Int64]
  ) -> [TypeRow] {
    var rows: [Int32: TypeRow] = [:]
    for vertex in tree.preorder {
      let type = graph.storage.types[Int(vertex)]
      var row =
        rows[type]
        ?? TypeRow(
          type: graph.storage.strings[type], instances: 0, shallowBytes: 0, retainedBytes: 0)
      row.instances += 1
      row.shallowBytes = row.shallowBytes.addingSaturated(graph.storage.sizes[Int(vertex)])
      if isOutermost(vertex, of: type, in: graph, tree) {
        row.retainedBytes = row.retainedBytes.addingSaturated(bytes[Int(vertex)])
      }
      rows[type] = row
    }
    return rows.values.sorted { left, right in
      left.retainedBytes != right.retainedBytes
        ? left.retainedBytes > right.retainedBytes : left.type < right.type
    }
  }

  /// Whether no dominator of the object has its type: an inner one is counted in the outer one's set.
  private static func isOutermost(
    _ vertex: Int32, of type: Int32, in graph: ObjectGraph, _ tree: DominatorTree
  ) -> Bool {
    let dominator = tree.immediateDominator[Int(vertex)]
    return dominator < 0 || graph.storage.types[Int(dominator)] != type
  }
}
