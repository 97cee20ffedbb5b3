public import LeakCheckGraph

/// The objects that would be freed with those of a finding, and their size.
///
/// The set stores indices, since it may have millions of objects.
public struct RetainedSet: Sendable {
  private let graph: ObjectGraph?
  /// The indices of the objects, in ascending order.
  package let indices: [Int32]
  /// The sum of the objects' shallow sizes.
  public let bytes: Int64

  /// The objects, ordered by id.
  public var objects: some RandomAccessCollection<ObjectGraph.Object> & Sendable {
    Objects(graph: graph, numbers: indices)
  }

  /// Creates the set of the objects in `graph` with ascending indices.
  init(_ indices: [Int32], in graph: ObjectGraph) {
    (self.graph, self.indices) = (graph, indices)
    let sizes = graph.storage.sizes
    bytes = indices.reduce(0) { $0.addingSaturated(sizes[Int($1)]) }
  }

  /// Creates a set of objects of one graph, ordered by id.
  package init(_ objects: [ObjectGraph.Object]) {
    graph = objects.first?.graph
    indices = objects.map(\.index)
    bytes = objects.reduce(0) { $0.addingSaturated($1.size) }
  }

  private struct Objects: RandomAccessCollection, Sendable {
    let graph: ObjectGraph?
    let numbers: [Int32]

    var startIndex: Int { 0 }
    var endIndex: Int { numbers.count }
    subscript(position: Int) -> ObjectGraph.Object {
      guard let graph else { preconditionFailure("no object \(position) among none") }
      return graph.object(numbers[position])
    }
  }
}
