import LeakCheckGraph

/// The cut of a large component: the references that lead back to where a depth-first walk came from.
///
/// Without them no cycle is left, because every other edge leads to a vertex that is finished before its own.
/// None can be left out, because each closes a cycle with the walk's own tree. And what was reachable stays
/// so along the tree. All three hold by construction, in one pass: cheaper cuts may exist. Source: Tarjan,
/// "Depth-First Search and Linear Graph Algorithms", 1972.
enum SpanningCut {
  /// The edges of a minimal set without which there is no cycle.
  ///
  /// - Parameters:
  ///   - edges: the edges of one or more components.
  ///   - entries: where the walk begins, the preferred vertices first; others follow by number.
  ///   - cost: what cutting an edge costs. The walk takes dear edges first, so that cheap ones lead back.
  /// - Returns: positions in `edges`, in rising order.
  /// - Complexity: O(vertices + edges log degree), without recursion.
  static func edges(
    of edges: Adjacency, from entries: [Int32], cost: (Int32) -> Int
  ) -> [Int32] {
    var walk = Walk(edges)
    for vertex in entries { walk.run(from: vertex, cost) }
    for vertex in 0..<Int32(edges.vertexCount) { walk.run(from: vertex, cost) }
    return walk.back.sorted()
  }

  private struct Walk {
    let edges: Adjacency
    private var onPath: VertexSet
    private var seen: VertexSet
    private var path: [Int32] = []
    /// The edges of the path's vertices that are not taken yet, and where those of each vertex begin.
    private var pending: [Int32] = []
    private var starts: [Int] = []
    var back: [Int32] = []

    init(_ edges: Adjacency) {
      self.edges = edges
      onPath = VertexSet(capacity: edges.vertexCount)
      seen = onPath
    }

    mutating func run(from start: Int32, _ cost: (Int32) -> Int) {
      enter(start, cost)
      while let vertex = path.last, let start = starts.last {
        guard pending.count > start else {
          onPath.remove(vertex)
          path.removeLast()
          starts.removeLast()
          continue
        }
        let edge = pending.removeLast()
        let head = edges.heads[Int(edge)]
        if onPath.contains(head) { back.append(edge) } else { enter(head, cost) }
      }
    }

    /// The cheapest first, since they are taken from the end.
    private mutating func enter(_ vertex: Int32, _ cost: (Int32) -> Int) {
      guard seen.insert(vertex) else { return }
      onPath.insert(vertex)
      path.append(vertex)
      let start = pending.count
      starts.append(start)
      let leaving = edges.edges(of: vertex)
      guard leaving.count <= 16 else {
        pending += leaving.map { (cost(Int32($0)), Int32($0)) }.sorted { $0 < $1 }.map(\.1)
        return
      }
      // Each goes below the dearer ones; of one price the later edge stays above.
      for edge in leaving.lazy.map(Int32.init) {
        pending.append(edge)
        var place = pending.count - 1
        let price = leaving.count > 1 ? cost(edge) : 0
        while place > start, cost(pending[place - 1]) > price {
          pending.swapAt(place, place - 1)
          place -= 1
        }
      }
    }
  }
}
