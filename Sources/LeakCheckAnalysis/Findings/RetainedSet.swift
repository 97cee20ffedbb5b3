public import LeakCheckGraph

/// The objects that would be freed with those of a finding, and their size.
///
/// Retained sets may be nested in one another, a thousand deep: the set of one object or component is listed only when
/// its objects are asked for, each time anew, and takes no memory before.
public struct RetainedSet: Sendable {
  private let graph: ObjectGraph?
  private let list: @Sendable () -> [Int32]
  /// The number of objects.
  public let count: Int
  /// The sum of the objects' shallow sizes.
  public let bytes: Int64

  /// The indices of the objects, in ascending order.
  ///
  /// - Complexity: O(objects, times their logarithm).
  package var indices: [Int32] { list() }

  /// The objects, ordered by id.
  ///
  /// - Complexity: that of listing them; ``count`` and ``bytes`` are known before.
  public var objects: some RandomAccessCollection<ObjectGraph.Object> & Sendable {
    Objects(graph: graph, numbers: indices)
  }

  /// Creates the set of the objects in `graph` with ascending indices.
  init(_ indices: [Int32], in graph: ObjectGraph) {
    self.graph = graph
    list = { indices }
    count = indices.count
    let sizes = graph.storage.sizes
    bytes = indices.reduce(0) { $0.addingSaturated(sizes[Int($1)]) }
  }

  /// Creates the set of the objects in `graph` whose ascending indices `list` gives.
  init(
    _ size: RetainedSets.Size, in graph: ObjectGraph, list: @escaping @Sendable () -> [Int32]
  ) {
    self.graph = graph
    self.list = list
    (count, bytes) = (size.objects, size.bytes)
  }

  /// Creates a set of objects of one graph, ordered by id.
  package init(_ objects: [ObjectGraph.Object]) {
    graph = objects.first?.graph
    let indices = objects.map(\.index)
    list = { indices }
    count = indices.count
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
