import LeakCheckGraph

/// The part of what `leaks` prints that has to do with some objects: the trees they stand in.
///
/// All else of a process that leaks is somebody else's, such as a framework's.
struct LeaksExcerpt {
  private var builder = ObjectGraph.Builder()
  private var known: Set<ObjectID> = []
  private var links: Set<Link> = []

  private struct Link: Hashable {
    var from: ObjectID
    var to: ObjectID
    var name: String
  }

  /// Adds what is connected with the objects `ids`, of those that `graph` has; gives the ones it has not.
  ///
  /// - Complexity: O(objects + references of the graph).
  mutating func add(_ graph: ObjectGraph, around ids: [ObjectID]) -> [ObjectID] {
    var found: [Int32] = []
    var missing: [ObjectID] = []
    for id in ids {
      // Alone, an object says nothing: a list has no references.
      guard let object = graph.object(withID: id),
        !object.references.isEmpty || !object.referrers.isEmpty || object.expectation != nil
      else {
        missing.append(id)
        continue
      }
      found.append(object.index)
    }
    add(graph, connectedWith: found)
    return missing
  }

  /// Adds the objects `starts` of `graph`, by their index, and what is connected with them.
  ///
  /// - Complexity: O(objects + references of the graph).
  mutating func add(_ graph: ObjectGraph, connectedWith starts: [Int32]) {
    var found = Set(starts)
    var queue = starts
    while let index = queue.popLast() {
      let object = graph.object(index)
      let neighbours = object.references.map(\.target.index) + object.referrers.map(\.source.index)
      for next in neighbours where found.insert(next).inserted { queue.append(next) }
    }
    for index in found.sorted() { add(graph.object(index)) }
  }

  private mutating func add(_ object: ObjectGraph.Object) {
    if known.insert(object.id).inserted { builder.add(Self.description(of: object)) }
    for reference in object.references {
      let description = reference.referenceDescription
      let link = Link(from: description.from, to: description.to, name: description.name)
      if links.insert(link).inserted { builder.add(description) }
    }
  }

  /// The object; a root by its variable alone, without the section of the file that it lies in.
  ///
  /// Of `Region Shop __DATA __data: 'static Shop.Bus.shared'`, what is quoted.
  private static func description(of object: ObjectGraph.Object) -> ObjectDescription {
    var description = object.objectDescription
    let parts = description.type.split(separator: "'", omittingEmptySubsequences: false)
    guard object.isRoot, parts.count == 3, !parts[1].isEmpty else { return description }
    description.type = String(parts[1])
    description.root = ""
    return description
  }

  /// The graph of everything added, of which nothing is expected; `nil` where there is none.
  func graph() -> ObjectGraph? { try? builder.build() }

  /// The graph of everything added, in which the objects `ids` should be gone.
  func graph(expectingGone ids: [ObjectID], because reason: String) -> ObjectGraph? {
    guard let graph = graph() else { return nil }
    var amendment = GraphAmendment(of: graph)
    let gone = ids.compactMap { graph.object(withID: $0)?.index }.sorted()
    guard !gone.isEmpty else { return nil }
    amendment.expect(.gone, of: gone, because: reason)
    return amendment.amended()
  }
}
