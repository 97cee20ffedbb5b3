/// The shortest few paths from some sources to a vertex, none of which visits a vertex twice.
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

  /// One path: the vertex it begins at and its edges.
  package struct Path: Hashable, Sendable {
    package var source: Int32
    package var edges: [Int32]
  }

  /// At most `count` paths to `target`, the shortest first; of one length, which come is the same on every run.
  ///
  /// - Complexity: O(length) for one path, O(count × length × (vertices + edges)) at worst for more, and mostly far less:
  ///   what is near the paths is looked at.
  package func shortest(_ count: Int, to target: Int32) -> [Path] {
    guard count > 0, let edges = tree.path(to: target) else { return [] }
    var found = [Path(source: tree.start(ofPathTo: target), edges: edges)]
    var ends = PathEnds()
    var candidates: [Path] = []
    while found.count < count, let last = found.last {
      ends.insert(last)
      addDeviations(from: last, to: target, besides: ends, count - found.count, to: &candidates)
      if candidates.isEmpty { break }
      found.append(candidates.removeFirst())
    }
    return found
  }

  /// Adds paths that come into `path` at each of its vertices, by an edge that no found path comes by, or begin there.
  ///
  /// - Parameters:
  ///   - path: the path found last.
  ///   - target: where all paths end.
  ///   - ends: all paths found so far.
  ///   - count: how many candidates are worth keeping.
  ///   - candidates: the first ones of all that are known, in their order.
  private func addDeviations(
    from path: Path, to target: Int32, besides ends: PathEnds, _ count: Int,
    to candidates: inout [Path]
  ) {
    var (end, spur) = (PathEnds.all, target)
    var behind: Set<Int32> = []
    for length in 0...path.edges.count {
      let rest = shortest(
        to: spur, mayBegin: !ends.isBeginning(end), closed: ends.edges(before: end),
        avoiding: behind)
      if let rest { add(rest, before: path.edges.suffix(length), count, to: &candidates) }
      guard length < path.edges.count else { break }
      behind.insert(spur)
      let edge = path.edges[path.edges.count - 1 - length]
      end = ends.end(by: edge, before: end)
      spur = tails[Int(edge)]
    }
  }

  /// Puts a path of two parts into its place among the first `count` candidates.
  private func add(
    _ rest: Path, before end: ArraySlice<Int32>, _ count: Int, to candidates: inout [Path]
  ) {
    // Of a long path there are as many deviations as it has edges: those that are too long are not put together.
    let isShort =
      candidates.count < count
      || candidates[count - 1].edges.count >= rest.edges.count + end.count
    guard isShort else { return }
    let path = Path(source: rest.source, edges: rest.edges + end)
    let place = candidates.partitioningIndex { !Self.precedes($0, path) }
    if place < candidates.count, candidates[place] == path { return }
    candidates.insert(path, at: place)
    if candidates.count > count { candidates.removeLast(candidates.count - count) }
  }

  /// A vertex whose way to the spur is known: how long it is, and its first edge.
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

/// A vertex by how long a path by way of it is at least; of equal ones the last that was put in comes first.
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
