/// Simulates automatic reference counting: frees objects that nothing retains, then what only those retained.
///
/// The cascade is run as the runtime runs it: an object goes when its last retainer has gone, and a
/// reference that some object's `deinit` ends goes with that object. What is left is reachable from a
/// held vertex or retained by a cycle; with a tracing collector, reachable.
package struct ReleaseCascade: Sendable {
  /// Edges that end when a vertex is freed: pairs of that vertex and the edge, sorted by vertex.
  package typealias Ends = [(vertex: Int32, edge: Int32)]

  private let edges: Adjacency
  private let ends: Ends
  private let isCut: VertexSet
  private var retainers: [Int32]
  /// The edges that were cut, or ended when an object was freed.
  package private(set) var isEnded: VertexSet
  private var pending: [Int32] = []
  /// The vertices that were freed.
  package private(set) var freed: VertexSet

  /// The cascade that starts when every vertex without a retainer is let go.
  ///
  /// - Parameters:
  ///   - edges: the retaining edges.
  ///   - held: vertices that are held by something outside the graph, and are never freed.
  ///   - cut: positions of edges in `edges` that do not retain.
  ///   - ends: edges that a vertex's `deinit` ends.
  ///   - collectsCycles: whether cycles that nothing held reaches are freed too, as a tracing collector does.
  /// - Complexity: O(vertices + edges), without recursion; where cycles are collected, times those of `ends`.
  package init(
    along edges: Adjacency, held: VertexSet, cut: VertexSet? = nil, ends: Ends = [],
    collectsCycles: Bool = false
  ) {
    self.edges = edges
    self.ends = ends
    isCut = cut ?? VertexSet(capacity: edges.edgeCount)
    isEnded = isCut
    freed = VertexSet(capacity: edges.vertexCount)
    retainers = [Int32](repeating: 0, count: edges.vertexCount)
    for edge in 0..<edges.edgeCount where !isCut.contains(Int32(edge)) {
      retainers[Int(edges.heads[edge])] += 1
    }
    for vertex in held.members { retainers[Int(vertex)] += 1 }
    for vertex in 0..<Int32(edges.vertexCount) where retainers[Int(vertex)] == 0 {
      pending.append(vertex)
    }
    run()
    while collectsCycles, freeUnreached(from: held) { run() }
  }

  /// The edges that are left; their references are positions among those before.
  ///
  /// - Complexity: O(vertices + edges).
  package var live: Adjacency {
    var numbered = edges
    numbered.references = Array(0..<Int32(edges.edgeCount))
    return numbered.filtered { !isEnded.contains($0) }
  }

  private mutating func run() {
    while let vertex = pending.popLast() {
      if freed.insert(vertex) { release(vertex) }
    }
  }

  /// Lets go of what no held vertex reaches any more; whether there was anything.
  private mutating func freeUnreached(from held: VertexSet) -> Bool {
    var isReached = held
    var stack = held.members
    while let vertex = stack.popLast() {
      for edge in edges.edges(of: vertex)
      where !isEnded.contains(Int32(edge)) && isReached.insert(edges.heads[edge]) {
        stack.append(edges.heads[edge])
      }
    }
    isReached.formUnion(freed)
    pending = (0..<Int32(edges.vertexCount)).filter { !isReached.contains($0) }
    return !pending.isEmpty
  }

  private mutating func release(_ vertex: Int32) {
    for edge in edges.edges(of: vertex) { end(Int32(edge)) }
    guard !ends.isEmpty else { return }
    var position = ends.partitioningIndex { $0.vertex >= vertex }
    while position < ends.count, ends[position].vertex == vertex {
      end(ends[position].edge)
      position += 1
    }
  }

  private mutating func end(_ edge: Int32) {
    guard isEnded.insert(edge) else { return }
    let head = edges.heads[Int(edge)]
    retainers[Int(head)] -= 1
    if retainers[Int(head)] == 0 { pending.append(head) }
  }
}
