public import LeakCheckGraph

/// The objects that would be freed with those of a finding, and their bytes.
///
/// There may be millions, so they are known by their indices.
public struct RetainedSet: Sendable {
  private let graph: ObjectGraph?
  /// The indices of the objects, in rising order.
  package let indices: [Int32]
  /// The sum of their shallow sizes.
  public let bytes: Int64

  /// The objects, ordered by id.
  public var objects: some RandomAccessCollection<ObjectGraph.Object> & Sendable {
    Objects(graph: graph, numbers: indices)
  }

  /// The objects of `graph` with these indices, which rise.
  init(_ indices: [Int32], in graph: ObjectGraph) {
    (self.graph, self.indices) = (graph, indices)
    let sizes = graph.storage.sizes
    bytes = indices.reduce(0) { $0.addingSaturated(sizes[Int($1)]) }
  }

  /// The given objects of one graph, ordered by id.
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
