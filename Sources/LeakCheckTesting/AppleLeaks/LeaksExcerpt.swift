import LeakCheckGraph

/// The part of a `leaks` output that concerns some objects: the trees that contain them.
///
/// Everything else that leaks in a process belongs to others, such as a framework.
struct LeaksExcerpt {
  private var builder = ObjectGraph.Builder()
  private var known: Set<ObjectID> = []
  private var links: Set<Link> = []

  private struct Link: Hashable {
    var from: ObjectID
    var to: ObjectID
    var name: String
  }

  /// Adds everything connected with the objects `ids` in `graph`; returns the ids that `graph` does not have.
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

  /// Adds the objects `starts` of `graph`, by index, and everything connected with them.
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

  /// Returns the description of an object; a root has only its variable's name, without the section of the file.
  ///
  /// From `Region Shop __DATA __data: 'static Shop.Bus.shared'`, it keeps the quoted part.
  private static func description(of object: ObjectGraph.Object) -> ObjectDescription {
    var description = object.objectDescription
    let parts = description.type.split(separator: "'", omittingEmptySubsequences: false)
    guard object.isRoot, parts.count == 3, !parts[1].isEmpty else { return description }
    description.type = String(parts[1])
    description.root = ""
    return description
  }

  /// Returns the graph of everything added, without expectations, or `nil` if it is invalid.
  func graph() -> ObjectGraph? { try? builder.build() }

  /// Returns the graph of everything added, in which the objects `ids` should be gone.
  func graph(expectingGone ids: [ObjectID], because reason: String) -> ObjectGraph? {
    guard let graph = graph() else { return nil }
    var amendment = GraphAmendment(of: graph)
    let gone = ids.compactMap { graph.object(withID: $0)?.index }.sorted()
    guard !gone.isEmpty else { return nil }
    amendment.expect(.gone, of: gone, because: reason)
    return amendment.amended()
  }
}
