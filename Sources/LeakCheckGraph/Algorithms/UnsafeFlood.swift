/// The search for what can be reached, in whatever order is quickest.
struct UnsafeFlood {
  private let edges: Adjacency

  init(along edges: Adjacency) { self.edges = edges }

  /// Adds everything to `seen` that paths reach from `sources` without entering or beginning at what is in
  /// it already.
  ///
  /// - Precondition: The sources are vertices, and `seen` has room for all vertices.
  func run(from sources: some Sequence<Int32>, in seen: inout VertexSet) {
    let count = edges.vertexCount
    let scratch = UnsafeScratch(byteCount: 4 * count)
    let queue = unsafe scratch.column(of: Int32.self, count: count)
    var queued = 0
    for source in sources {
      precondition(source >= 0 && source < count, "vertex \(source) is not there")
      guard seen.insert(source) else { continue }
      unsafe queue[queued] = source
      queued += 1
    }
    precondition(seen.words.count << 6 >= count, "the set is too small")
    unsafe seen.withUnsafeWords { words in
      unsafe edges.withUnsafeColumns { columns in
        unsafe Self.spread(columns.starts, columns.heads, words, queue, queued)
      }
    }
  }

  private static func spread(
    _ starts: UnsafeBufferPointer<Int32>, _ heads: UnsafeBufferPointer<Int32>,
    _ words: UnsafeMutableBufferPointer<UInt64>, _ queue: UnsafeMutableBufferPointer<Int32>,
    _ sourceCount: Int
  ) {
    var queued = sourceCount
    var next = 0
    while next < queued {
      let vertex = unsafe Int(queue[next])
      if next &+ 24 < queued {
        unsafe starts.prefetch(Int(queue[next &+ 24]))
        unsafe heads.prefetch(Int(starts[Int(queue[next &+ 12])]))
      }
      next &+= 1
      for edge in unsafe Int(starts[vertex])..<Int(starts[vertex &+ 1]) {
        let head = unsafe heads[edge]
        let bit: UInt64 = 1 << UInt64(head & 63)
        let word = unsafe words[Int(head) >> 6]
        guard word & bit == 0 else { continue }
        unsafe words[Int(head) >> 6] = word | bit
        unsafe queue[queued] = head
        queued &+= 1
      }
    }
  }
}

extension VertexSet {
  /// The words of the set, valid in `body`.
  fileprivate mutating func withUnsafeWords(
    _ body: (UnsafeMutableBufferPointer<UInt64>) -> Void
  ) {
    unsafe words.withUnsafeMutableBufferPointer { unsafe body($0) }
  }
}
