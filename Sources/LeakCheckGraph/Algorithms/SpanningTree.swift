/// A depth-first spanning tree in preorder numbers; number 0 is a virtual source above all sources.
///
/// All pointers belong to ``DominatorSearch`` and are valid while it runs.
@safe struct SpanningTree {
  /// The search's record of a vertex; both values are read together, so they share a cache line.
  struct Visit: BitwiseCopyable {
    /// The preorder number, or 0.
    var number: Int32
    /// How many edges reach it from reached vertices, counted from the least number on at sources; after
    /// the search, where the next of its predecessors is put, or -1 when none is.
    var predecessors: Int32
  }

  /// The search's position in a vertex.
  private struct Frame: BitwiseCopyable {
    var number: Int32
    var edge: Int32
    var end: Int32
  }

  let starts: UnsafeBufferPointer<Int32>
  let heads: UnsafeBufferPointer<Int32>
  let visits: UnsafeMutableBufferPointer<Visit>
  /// The vertex of number `i + 1`.
  let preorder: UnsafeMutableBufferPointer<Int32>
  /// The number above each number in the tree; 0 for sources, also where the search came another way.
  let parents: UnsafeMutableBufferPointer<Int32>
  /// The number of vertices that the sources reach.
  private(set) var reached: Int32 = 0

  init(
    _ columns: (starts: UnsafeBufferPointer<Int32>, heads: UnsafeBufferPointer<Int32>),
    visits: UnsafeMutableBufferPointer<Visit>, preorder: UnsafeMutableBufferPointer<Int32>,
    parents: UnsafeMutableBufferPointer<Int32>
  ) {
    unsafe (starts, heads) = unsafe columns
    unsafe self.visits = unsafe visits
    unsafe self.preorder = unsafe preorder
    unsafe self.parents = unsafe parents
    unsafe visits.initialize(repeating: Visit(number: 0, predecessors: 0))
    unsafe parents[0] = 0
  }

  /// Numbers everything that `sources` reach.
  ///
  /// - Precondition: The sources are vertices.
  mutating func grow(from sources: [Int32]) {
    for source in sources {
      unsafe precondition(visits.indices.contains(Int(source)), "vertex \(source) is not there")
      unsafe visits[Int(source)].predecessors = .min
    }
    let scratch = unsafe ScratchBuffer(byteCount: MemoryLayout<Frame>.stride * visits.count)
    let frames = unsafe scratch.column(of: Frame.self, count: visits.count)
    for source in sources where unsafe visits[Int(source)].number == 0 {
      unsafe search(from: source, frames)
    }
  }

  private mutating func search(from source: Int32, _ frames: UnsafeMutableBufferPointer<Frame>) {
    var depth = 0
    var top = enter(source, below: 0, .min)
    while true {
      guard top.edge < top.end else {
        guard depth > 0 else { return }
        depth &-= 1
        unsafe top = frames[depth]
        continue
      }
      let head = unsafe heads[Int(top.edge)]
      top.edge &+= 1
      let visit = unsafe visits[Int(head)]
      if visit.number != 0 {
        unsafe visits[Int(head)].predecessors = visit.predecessors &+ 1
        continue
      }
      let frame = enter(head, below: top.number, visit.predecessors)
      guard frame.edge < frame.end else { continue }
      unsafe frames[depth] = top
      depth &+= 1
      top = frame
    }
  }

  @inline(__always) private mutating func enter(
    _ vertex: Int32, below parent: Int32, _ predecessors: Int32
  ) -> Frame {
    unsafe preorder[Int(reached)] = vertex
    reached &+= 1
    unsafe parents[Int(reached)] = predecessors < 0 ? 0 : parent
    unsafe visits[Int(vertex)] = Visit(number: reached, predecessors: predecessors &+ 1)
    return unsafe Frame(
      number: reached, edge: starts[Int(vertex)], end: starts[Int(vertex) &+ 1])
  }

  /// The reached vertices, one bit each.
  func reachedWords() -> [UInt64] {
    var words = [UInt64](repeating: 0, count: unsafe (visits.count + 63) >> 6)
    for vertex in unsafe visits.indices {
      words[vertex >> 6] |= unsafe (visits[vertex].number == 0 ? 0 : 1) << UInt64(vertex & 63)
    }
    return words
  }
}

extension SpanningTree {
  /// Lays out a run for the predecessors of each number and says in `runs` where it begins.
  ///
  /// Sources need none, and a vertex that one edge reaches has its parent.
  ///
  /// - Returns: the number of predecessors; also the last entry of `runs`.
  func layOutPredecessors(_ runs: UnsafeMutableBufferPointer<Int32>) -> Int {
    var next: Int32 = 0
    for number in 1...max(1, Int(reached)) where number <= Int(reached) {
      if unsafe number &+ 24 < preorder.count {
        unsafe visits.prefetch(Int(preorder[number &+ 24]))
      }
      let vertex = unsafe Int(preorder[number &- 1])
      let count = unsafe visits[vertex].predecessors
      unsafe runs[number] = next
      unsafe visits[vertex].predecessors = count > 1 ? next : -1
      next &+= count > 1 ? count : 0
    }
    unsafe runs[Int(reached) + 1] = next
    return Int(next)
  }

  /// Puts the number of each edge's tail into the run of its head.
  func fill(_ predecessors: UnsafeMutableBufferPointer<Int32>) {
    for vertex in unsafe visits.indices {
      let number = unsafe visits[vertex].number
      guard number != 0 else { continue }
      for edge in unsafe Int(starts[vertex])..<Int(starts[vertex &+ 1]) {
        unsafe prefetch(after: edge, predecessors)
        let head = unsafe Int(heads[edge])
        let place = unsafe visits[head].predecessors
        guard place >= 0 else { continue }
        unsafe predecessors[Int(place)] = number
        unsafe visits[head].predecessors = place &+ 1
      }
    }
  }

  @inline(__always) private func prefetch(
    after edge: Int, _ predecessors: UnsafeMutableBufferPointer<Int32>
  ) {
    guard unsafe edge &+ 32 < heads.count else { return }
    unsafe visits.prefetch(Int(heads[edge &+ 32]))
    unsafe predecessors.prefetch(Int(visits[Int(heads[edge &+ 16])].predecessors))
  }
}
