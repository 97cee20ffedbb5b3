/// The shortest few paths from some sources to one vertex, none of which visits a vertex twice.
///
/// Method: Yen, "Finding the K Shortest Loopless Paths in a Network", 1971, with breadth-first searches.
package struct RetainPaths: Sendable {
  private let edges: Adjacency
  private let tails: [Int32]
  private let sources: [Int32]
  private let target: Int32
  private let first: Path?

  /// The paths from `sources` to `target` along `edges`.
  ///
  /// - Parameters:
  ///   - sources: where paths begin, the preferred ones first.
  ///   - target: where they end.
  ///   - edges: the edges to follow.
  ///   - tails: the vertex that each edge leaves.
  ///   - tree: the shortest paths from `sources` along `edges` to all vertices, which have the first path.
  package init(
    from sources: [Int32], to target: Int32, along edges: Adjacency, tails: [Int32],
    tree: ShortestPaths
  ) {
    self.sources = sources
    self.target = target
    self.edges = edges
    self.tails = tails
    first = tree.path(to: target).map { Path(source: tree.start(ofPathTo: target), edges: $0) }
  }

  /// One path: the vertex it begins at and its edges.
  package struct Path: Hashable, Sendable {
    package var source: Int32
    package var edges: [Int32]
  }

  /// At most `count` paths, the shortest first; of one length, the one with lower edges first.
  ///
  /// - Complexity: O(length) for one path, O(count × length × (vertices + edges)) for more.
  package func shortest(_ count: Int) -> [Path] {
    guard count > 0, let first else { return [] }
    var found = [first]
    var candidates: Set<Path> = []
    while found.count < count, let last = found.last {
      candidates.formUnion(deviations(from: last, besides: found))
      candidates.subtract(found)
      guard let next = candidates.min(by: Self.precedes) else { break }
      candidates.remove(next)
      found.append(next)
    }
    return found
  }

  /// Paths that leave `path` at each of its vertices, by an edge that no found path takes there.
  private func deviations(from path: Path, besides found: [Path]) -> [Path] {
    var deviations = [otherSource(besides: found)].compactMap(\.self)
    var spur = path.source
    for (length, edge) in path.edges.enumerated() {
      let prefix = path.edges.prefix(length)
      let alike = found.filter { $0.source == path.source && $0.edges.starts(with: prefix) }
      let closed = Set(alike.compactMap { $0.edges.dropFirst(length).first })
      let before = Set([path.source] + prefix.map { edges.heads[Int($0)] }).subtracting([spur])
      if let rest = shortest(from: [spur], closed: closed, avoiding: before) {
        deviations.append(Path(source: path.source, edges: prefix + rest.edges))
      }
      spur = edges.heads[Int(edge)]
    }
    return deviations
  }

  /// The shortest path from a source at which no found path begins.
  private func otherSource(besides found: [Path]) -> Path? {
    let used = Set(found.map(\.source))
    return shortest(from: sources.filter { !used.contains($0) }, closed: [], avoiding: [])
  }

  private func shortest(
    from sources: [Int32], closed: Set<Int32>, avoiding avoided: Set<Int32>
  ) -> Path? {
    let paths = ShortestPaths(
      from: sources, along: edges, tails: tails,
      isClosed: { closed.contains(Int32($0)) || avoided.contains(edges.heads[$0]) },
      until: target)
    guard let path = paths.path(to: target) else { return nil }
    return Path(source: path.first.map { tails[Int($0)] } ?? target, edges: path)
  }

  private static func precedes(_ left: Path, _ right: Path) -> Bool {
    if left.edges.count != right.edges.count { return left.edges.count < right.edges.count }
    if left.source != right.source { return left.source < right.source }
    return left.edges.lexicographicallyPrecedes(right.edges)
  }
}
