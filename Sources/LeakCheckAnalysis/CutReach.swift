import LeakCheckGraph

/// Walks in a cut problem that go round the cut: what still comes from the held objects, and how.
///
/// The search for cuts asks thousands of times in graphs of a thousand references, so the walks share their
/// memory. A class for that reason. Not for use by several threads at once.
final class CutReach {
  private let edges: Adjacency
  private let tails: [Int32]
  private let held: [Int32]
  /// The walk that last came to each vertex, and the edge by which it did, -1 at its start.
  private var seen: [Int32]
  private var edgeTo: [Int32]
  private var walk: Int32 = 0
  private var queue: [Int32] = []

  init(_ edges: Adjacency, tails: [Int32], held: [Int32]) {
    self.edges = edges
    self.tails = tails
    self.held = held
    seen = [Int32](repeating: 0, count: edges.vertexCount)
    edgeTo = seen
  }

  /// The shortest path from a held object to `target` without the edges of `cut`, or `nil`.
  ///
  /// - Complexity: O(vertices + edges).
  func path(to target: Int32, without cut: VertexSet) -> [Int32]? {
    guard reaches(target, without: cut) else { return nil }
    var path: [Int32] = []
    var edge = edgeTo[Int(target)]
    while edge >= 0 {
      path.append(edge)
      edge = edgeTo[Int(tails[Int(edge)])]
    }
    return path.reversed()
  }

  /// Whether a held object reaches `target` without the edges of `cut`.
  func reaches(_ target: Int32, without cut: VertexSet) -> Bool {
    begin()
    var next = 0
    while next < queue.count, seen[Int(target)] != walk {
      let vertex = queue[next]
      next += 1
      for edge in edges.edges(of: vertex) {
        let head = edges.heads[edge]
        if seen[Int(head)] != walk, !cut.contains(Int32(truncatingIfNeeded: edge)) {
          seen[Int(head)] = walk
          edgeTo[Int(head)] = Int32(truncatingIfNeeded: edge)
          queue.append(head)
        }
      }
    }
    return seen[Int(target)] == walk
  }

  private func begin() {
    walk += 1
    queue.removeAll(keepingCapacity: true)
    for vertex in held where seen[Int(vertex)] != walk {
      seen[Int(vertex)] = walk
      edgeTo[Int(vertex)] = -1
      queue.append(vertex)
    }
  }
}
