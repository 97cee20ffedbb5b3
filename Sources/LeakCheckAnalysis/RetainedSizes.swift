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
  ///
  /// A row is made when it is asked for, so that a large graph costs 4 bytes an object here and not 24.
  public var objects: some RandomAccessCollection<ObjectRow> & Sendable {
    ObjectRows(graph: graph, order: order, bytes: bytes)
  }

  /// Types by falling retained size; of one size by name.
  public let types: [TypeRow]

  private let graph: ObjectGraph
  private let order: [Int32]
  private let bytes: [Int64]

  /// The sizes of everything that stays in the analysed graph.
  ///
  /// - Complexity: O((objects + references) log objects) at worst and near linear in practice.
  public init(of analysis: GraphAnalysis) {
    graph = analysis.graph
    let scc = analysis.components
    let selfKept = scc.cyclic.compactMap { component in
      scc.members(of: component).first.flatMap { analysis.reachable.contains($0) ? nil : $0 }
    }
    let tree = DominatorTree(
      from: analysis.held + analysis.overRetained + selfKept, along: analysis.retaining)
    let sizes = graph.storage.sizes
    bytes = tree.retained { sizes[Int($0)] }
    order = tree.reached.members.sorted(fallingBy: bytes)
    types = Self.types(in: graph, tree: tree, bytes: bytes)
  }

  private static func types(
    in graph: ObjectGraph, tree: DominatorTree, bytes: [Int64]
  ) -> [TypeRow] {
    let storage = graph.storage
    var rows: [TypeRow] = []
    var places = [Int32](repeating: -1, count: storage.strings.count)
    for vertex in tree.preorder {
      let type = storage.types[Int(vertex)]
      if places[Int(type)] < 0 {
        places[Int(type)] = Int32(rows.count)
        rows.append(TypeRow(storage.strings[type]))
      }
      let outermost = isOutermost(vertex, of: type, in: graph, tree)
      rows[Int(places[Int(type)])].add(
        storage.sizes[Int(vertex)], retained: outermost ? bytes[Int(vertex)] : 0)
    }
    return rows.sorted { left, right in
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

extension RetainedSizes.TypeRow {
  fileprivate init(_ type: String) {
    self.init(type: type, instances: 0, shallowBytes: 0, retainedBytes: 0)
  }

  fileprivate mutating func add(_ shallow: Int64, retained: Int64) {
    instances += 1
    shallowBytes = shallowBytes.addingSaturated(shallow)
    retainedBytes = retainedBytes.addingSaturated(retained)
  }
}

/// The rows of the objects, made when they are read.
private struct ObjectRows: RandomAccessCollection, Sendable {
  let graph: ObjectGraph
  let order: [Int32]
  let bytes: [Int64]

  var startIndex: Int { 0 }
  var endIndex: Int { order.count }

  subscript(position: Int) -> RetainedSizes.ObjectRow {
    let object = order[position]
    return RetainedSizes.ObjectRow(object: graph.object(object), bytes: bytes[Int(object)])
  }
}
