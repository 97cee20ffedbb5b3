/// The breadth-first search: a queue in one array, which tells long before what will be read.
@safe struct UnsafeBreadthFirstSearch {
  /// How far ahead of the vertex at hand its columns are loaded: each needs the one before it.
  private enum Ahead {
    static let starts = 24
    static let heads = 12
    static let marks = 4
  }

  private let starts: UnsafeBufferPointer<Int32>
  private let heads: UnsafeBufferPointer<Int32>
  /// The edge to each vertex, -1 at sources, -2 where nothing has reached yet.
  private let edgeTo: UnsafeMutableBufferPointer<Int32>
  private let queue: UnsafeMutableBufferPointer<Int32>
  private var queued = 0

  /// The edge through which each vertex is reached first: -1 for sources, -2 where nothing reaches.
  ///
  /// - Precondition: The sources are vertices.
  static func edges(from sources: some Sequence<Int32>, along edges: Adjacency) -> [Int32] {
    let count = edges.vertexCount
    let scratch = UnsafeScratch(byteCount: 4 * count)
    return unsafe [Int32](count: count) { edgeTo in
      unsafe edgeTo.initialize(repeating: -2)
      unsafe edges.withUnsafeColumns { columns in
        var search = unsafe UnsafeBreadthFirstSearch(
          starts: columns.starts, heads: columns.heads, edgeTo: edgeTo,
          queue: scratch.column(of: Int32.self, count: count))
        search.begin(at: sources)
        search.run()
      }
    }
  }

  private mutating func begin(at sources: some Sequence<Int32>) {
    for source in sources {
      unsafe precondition(edgeTo.indices.contains(Int(source)), "vertex \(source) is not there")
      guard unsafe edgeTo[Int(source)] == -2 else { continue }
      unsafe edgeTo[Int(source)] = -1
      unsafe queue[queued] = source
      queued += 1
    }
  }

  private mutating func run() {
    var next = 0
    var last = unsafe queued > 0 ? queue[queued &- 1] : 0
    while next < queued {
      // In a list each vertex is the last that was found: not to wait for it to come back from memory
      // is a third of the time.
      let vertex = unsafe next &+ 1 == queued ? Int(last) : Int(queue[next])
      if next &+ Ahead.starts < queued { prefetch(after: next) }
      next &+= 1
      // An empty queue begins again at the front: a list then takes one place and not one a vertex.
      if next == queued {
        next = 0
        queued = 0
      }
      var edge = unsafe Int(starts[vertex])
      let end = unsafe Int(starts[vertex &+ 1])
      while edge < end {
        let head = unsafe heads[edge]
        if unsafe edgeTo[Int(head)] == -2 {
          unsafe edgeTo[Int(head)] = Int32(truncatingIfNeeded: edge)
          unsafe queue[queued] = head
          queued &+= 1
          last = head
        }
        edge &+= 1
      }
    }
  }

  @inline(__always) private func prefetch(after position: Int) {
    unsafe starts.prefetch(Int(queue[position &+ Ahead.starts]))
    unsafe heads.prefetch(Int(starts[Int(queue[position &+ Ahead.heads])]))
    let near = unsafe Int(queue[position &+ Ahead.marks])
    var edge = unsafe Int(starts[near])
    let end = unsafe Swift.min(edge &+ 6, Int(starts[near &+ 1]))
    while edge < end {
      unsafe edgeTo.prefetch(Int(heads[edge]))
      edge &+= 1
    }
  }
}
