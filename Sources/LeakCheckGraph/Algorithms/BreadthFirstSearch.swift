/// A breadth-first search with its queue in one array, which shows early what will be read.
@safe struct BreadthFirstSearch {
  /// The distances by which columns are loaded ahead; each column needs the one before it.
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
  private var queued: Int
  /// How many were queued when the last block began.
  private var queuedBefore = -1

  /// How many vertices are looked at together; a power of two.
  private static let block = 64

  /// The edge through which each vertex is reached first: -1 for sources, -2 where nothing reaches.
  ///
  /// - Precondition: The sources are vertices.
  static func edges(from sources: some Sequence<Int32>, along edges: Adjacency) -> [Int32] {
    unsafe edges.searched(from: sources) { columns, edgeTo, queue, queued in
      var search = unsafe BreadthFirstSearch(
        starts: columns.starts, heads: columns.heads, edgeTo: edgeTo, queue: queue, queued: queued)
      search.run()
    }
  }

  private mutating func run() {
    var next = 0
    var last = unsafe queued > 0 ? queue[queued &- 1] : 0
    while next < queued {
      if next & (Self.block &- 1) == 0, passBlock(at: next) {
        next &+= Self.block
        continue
      }
      // In a list each vertex is the last that was found: not to wait for it to come back from memory
      // is a third of the time.
      var vertex = unsafe next &+ 1 == queued ? Int(last) : Int(queue[next])
      if next &+ Ahead.starts < queued { prefetch(after: next) }
      next &+= 1
      // An empty queue begins again at the front: a list then takes one place and not one a vertex.
      if next == queued {
        next = 0
        queued = 0
        vertex &+= listLength(from: vertex)
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

  /// Looks at a block of vertices without loading ahead, and finds nothing; `false` where that is not to be foreseen.
  ///
  /// What a few hubs refer to stands side by side and mostly leads back to them: the processor itself loads ahead then.
  @inline(never) private mutating func passBlock(at next: Int) -> Bool {
    let foundNothing = queued == queuedBefore
    queuedBefore = queued
    guard foundNothing, next &+ Self.block < queued else { return false }
    let first = unsafe queue[next]
    guard unsafe UInt32(bitPattern: queue[next &+ Self.block &- 1] &- first) < 1024 else {
      return false
    }
    for place in next..<next &+ Self.block {
      let vertex = unsafe Int(queue[place])
      var edge = unsafe Int(starts[vertex])
      let end = unsafe Int(starts[vertex &+ 1])
      while edge < end {
        if unsafe edgeTo[Int(heads[edge])] == -2 { return false }
        edge &+= 1
      }
    }
    return true
  }

  /// Follows a list whose vertices stand side by side, from the one vertex that is open; says how many it passed.
  ///
  /// Where the next one is, is guessed and then looked at: to load it first, each step would wait for the one before.
  @inline(never) private func listLength(from vertex: Int) -> Int {
    let first = unsafe Int(starts[vertex])
    let most = unsafe min(starts.count &- 2 &- vertex, heads.count &- first)
    var length = 0
    while length < most {
      let (edge, head) = (first &+ length, vertex &+ length &+ 1)
      guard unsafe Int(starts[head]) == edge &+ 1, unsafe Int(heads[edge]) == head,
        unsafe edgeTo[head] == -2
      else { break }
      unsafe edgeTo[head] = Int32(truncatingIfNeeded: edge)
      length &+= 1
    }
    return length
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

extension Adjacency {
  /// What a search in the order of a queue begins with and what it fills.
  ///
  /// - Parameters:
  ///   - sources: where it begins, each once in the queue; every one is a vertex.
  ///   - body: the search, which is given the columns, the edge to each vertex (-1 at sources, else -2), a queue with room
  ///     for every vertex, and how many are in it. All pointers are valid in it.
  /// - Returns: the edge to each vertex.
  /// - Complexity: O(vertices) besides `body`; 4 bytes a vertex besides the result of 4.
  @inline(__always)
  func searched(
    from sources: some Sequence<Int32>,
    _ body: (
      _ columns: (starts: UnsafeBufferPointer<Int32>, heads: UnsafeBufferPointer<Int32>),
      _ edgeTo: UnsafeMutableBufferPointer<Int32>, _ queue: UnsafeMutableBufferPointer<Int32>,
      _ queued: Int
    ) -> Void
  ) -> [Int32] {
    let scratch = ScratchBuffer(byteCount: 4 * vertexCount)
    return unsafe [Int32](count: vertexCount) { edgeTo in
      unsafe edgeTo.initialize(repeating: -2)
      let queue = unsafe scratch.column(of: Int32.self, count: vertexCount)
      var queued = 0
      for source in sources {
        precondition(edgeTo.indices.contains(Int(source)), "vertex \(source) is not there")
        guard unsafe edgeTo[Int(source)] == -2 else { continue }
        unsafe edgeTo[Int(source)] = -1
        unsafe queue[queued] = source
        queued += 1
      }
      unsafe withUnsafeColumns { columns in unsafe body(columns, edgeTo, queue, queued) }
    }
  }
}
