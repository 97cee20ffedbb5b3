/// A search for the shortest path to a nearby vertex, without memory for each vertex of the graph.
///
/// A graph may have a hundred thousand findings, each of which asks for a way of a few edges: were each search to begin
/// with a column for all vertices, together they would take time by the square of their number.
package enum NearSearch {
  /// The most vertices that are reached before a target counts as far.
  package static let mostReached = 1_000

  /// The result of a search.
  package enum Result: Equatable, Sendable {
    /// The edges to the target, and the source that they begin at.
    case path(source: Int32, edges: [Int32])
    /// Nothing leads to the target.
    case none
    /// The target is not among the nearest vertices: another search must tell.
    case far
  }

  /// The path from `sources` to `target` along `edges`: the one that ``ShortestPaths`` has.
  ///
  /// - Parameters:
  ///   - sources: where paths begin, the preferred ones first.
  ///   - target: where the path ends.
  ///   - edges: the edges to follow.
  ///   - tails: the vertex that each edge leaves.
  ///   - label: the rank of an edge among those it competes with; equal ranks are decided by position.
  /// - Returns: the path, which has no edges where the target is a source.
  /// - Complexity: O(``mostReached`` + the edges that leave them, times a logarithm).
  package static func path(
    from sources: some Sequence<Int32>, to target: Int32, along edges: Adjacency, tails: [Int32],
    label: (Int) -> Int64 = { _ in 0 }
  ) -> Result {
    var edgeTo: [Int32: Int32] = [:]
    var queue: [Int32] = []
    for source in sources where edgeTo.updateValue(-1, forKey: source) == nil {
      queue.append(source)
    }
    var next = 0
    while next < queue.count, edgeTo[target] == nil {
      if queue.count > mostReached { return .far }
      let leaving = edges.edges(of: queue[next])
      if leaving.count > mostReached { return .far }
      let found = leaving.filter { edgeTo[edges.heads[$0]] == nil }
      for edge in sorted(found, label) where edgeTo[edges.heads[edge]] == nil {
        edgeTo[edges.heads[edge]] = Int32(edge)
        queue.append(edges.heads[edge])
      }
      next += 1
    }
    return path(to: target, by: edgeTo, tails)
  }

  /// The last edges of the paths from `sources` to the nearest vertices that are targets: those that ``ShortestPaths``
  /// has, by rising vertex.
  ///
  /// - Parameters:
  ///   - sources: where paths begin, the preferred ones first; they are no targets.
  ///   - edges: the edges to follow.
  ///   - label: the rank of an edge among those it competes with; equal ranks are decided by position.
  ///   - isTarget: whether a path may end at a vertex.
  /// - Returns: the edges, none where no target is reached; `nil` where the targets are far.
  /// - Complexity: O(``mostReached`` + the edges that leave them, times a logarithm).
  package static func nearest(
    from sources: some Sequence<Int32>, along edges: Adjacency,
    label: (Int) -> Int64 = { _ in 0 }, where isTarget: (Int32) -> Bool
  ) -> [Int32]? {
    var reached = Set(sources)
    var level = Array(sources)
    while !level.isEmpty {
      var next: [Int32] = []
      for vertex in level {
        let leaving = edges.edges(of: vertex)
        if max(reached.count, leaving.count) > mostReached { return nil }
        let found = leaving.filter { !reached.contains(edges.heads[$0]) }
        for edge in sorted(found, label) where reached.insert(edges.heads[edge]).inserted {
          next.append(Int32(edge))
        }
      }
      let ends = next.filter { isTarget(edges.heads[Int($0)]) }
      if !ends.isEmpty { return ends.sorted { edges.heads[Int($0)] < edges.heads[Int($1)] } }
      level = next.map { edges.heads[Int($0)] }
    }
    return []
  }

  static func sorted(_ edges: [Int], _ label: (Int) -> Int64) -> [Int] {
    guard edges.count > 1 else { return edges }
    return edges.map { (label: label($0), edge: $0) }.sorted { $0 < $1 }.map(\.edge)
  }

  static func path(
    to target: Int32, by edgeTo: [Int32: Int32], _ tails: [Int32]
  ) -> Result {
    guard edgeTo[target] != nil else { return .none }
    var path: [Int32] = []
    var current = target
    while let edge = edgeTo[current], edge >= 0 {
      path.append(edge)
      current = tails[Int(edge)]
    }
    return .path(source: current, edges: path.reversed())
  }
}
