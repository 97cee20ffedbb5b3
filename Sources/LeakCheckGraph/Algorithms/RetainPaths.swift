/// The few shortest simple paths from some sources to a vertex.
///
/// Method: Yen, "Finding the K Shortest Loopless Paths in a Network", 1971, from the end of the paths to their beginning.
/// How far each vertex is from the sources is known, so each search goes straight there: Hart, Nilsson and Raphael, "A
/// Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968.
package struct RetainPaths: Sendable {
  private let edges: Adjacency
  private let tails: [Int32]
  private let tree: ShortestPaths
  private let sources: VertexSet
  /// The edges that lead to each vertex: those at `incoming.starts[v]..<incoming.starts[v + 1]`.
  private let incoming: (starts: [Int32], order: [Int32])
  /// The edges on the shortest path to each vertex, -1 where nothing reaches it.
  private let distances: [Int32]

  /// The paths from `sources` along `edges`, to whatever vertices are asked about.
  ///
  /// - Parameters:
  ///   - sources: where paths begin.
  ///   - edges: the edges to follow.
  ///   - tails: the vertex that each edge leaves.
  ///   - tree: the shortest paths from `sources` along `edges` to all vertices, of which each is the first to its end.
  /// - Complexity: O(vertices + edges); 8 bytes a vertex and 4 an edge.
  package init(
    from sources: [Int32], along edges: Adjacency, tails: [Int32], tree: ShortestPaths
  ) {
    self.edges = edges
    self.tails = tails
    self.tree = tree
    self.sources = VertexSet(sources, capacity: edges.vertexCount)
    incoming = Adjacency.inverse(of: edges.heads, vertexCount: edges.vertexCount)
    distances = tree.lengths()
  }

  /// A path: its first vertex and its edges.
  package struct Path: Hashable, Sendable {
    package var source: Int32
    package var edges: [Int32]
  }

  /// At most `count` paths to `target`, the shortest first; of one length, which come is the same on every run.
  ///
  /// How long a deviation from a found path is at least is known at once; only those that come to the front are
  /// looked for.
  ///
  /// - Complexity: O(length) for one path. For more O(count × length × references of a vertex) and as many bytes, where
  ///   deviations go straight to a source; O(count × length × (vertices + edges)) at worst.
  package func shortest(_ count: Int, to target: Int32) -> [Path] {
    guard count > 0, let edges = tree.path(to: target) else { return [] }
    var found = [Path(source: tree.start(ofPathTo: target), edges: edges)]
    var (ends, waiting) = (PathEnds(), Deviations())
    // So many edges the last path shares with the one that it deviates from.
    var shared = 0
    while found.count < count, let last = found.last {
      ends.insert(last)
      addDeviations(
        from: last, number: found.count - 1, beyond: shared, to: target, besides: ends, &waiting)
      guard let next = next(of: &waiting, from: found, to: target, besides: ends) else { break }
      found.append(next.path)
      shared = next.shared
    }
    return found.sorted(by: Self.precedes)
  }

  /// Adds the deviations that come into `path` by an edge that no found path comes by, or begin there, at each of its
  /// vertices but those whose deviations are known from the path that it deviates from itself.
  ///
  /// - Parameters:
  ///   - path: the path found last.
  ///   - number: which of all found paths it is.
  ///   - shared: how many of its last edges it has in common with the path that it deviates from.
  ///   - target: where all paths end.
  ///   - ends: all paths found so far.
  ///   - waiting: the deviations to which they are added.
  private func addDeviations(
    from path: Path, number: Int, beyond shared: Int, to target: Int32, besides ends: PathEnds,
    _ waiting: inout Deviations
  ) {
    var (end, spur) = (PathEnds.all, target)
    var behind: Set<Int32> = []
    for length in 0...path.edges.count {
      if length >= shared,
        let rest = leastLength(
          to: spur, mayBegin: !ends.isBeginning(end), closed: ends.edges(before: end),
          avoiding: behind)
      {
        waiting.add(
          Deviation(
            length: rest + Int32(length), path: Int32(number), shared: Int32(length), end: end))
      }
      guard length < path.edges.count else { break }
      behind.insert(spur)
      let edge = path.edges[path.edges.count - 1 - length]
      end = ends.end(by: edge, before: end)
      spur = tails[Int(edge)]
    }
  }

  /// How many edges a path from a source to `spur` has at least; `nil` where there can be none.
  private func leastLength(
    to spur: Int32, mayBegin: Bool, closed: Set<Int32>, avoiding avoided: Set<Int32>
  ) -> Int32? {
    if mayBegin, sources.contains(spur) { return 0 }
    var least: Int32?
    for place in Int(incoming.starts[Int(spur)])..<Int(incoming.starts[Int(spur) + 1]) {
      let edge = incoming.order[place]
      let (tail, distance) = (tails[Int(edge)], distances[Int(tails[Int(edge)])])
      guard distance >= 0, distance + 1 < least ?? .max, tail != spur, !closed.contains(edge),
        !avoided.contains(tail)
      else { continue }
      least = distance + 1
    }
    return least
  }

  /// Takes the shortest of the deviations: its path, and how many edges that shares with the one it deviates from.
  private func next(
    of waiting: inout Deviations, from found: [Path], to target: Int32, besides ends: PathEnds
  ) -> (path: Path, shared: Int)? {
    while let (deviation, known) = waiting.takeFirst() {
      let shared = Int(deviation.shared)
      if let known { return (known, shared) }
      let end = found[Int(deviation.path)].edges.suffix(shared)
      let spur = end.first.map { tails[Int($0)] } ?? target
      let rest = shortest(
        to: spur, mayBegin: !ends.isBeginning(deviation.end),
        closed: ends.edges(before: deviation.end), avoiding: Set(end.map { edges.heads[Int($0)] }))
      guard let rest else { continue }
      let path = Path(source: rest.source, edges: rest.edges + end)
      if path.edges.count <= deviation.length { return (path, shared) }
      waiting.putBack(deviation, as: path)
    }
    return nil
  }

  /// A vertex with a known path to the spur: its length and its first edge.
  private struct Step {
    var length: Int32
    var edge: Int32
  }

  /// The shortest path from a source to `spur`; where it may not begin there, it has an edge.
  private func shortest(
    to spur: Int32, mayBegin: Bool, closed: Set<Int32>, avoiding avoided: Set<Int32>
  ) -> Path? {
    var steps = [spur: Step(length: 0, edge: -1)]
    var queue = BinaryHeap<Estimate>()
    var inserted = 0
    func insert(_ vertex: Int32, length: Int32) {
      inserted += 1
      queue.insert(
        Estimate(
          estimate: length + distances[Int(vertex)], number: inserted, vertex: vertex,
          length: length))
    }
    insert(spur, length: 0)
    while let next = queue.popLeast() {
      let (vertex, length) = (next.vertex, next.length)
      // Another way to it was found to be shorter.
      guard steps[vertex]?.length == length else { continue }
      if sources.contains(vertex), vertex != spur || mayBegin {
        return path(from: vertex, to: spur, by: steps)
      }
      let run = Int(incoming.starts[Int(vertex)])..<Int(incoming.starts[Int(vertex) + 1])
      for place in run.reversed() {
        let edge = incoming.order[place]
        let tail = tails[Int(edge)]
        guard distances[Int(tail)] >= 0, !avoided.contains(tail), !closed.contains(edge),
          steps[tail].map({ $0.length > length + 1 }) ?? true
        else { continue }
        steps[tail] = Step(length: length + 1, edge: edge)
        insert(tail, length: length + 1)
      }
    }
    return nil
  }

  private func path(from source: Int32, to spur: Int32, by steps: [Int32: Step]) -> Path {
    var path = Path(source: source, edges: [])
    var vertex = source
    while vertex != spur, let step = steps[vertex] {
      path.edges.append(step.edge)
      vertex = edges.heads[Int(step.edge)]
    }
    return path
  }

  private static func precedes(_ left: Path, _ right: Path) -> Bool {
    if left.edges.count != right.edges.count { return left.edges.count < right.edges.count }
    if left.source != right.source { return left.source < right.source }
    return left.edges.lexicographicallyPrecedes(right.edges)
  }
}

/// A way to leave a found path, seen from its end: all paths that have its last edges, and come to them by no edge that
/// a found path comes by.
private struct Deviation: Comparable {
  /// How many edges such a path has at least.
  var length: Int32
  /// Which of all deviations it is; of equal ones the first comes first.
  var number = 0
  /// The found path, and how many of its last edges are shared.
  var path: Int32
  var shared: Int32
  /// What is shared, among the ends of all found paths.
  var end: Int32

  static func < (left: Deviation, right: Deviation) -> Bool {
    left.length == right.length ? left.number < right.number : left.length < right.length
  }

  init(length: Int32, path: Int32, shared: Int32, end: Int32) {
    (self.length, self.path, self.shared, self.end) = (length, path, shared, end)
  }
}

/// The deviations not taken yet, the shortest first.
private struct Deviations {
  private var heap = BinaryHeap<Deviation>()
  private var count = 0
  /// The shortest path of a deviation that turned out to be longer than it was at least.
  private var paths: [Int: RetainPaths.Path] = [:]

  mutating func add(_ deviation: Deviation) {
    var deviation = deviation
    deviation.number = count
    count += 1
    heap.insert(deviation)
  }

  mutating func putBack(_ deviation: Deviation, as path: RetainPaths.Path) {
    var deviation = deviation
    deviation.length = Int32(path.edges.count)
    paths[deviation.number] = path
    heap.insert(deviation)
  }

  /// The first deviation, and its path where that is known.
  mutating func takeFirst() -> (Deviation, RetainPaths.Path?)? {
    heap.popLeast().map { ($0, paths.removeValue(forKey: $0.number)) }
  }
}

/// The paths found so far by how they end: those that share an end have come by some edges to its first vertex.
///
/// To compare each path with all others would take time by the square of their number.
private struct PathEnds {
  private struct Step: Hashable {
    var end: Int32
    var edge: Int32
  }

  /// The end of no edges, which all paths have.
  static let all: Int32 = 0

  private var longer: [Step: Int32] = [:]
  private var edges: [Set<Int32>] = [[]]
  private var beginnings: Set<Int32> = []

  /// Adds a path.
  mutating func insert(_ path: RetainPaths.Path) {
    var end = Self.all
    for edge in path.edges.reversed() {
      let step = Step(end: end, edge: edge)
      let next = longer[step, default: Int32(edges.count)]
      if edges[Int(end)].insert(edge).inserted {
        longer[step] = next
        edges.append([])
      }
      end = next
    }
    beginnings.insert(end)
  }

  /// The edges by which paths come to an end.
  func edges(before end: Int32) -> Set<Int32> { edges[Int(end)] }

  /// The end that is longer by an edge, which some path has.
  func end(by edge: Int32, before end: Int32) -> Int32 {
    longer[Step(end: end, edge: edge)] ?? Self.all
  }

  /// Whether a whole path is an end.
  func isBeginning(_ end: Int32) -> Bool { beginnings.contains(end) }
}

/// A vertex with a lower bound for paths through it; of equal bounds, the last one inserted comes first.
private struct Estimate: Comparable {
  var estimate: Int32
  var number: Int
  var vertex: Int32
  var length: Int32

  static func < (left: Estimate, right: Estimate) -> Bool {
    left.estimate == right.estimate
      ? left.number > right.number : left.estimate < right.estimate
  }
}
