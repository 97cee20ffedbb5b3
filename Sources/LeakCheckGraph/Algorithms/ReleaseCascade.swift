/// A simulation of automatic reference counting: it frees objects that nothing retains, then what only those retained.
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

/// The survivors of reference counting: what held vertices reach, and what cycles keep of the rest.
///
/// The same as a ``ReleaseCascade`` where no `deinit` ends a reference, and cheaper: only the vertices that nothing held
/// reaches are counted, and those are few.
package enum Survivors {
  /// The vertices that stay.
  ///
  /// - Parameters:
  ///   - edges: the retaining edges.
  ///   - held: vertices that something outside holds.
  ///   - reached: what `held` reach, where that is known.
  ///   - gone: vertices whose edges retain nothing and that are not asked about.
  ///   - collectsCycles: whether cycles that nothing held reaches are freed too.
  /// - Returns: the vertices that stay.
  /// - Complexity: O(vertices + edges), without recursion.
  package static func among(
    _ edges: Adjacency, held: [Int32], reached: VertexSet? = nil, without gone: VertexSet? = nil,
    collectsCycles: Bool
  ) -> VertexSet {
    var staying = reached ?? Reachability.reached(from: held, along: edges, avoiding: gone)
    if collectsCycles { return staying }
    var rest = VertexSet(0..<Int32(edges.vertexCount), capacity: edges.vertexCount)
    rest.subtract(staying)
    if let gone { rest.subtract(gone) }
    if !rest.isEmpty { staying.formUnion(kept(by: rest, along: edges)) }
    return staying
  }

  /// The vertices of a set that cycles in it keep: what is left when those without a retainer go, again and again.
  private static func kept(by rest: VertexSet, along edges: Adjacency) -> VertexSet {
    var rest = rest
    let members = rest.members
    let scratch = ScratchBuffer(byteCount: 4 * (edges.vertexCount + members.count))
    let counts = unsafe scratch.column(of: Int32.self, count: edges.vertexCount)
    let free = unsafe scratch.column(
      of: Int32.self, count: members.count, at: 4 * edges.vertexCount)
    for member in members { unsafe counts[Int(member)] = 0 }
    for member in members {
      for edge in edges.edges(of: member) where rest.contains(edges.heads[edge]) {
        unsafe counts[Int(edges.heads[edge])] &+= 1
      }
    }
    var freed = 0
    for member in members where unsafe counts[Int(member)] == 0 {
      unsafe free[freed] = member
      freed += 1
    }
    var next = 0
    while next < freed {
      let vertex = unsafe free[next]
      next += 1
      rest.remove(vertex)
      for edge in edges.edges(of: vertex) where rest.contains(edges.heads[edge]) {
        let head = edges.heads[edge]
        unsafe counts[Int(head)] &-= 1
        guard unsafe counts[Int(head)] == 0 else { continue }
        unsafe free[freed] = head
        freed += 1
      }
    }
    return rest
  }
}
