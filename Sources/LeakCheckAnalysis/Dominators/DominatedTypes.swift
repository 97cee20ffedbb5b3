import LeakCheckGraph

extension ObjectDominators {
  /// The retained size of all objects of one type.
  package struct TypeRow: Equatable, Sendable {
    /// The type.
    package var type: String
    /// The number of its objects that stay.
    package var instances: Int
    /// Their shallow bytes.
    package var shallowBytes: Int64
    /// The bytes of their retained sets together, each object's counted once.
    package var retainedBytes: Int64
    /// The objects of their retained sets together.
    package var retainedObjects: Int
  }

  /// The types by falling retained size; of one size by objects, then by name.
  ///
  /// The retained set of a type is the union of its objects' retained sets. In a tree, that is the sum over
  /// the outermost ones: those that no other object of the type dominates.
  ///
  /// - Complexity: O(objects + types × log types).
  package func types() -> [TypeRow] {
    var sums = TypeSums(typeCount: graph.storage.strings.count)
    for position in 0..<Int32(objectCount) { sums.add(position, of: self) }
    return sums.types.map { sums.row(of: $0, in: graph) }.sorted { left, right in
      if left.retainedBytes != right.retainedBytes {
        return left.retainedBytes > right.retainedBytes
      }
      if left.retainedObjects != right.retainedObjects {
        return left.retainedObjects > right.retainedObjects
      }
      return left.type.utf8.lexicographicallyPrecedes(right.type.utf8)
    }
  }
}

/// The sums for each type, in flat arrays by the index of its name.
private struct TypeSums {
  /// The types met, in the order of meeting.
  private(set) var types: [Int32] = []
  private var instances: [Int32]
  private var shallowBytes: [Int64]
  private var retainedBytes: [Int64]
  private var retainedObjects: [Int32]
  /// Where the subtree of the last outermost object of each type ends.
  private var ends: [Int32]

  init(typeCount: Int) {
    instances = [Int32](repeating: 0, count: typeCount)
    shallowBytes = [Int64](repeating: 0, count: typeCount)
    retainedBytes = shallowBytes
    retainedObjects = instances
    ends = instances
  }

  /// Adds the object at `position`; positions come in rising order.
  mutating func add(_ position: Int32, of dominators: ObjectDominators) {
    let vertex = Int(dominators.order.vertices[Int(position)])
    let type = dominators.graph.storage.types[vertex]
    let row = Int(type)
    if instances[row] == 0 { types.append(type) }
    instances[row] += 1
    let size = dominators.graph.storage.sizes[vertex]
    shallowBytes[row] = shallowBytes[row].addingSaturated(size)
    // Inside the subtree of another object of the type, it is counted there.
    guard position >= ends[row] else { return }
    ends[row] = dominators.order.ends[Int(position)]
    retainedBytes[row] = retainedBytes[row].addingSaturated(dominators.retained[vertex])
    retainedObjects[row] += Int32(dominators.order.dominatedCount(at: position))
  }

  func row(of type: Int32, in graph: ObjectGraph) -> ObjectDominators.TypeRow {
    let row = Int(type)
    return .init(
      type: graph.storage.strings[type], instances: Int(instances[row]),
      shallowBytes: shallowBytes[row], retainedBytes: retainedBytes[row],
      retainedObjects: Int(retainedObjects[row]))
  }
}
