/// A search for reachable vertices in the fastest order.
///
/// While little is waiting, it is taken from a queue. Where much is, the vertices are swept over in their order:
/// their edges are then read one after the other, and where the heads lie is the only thing to wait for.
struct Flood {
  private let edges: Adjacency

  init(along edges: Adjacency) { self.edges = edges }

  /// Adds everything to `seen` that paths reach from `sources` without entering or beginning at what is in
  /// it already.
  ///
  /// - Precondition: The sources are vertices, and `seen` has room for all vertices.
  /// - Complexity: O(vertices / 64 + edges that are followed), without recursion; 4 bytes a vertex at worst.
  func run(from sources: some Sequence<Int32>, in seen: inout VertexSet) {
    let count = edges.vertexCount
    let wordCount = seen.words.count
    precondition(wordCount << 6 >= count, "the set is too small")
    let scratch = ScratchBuffer(byteCount: 8 * wordCount + 4 * count)
    let queue = unsafe scratch.column(of: Int32.self, count: count, at: 8 * wordCount)
    var queued = 0
    for source in sources {
      precondition(source >= 0 && source < count, "vertex \(source) is not there")
      guard seen.insert(source) else { continue }
      unsafe queue[queued] = source
      queued += 1
    }
    unsafe seen.words.withUnsafeMutableBufferPointer { words in
      unsafe edges.withUnsafeColumns { columns in
        var spread = unsafe Spread(
          starts: columns.starts, heads: columns.heads, seen: words, queue: queue, queued: queued,
          spent: scratch.column(of: UInt64.self, count: wordCount))
        spread.run()
      }
    }
  }
}

/// A running flood; all pointers belong to ``Flood/run(from:in:)``.
@safe private struct Spread {
  let starts: UnsafeBufferPointer<Int32>
  let heads: UnsafeBufferPointer<Int32>
  /// One bit for each vertex that has been reached.
  let seen: UnsafeMutableBufferPointer<UInt64>
  let queue: UnsafeMutableBufferPointer<Int32>
  var queued: Int
  /// During sweeps, one bit for each vertex whose edges have been followed, or need not be.
  let spent: UnsafeMutableBufferPointer<UInt64>

  /// So many vertices that are waiting are worth a sweep.
  private var many: Int { unsafe max(seen.count >> 3, 64) }

  mutating func run() {
    while true {
      let next = takeFromQueue()
      guard next < queued else { return }
      beginSweeps(with: next..<queued)
      while sweep() > many {}
      endSweeps()
    }
  }

  /// Follows the edges of what is waiting, until nothing is or many are.
  ///
  /// - Returns: the place of the first that is still waiting.
  private mutating func takeFromQueue() -> Int {
    let many = many
    var next = 0
    while next < queued, queued &- next <= many {
      let vertex = unsafe Int(queue[next])
      if next &+ 24 < queued {
        unsafe starts.prefetch(Int(queue[next &+ 24]))
        unsafe heads.prefetch(Int(starts[Int(queue[next &+ 12])]))
      }
      next &+= 1
      // An empty queue begins again at the front: a list then takes one place and not one a vertex.
      if next == queued {
        next = 0
        queued = 0
      }
      for edge in unsafe Int(starts[vertex])..<Int(starts[vertex &+ 1]) {
        let head = unsafe heads[edge]
        let bit: UInt64 = 1 << UInt64(head & 63)
        let word = unsafe seen[Int(head) >> 6]
        guard word & bit == 0 else { continue }
        unsafe seen[Int(head) >> 6] = word | bit
        unsafe queue[queued] = head
        queued &+= 1
      }
    }
    return next
  }

  private func beginSweeps(with waiting: Range<Int>) {
    _ = unsafe spent.update(fromContentsOf: seen)
    for place in waiting {
      let vertex = unsafe Int(queue[place])
      unsafe spent[vertex >> 6] &= ~(1 << UInt64(vertex & 63))
    }
  }

  /// Follows the edges of everything that is waiting, in rising order; of what lies behind a vertex, that it reaches too.
  ///
  /// - Returns: how many vertices those were.
  private func sweep() -> Int {
    var count = 0
    for index in unsafe seen.indices {
      while true {
        let waiting = unsafe seen[index] & ~spent[index]
        guard waiting != 0 else { break }
        // The edges of neighbours are neighbours.
        let first = waiting.trailingZeroBitCount
        let length = (~(waiting >> UInt64(first))).trailingZeroBitCount
        unsafe spent[index] |= ((1 << UInt64(length)) &- 1) << UInt64(first)
        let vertex = index << 6 &+ first
        unsafe heads.prefetch(Int(starts[vertex]) &+ 256)
        for edge in unsafe Int(starts[vertex])..<Int(starts[vertex &+ length]) {
          let head = unsafe heads[edge]
          // Written whether it is new or not, so that no branch depends on what has been seen.
          unsafe seen[Int(head) >> 6] |= 1 << UInt64(head & 63)
        }
        count &+= length
      }
    }
    return count
  }

  /// Queues everything that is still waiting.
  private mutating func endSweeps() {
    queued = 0
    for index in unsafe seen.indices {
      var waiting = unsafe seen[index] & ~spent[index]
      while waiting != 0 {
        unsafe queue[queued] = Int32(
          truncatingIfNeeded: index << 6 | waiting.trailingZeroBitCount)
        queued &+= 1
        waiting &= waiting &- 1
      }
    }
  }
}

/// The vertices that are reachable from given ones.
package enum Reachability {
  /// The vertices that some path leads to from `sources`, themselves included.
  ///
  /// - Parameters:
  ///   - sources: where the paths begin.
  ///   - edges: the edges to follow.
  ///   - avoided: vertices that no path may enter or begin at.
  /// - Returns: the set of those vertices.
  /// - Complexity: O(vertices + edges), without recursion.
  package static func reached(
    from sources: some Sequence<Int32>, along edges: Adjacency, avoiding avoided: VertexSet? = nil
  ) -> VertexSet {
    var seen = VertexSet(capacity: edges.vertexCount)
    if let avoided { seen.formUnion(avoided) }
    Flood(along: edges).run(from: sources, in: &seen)
    if let avoided { seen.subtract(avoided) }
    return seen
  }
}
