import LeakCheckGraph

/// A breadth-first search from both ends for the shortest paths between two objects.
///
/// In a large component a search from one end looks at nearly all of it. From both ends each goes half the way, and
/// together they look at little. Source: Pohl, "Bi-directional Search", 1971.
struct BidirectionalSearch {
  private let edges: Adjacency
  private let retainers: Retainers

  init(along edges: Adjacency, retainers: Retainers) {
    self.edges = edges
    self.retainers = retainers
  }

  /// The vertices that one end has found, in order of distance; `level` is the frontier.
  private struct Frontier {
    var found: VertexSet
    var queue: [Int32]
    var level = 0..<1

    init(at object: Int32, capacity: Int) {
      found = VertexSet([object], capacity: capacity)
      queue = [object]
    }

    mutating func add(_ object: Int32) {
      if found.insert(object) { queue.append(object) }
    }

    /// Moves on to what was added, and says whether `other` had found some of it.
    mutating func closeLevel(meeting other: Frontier) -> Bool {
      level = level.upperBound..<queue.count
      return queue[level].contains { other.found.contains($0) }
    }
  }

  /// Every object on a shortest path from one object to another, and some that are near them; `nil` where there is no
  /// path.
  ///
  /// Levels are finished before the ends are compared: the first time that they have an object in common, all objects on
  /// shortest paths have been found by one of them.
  ///
  /// - Complexity: O(objects / 64 + references of what is found), which is all of the graph at worst.
  func objects(between first: Int32, and last: Int32) -> VertexSet? {
    var ahead = Frontier(at: first, capacity: edges.vertexCount)
    var behind = Frontier(at: last, capacity: edges.vertexCount)
    var hasMet = first == last
    while !hasMet {
      guard !ahead.level.isEmpty, !behind.level.isEmpty else { return nil }
      if ahead.level.count <= behind.level.count {
        for place in ahead.level {
          for edge in edges.edges(of: ahead.queue[place]) { ahead.add(edges.heads[edge]) }
        }
        hasMet = ahead.closeLevel(meeting: behind)
      } else {
        for place in behind.level {
          _ = retainers.containsEdge(into: behind.queue[place]) { _, tail in
            behind.add(tail)
            return false
          }
        }
        hasMet = behind.closeLevel(meeting: ahead)
      }
    }
    ahead.found.formUnion(behind.found)
    return ahead.found
  }
}
