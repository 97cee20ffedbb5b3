/// The shortest paths from some vertices to all others, equal on every run.
///
/// Of several shortest paths the one whose labels come first is kept: `label` orders the edges that could
/// lead to a vertex. Two graphs that differ only in ids therefore yield paths with equal labels.
package struct ShortestPaths: Sendable {
  /// The edge through which each vertex is reached: -1 for sources, -2 where nothing reaches.
  package let edgeTo: [Int32]
  private let tails: [Int32]

  /// The shortest paths from `sources` along `edges`, those with lower edges first.
  ///
  /// - Parameters:
  ///   - sources: where paths begin, the preferred ones first.
  ///   - edges: the edges to follow.
  ///   - tails: the vertex that each edge leaves, from ``Adjacency/tails()``.
  /// - Complexity: O(vertices + edges), without recursion; 4 bytes a vertex besides the result of 4.
  package init(from sources: some Sequence<Int32>, along edges: Adjacency, tails: [Int32]) {
    self.tails = tails
    edgeTo = BreadthFirstSearch.edges(from: Array(sources), along: edges)
  }

  /// The shortest paths from `sources` along `edges` in the order of ``EdgeLabels``.
  ///
  /// - Parameters:
  ///   - sources: where paths begin, the preferred ones first.
  ///   - others: where the paths begin to what `sources` do not reach.
  ///   - edges: the edges to follow.
  ///   - tails: the vertex that each edge leaves.
  ///   - labels: the ranks of edges by name and type; equal ranks are decided by position.
  ///   - closed: vertices that may not be left and edges that may not be followed.
  ///   - target: where to stop: what is reached no sooner than this vertex stays unreached.
  /// - Complexity: O(vertices + edges log degree), without recursion.
  package init(
    from sources: [Int32], then others: [Int32] = [], along edges: Adjacency, tails: [Int32],
    labels: EdgeLabels,
    closed: (vertices: VertexSet, edges: VertexSet)? = nil, until target: Int32? = nil
  ) {
    self.tails = tails
    edgeTo = LabelledSearch.edges(
      from: sources, then: others, along: edges, labels: labels, closed: closed, until: target)
  }

  /// The shortest paths from `sources` along `edges` in the order of labels.
  ///
  /// - Parameters:
  ///   - sources: where paths begin, the preferred ones first.
  ///   - edges: the edges to follow.
  ///   - tails: the vertex that each edge leaves, from ``Adjacency/tails()``.
  ///   - label: the rank of an edge among those it competes with; equal ranks are decided by position.
  ///   - isClosed: edges that may not be followed.
  ///   - target: where to stop: what is reached no sooner than this vertex stays unreached.
  /// - Complexity: O(vertices + edges log degree), without recursion.
  package init(
    from sources: some Sequence<Int32>, along edges: Adjacency, tails: [Int32],
    label: (Int) -> Int64 = { _ in 0 }, isClosed: (Int) -> Bool = { _ in false },
    until target: Int32? = nil
  ) {
    self.tails = tails
    var edgeTo = [Int32](repeating: -2, count: edges.vertexCount)
    var queue: [Int32] = []
    for source in sources where edgeTo[Int(source)] == -2 {
      edgeTo[Int(source)] = -1
      queue.append(source)
    }
    // Vertices stand in the order of their paths' labels, so the first edge to reach a vertex begins the
    // least labelled path to it.
    var next = 0
    var found: [(label: Int64, edge: Int32)] = []
    while next < queue.count, target.map({ edgeTo[Int($0)] == -2 }) ?? true {
      found.removeAll(keepingCapacity: true)
      for edge in edges.edges(of: queue[next])
      where edgeTo[Int(edges.heads[edge])] == -2 && !isClosed(edge) {
        found.append((0, Int32(edge)))
      }
      if found.count > 1 {
        for place in found.indices { found[place].label = label(Int(found[place].edge)) }
        Self.sort(&found)
      }
      for (_, edge) in found where edgeTo[Int(edges.heads[Int(edge)])] == -2 {
        edgeTo[Int(edges.heads[Int(edge)])] = edge
        queue.append(edges.heads[Int(edge)])
      }
      next += 1
    }
    self.edgeTo = edgeTo
  }

  /// Sorts by label, then by edge; most vertices have few edges.
  static func sort(_ found: inout [(label: Int64, edge: Int32)]) {
    if found.count > 16 { return found.sort { $0 < $1 } }
    for place in 1..<found.count {
      let item = found[place]
      var hole = place
      // The edges come in their order, so equal labels stay as they are.
      while hole > 0, found[hole - 1].label > item.label {
        found[hole] = found[hole - 1]
        hole -= 1
      }
      found[hole] = item
    }
  }

  package func isReached(_ vertex: Int32) -> Bool { edgeTo[Int(vertex)] != -2 }

  /// The number of edges on the path to each vertex; -1 where nothing reaches it.
  ///
  /// - Complexity: O(vertices), without recursion.
  package func lengths() -> [Int32] {
    var lengths = [Int32](repeating: -1, count: edgeTo.count)
    var open: [Int] = []
    for vertex in edgeTo.indices where edgeTo[vertex] != -2 {
      var current = vertex
      while lengths[current] < 0, edgeTo[current] >= 0 {
        open.append(current)
        current = Int(tails[Int(edgeTo[current])])
      }
      lengths[current] = max(lengths[current], 0)
      while let next = open.popLast() {
        lengths[next] = lengths[current] + 1
        current = next
      }
    }
    return lengths
  }

  /// The source that the path to `vertex` begins at; `vertex` itself where nothing reaches it.
  ///
  /// - Complexity: O(length).
  package func start(ofPathTo vertex: Int32) -> Int32 {
    var current = vertex
    while edgeTo[Int(current)] >= 0 { current = tails[Int(edgeTo[Int(current)])] }
    return current
  }

  /// The number of edges on the path to `vertex`, counted as far as `bound`.
  ///
  /// - Complexity: O(min(length, bound)).
  package func length(ofPathTo vertex: Int32, upTo bound: Int) -> Int {
    var (current, length) = (vertex, 0)
    while length < bound, edgeTo[Int(current)] >= 0 {
      current = tails[Int(edgeTo[Int(current)])]
      length += 1
    }
    return length
  }

  /// The last edges of the path to `vertex`, for as long as `isWanted` says so of the vertex that each leaves, going back.
  ///
  /// - Complexity: O(edges given).
  package func end(
    ofPathTo vertex: Int32, count: Int = .max, while isWanted: (Int32) -> Bool = { _ in true }
  ) -> [Int32] {
    var end: [Int32] = []
    var current = vertex
    while edgeTo[Int(current)] >= 0, end.count < count {
      let tail = tails[Int(edgeTo[Int(current)])]
      guard isWanted(tail) else { break }
      end.append(edgeTo[Int(current)])
      current = tail
    }
    return end.reversed()
  }

  /// The first edges of the path to `vertex`, in order.
  ///
  /// - Complexity: O(length), without memory for more than the edges given.
  package func beginning(ofPathTo vertex: Int32, count: Int) -> [Int32] {
    var current = vertex
    for _ in 0..<max(0, length(ofPathTo: vertex, upTo: .max) - count) {
      current = tails[Int(edgeTo[Int(current)])]
    }
    return end(ofPathTo: current)
  }

  /// The edges from a source to `vertex`, or `nil` where nothing reaches it; empty at a source.
  ///
  /// - Complexity: O(length).
  package func path(to vertex: Int32) -> [Int32]? {
    guard isReached(vertex) else { return nil }
    var path: [Int32] = []
    var current = vertex
    while edgeTo[Int(current)] >= 0 {
      path.append(edgeTo[Int(current)])
      current = tails[Int(edgeTo[Int(current)])]
    }
    return path.reversed()
  }
}
