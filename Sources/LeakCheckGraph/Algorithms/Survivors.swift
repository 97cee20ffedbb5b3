/// The survivors of reference counting: what held vertices reach, and of the rest what cycles keep.
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
