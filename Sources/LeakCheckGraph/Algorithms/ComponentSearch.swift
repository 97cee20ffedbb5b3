/// A depth-first search for strongly connected components.
///
/// Method: PEA_FIND_SCC2 of Pearce, "A Space-Efficient Algorithm for Finding Strongly Connected
/// Components", 2016, with frames on an array of its own. A vertex without edges is a component at sight
/// and needs no frame. What a vertex reaches stays in its frame, as in Tarjan's form. Where most vertices are in one
/// component, most of that is found by passes before; to the search it is one vertex, from which it begins.
///
/// All pointers belong to ``components(of:)`` and are valid while it runs.
@safe struct ComponentSearch {
  /// The position of the search in one vertex.
  struct Frame: BitwiseCopyable {
    var vertex: Int32
    var edge: Int32
    /// The least index that the vertex is known to reach.
    var low: Int32
  }

  private let starts: UnsafeBufferPointer<Int32>
  private let heads: UnsafeBufferPointer<Int32>
  /// 0 before a vertex is met; its index while it is on the path or open; then its component, counted down from
  /// `count`, so that it is never below an index.
  private let marks: UnsafeMutableBufferPointer<Int32>
  /// Open vertices from the front, vertices of complete components from the back.
  private let order: UnsafeMutableBufferPointer<Int32>
  private let frames: UnsafeMutableBufferPointer<Frame>
  /// Where each component begins in `order`, from the back; shares its memory with `frames`.
  private let firsts: UnsafeMutableBufferPointer<Int32>
  private let selfReferring: UnsafeMutableBufferPointer<UInt64>

  /// The end of the vertices that are searched now; those behind them are complete.
  private var partEnd: Int32 = 0
  /// Whether those are too many to be in the nearest cache already.
  private var prefetches = true
  private var depth = 0
  private var openCount = 0
  private var complete: Int
  private var nextIndex: Int32 = 1
  /// The mark of the next complete component.
  private var nextMark: Int32
  /// Components too large to be sorted at once, as runs of `order`.
  private var large: [Range<Int>] = []
  /// The end of the marks that the members of the giant keep: 1 in its core, and the indices of what the search found to
  /// be in it.
  private var keptEnd: Int32 = 0
  /// The mark of that component, and where its members belong in `order`.
  private var keptMark: Int32 = 0
  private var keptRun = 0..<0

  private init(
    _ edges: (starts: UnsafeBufferPointer<Int32>, heads: UnsafeBufferPointer<Int32>),
    marks: UnsafeMutableBufferPointer<Int32>, order: UnsafeMutableBufferPointer<Int32>,
    scratch: borrowing ScratchBuffer, selfReferring: UnsafeMutableBufferPointer<UInt64>
  ) {
    let count = order.count
    unsafe (starts, heads) = unsafe edges
    unsafe self.marks = unsafe marks
    unsafe self.order = unsafe order
    // Each vertex is on the path or has left it: a frame of 12 bytes or a start of 4.
    unsafe frames = scratch.column(of: Frame.self, count: count)
    unsafe firsts = scratch.column(of: Int32.self, count: count, at: 8 * count)
    unsafe self.selfReferring = unsafe selfReferring
    complete = count
    nextMark = Int32(count)
  }

  /// Searches from the last vertex on, in parts that no edge leads back from.
  ///
  /// No component reaches from one part into another. What an edge leads to is then complete already, and a vertex
  /// alone needs no search. Nor does a part in which each vertex leads to the next: since edges lead back over each
  /// place in it, every two neighbours are on a cycle, so it is one component.
  ///
  /// - Returns: how many vertices at the front are left to search.
  private mutating func searchFromEnd() -> Int32 {
    let count = unsafe Int32(order.count)
    var (end, vertex, least) = (count, count, Int32.max)
    var isChain = true
    // Where edges lead far back, as in most heaps, parts are not to be expected.
    while vertex > 0, isChain || least >= vertex / 2 {
      vertex &-= 1
      let edges = unsafe Int(starts[Int(vertex)])..<Int(starts[Int(vertex) &+ 1])
      var (toNext, toItself): (Int32, Int32) = (0, 0)
      for edge in edges {
        let head = unsafe heads[edge]
        least = Swift.min(least, head)
        // Counted and not decided, so that no branch depends on what the heads are.
        toNext &+= head == vertex &+ 1 ? 1 : 0
        toItself &+= head == vertex ? 1 : 0
      }
      isChain = isChain && (toNext > 0 || vertex &+ 1 == end)
      guard least >= vertex else { continue }
      if toItself > 0 { markSelfReferring(vertex) }
      if vertex &+ 1 == end {
        completeAlone(vertex)
      } else if isChain {
        completeAll(vertex..<end)
      } else {
        searchAll(vertex..<end)
      }
      (end, isChain) = (vertex, true)
    }
    return end
  }

  /// Completes a component of neighbours.
  private mutating func completeAll(_ vertices: Range<Int32>) {
    for vertex in vertices.dropFirst().reversed() {
      complete &-= 1
      unsafe order[complete] = vertex
      unsafe marks[Int(vertex)] = nextMark
    }
    completeAlone(vertices.lowerBound)
  }

  @inline(__always) private func markSelfReferring(_ vertex: Int32) {
    unsafe selfReferring[Int(vertex) >> 6] |= 1 << (UInt64(vertex) & 63)
  }

  private mutating func searchAll(_ vertices: Range<Int32>) {
    partEnd = vertices.upperBound
    prefetches = vertices.count > 1 << 10
    for vertex in vertices where unsafe marks[Int(vertex)] == 0 { search(from: vertex) }
  }

  /// Completes what the core leads to, and the component that the core is in.
  ///
  /// The core is what a search from one of its vertices would have on its path and open, all with the first index.
  private mutating func search(from core: GiantCore, before end: Int32) {
    (partEnd, prefetches) = (end, true)
    unsafe core.members.words.withUnsafeBufferPointer { words in
      for vertex in 0..<Int(end) {
        let word = unsafe words[vertex >> 6]
        unsafe marks[vertex] = Int32(truncatingIfNeeded: word >> UInt64(vertex & 63) & 1)
      }
    }
    nextIndex = 2
    for vertex in core.ahead.members where unsafe marks[Int(vertex)] == 0 { search(from: vertex) }
    completeGiant(coreCount: core.members.count)
  }

  /// Completes the component of the core and of all that are open, which keep their marks.
  private mutating func completeGiant(coreCount: Int) {
    keptEnd = nextIndex
    keptRun = complete &- coreCount &- openCount..<complete
    complete = keptRun.lowerBound
    openCount = 0
    keptMark = nextMark
    unsafe firsts[place(of: nextMark)] = Int32(truncatingIfNeeded: complete)
    nextMark &-= 1
  }

  private mutating func search(from root: Int32) {
    var top = enter(root)
    var end = unsafe starts[Int(root) &+ 1]
    while true {
      if top.edge == end {
        let low = leave(top)
        guard depth > 0 else { return }
        depth &-= 1
        unsafe top = frames[depth]
        unsafe end = starts[Int(top.vertex) &+ 1]
        if low < top.low { top.low = low }
        continue
      }
      let head = unsafe heads[Int(top.edge)]
      top.edge &+= 1
      // What lies behind the part at hand is complete.
      guard head < partEnd else { continue }
      let mark = unsafe marks[Int(head)]
      if mark == 0 {
        let last = unsafe starts[Int(head) &+ 1]
        guard unsafe starts[Int(head)] != last else {
          completeAlone(head)
          continue
        }
        if prefetches, top.edge < end {
          unsafe heads.prefetch(Int(starts[Int(heads[Int(top.edge)])]))
        }
        unsafe frames[depth] = top
        depth &+= 1
        top = enter(head)
        end = last
      } else if mark < top.low {
        if !isKept(mark) { top.low = mark }
      } else if head == top.vertex {
        markSelfReferring(head)
      }
    }
  }

  @inline(__always) private mutating func enter(_ vertex: Int32) -> Frame {
    let index = nextIndex
    nextIndex &+= 1
    unsafe marks[Int(vertex)] = index
    let first = unsafe starts[Int(vertex)]
    if prefetches { prefetch(from: Int(first), to: Int(unsafe starts[Int(vertex) &+ 1])) }
    return Frame(vertex: vertex, edge: first, low: index)
  }

  /// Begins to load what the search will ask of the next vertices.
  @inline(__always) private func prefetch(from first: Int, to end: Int) {
    var edge = first &+ 1
    let last = Swift.min(end, first &+ 8)
    while edge < last {
      let head = unsafe Int(heads[edge])
      unsafe marks.prefetch(head)
      unsafe starts.prefetch(head)
      edge &+= 1
    }
  }

  @inline(__always) private mutating func completeAlone(_ vertex: Int32) {
    complete &-= 1
    unsafe order[complete] = vertex
    unsafe marks[Int(vertex)] = nextMark
    unsafe firsts[place(of: nextMark)] = Int32(truncatingIfNeeded: complete)
    nextMark &-= 1
  }

  /// Opens the vertex for a component that is still growing, or completes its own.
  @inline(__always) private mutating func leave(_ frame: Frame) -> Int32 {
    let index = unsafe marks[Int(frame.vertex)]
    if frame.low < index {
      unsafe order[openCount] = frame.vertex
      openCount &+= 1
      return frame.low
    }
    let isAlone = unsafe openCount == 0 || marks[Int(order[openCount &- 1])] < index
    if isAlone {
      completeAlone(frame.vertex)
    } else {
      completeOpen(from: index)
      completeAlone(frame.vertex)
      sortMembers(of: nextMark &+ 1)
    }
    nextIndex = index
    return index
  }

  /// Moves what is open from `index` on to the complete vertices.
  private mutating func completeOpen(from index: Int32) {
    let end = openCount
    while openCount > 0 {
      let vertex = unsafe order[openCount &- 1]
      guard unsafe marks[Int(vertex)] >= index else { break }
      openCount &-= 1
      unsafe marks[Int(vertex)] = nextMark
    }
    let count = end &- openCount
    complete &-= count
    let members = unsafe UnsafeBufferPointer(rebasing: order[openCount..<end])
    _ = unsafe UnsafeMutableBufferPointer(rebasing: order[complete..<complete &+ count])
      .update(fromContentsOf: members)
  }

  /// Where `firsts` has the component with this mark.
  @inline(__always) private func place(of mark: Int32) -> Int { Int(mark &- 1) }

  /// Whether the mark, which is not 0, is one that a member of the giant keeps.
  @inline(__always) private func isKept(_ mark: Int32) -> Bool { mark < keptEnd }

  private mutating func sortMembers(of mark: Int32) {
    let end =
      unsafe place(of: mark) + 1 < order.count ? Int(firsts[place(of: mark + 1)]) : order.count
    guard end - complete <= 32 else { return large.append(complete..<end) }
    for position in complete + 1..<end {
      let vertex = unsafe order[position]
      var place = position
      while unsafe place > complete && order[place &- 1] > vertex {
        unsafe order[place] = order[place &- 1]
        place &-= 1
      }
      unsafe order[place] = vertex
    }
  }

  /// Sorts the members of large components, through one bit for each vertex where those are many.
  private func sortLarge() {
    var words = unsafe [UInt64](repeating: 0, count: large.isEmpty ? 0 : selfReferring.count)
    for run in large {
      if unsafe run.count > order.count / 8 {
        collect(run)
      } else if run.count > words.count {
        sort(run, through: &words)
      } else {
        var members = unsafe UnsafeMutableBufferPointer(rebasing: order[run])
        unsafe members.sort()
      }
    }
  }

  /// Finds the members of a component again, by their marks.
  private func collect(_ run: Range<Int>) {
    let mark = unsafe marks[Int(order[run.lowerBound])]
    var position = run.lowerBound
    for vertex in unsafe marks.indices {
      // Written whether it is a member or not, so that no branch depends on what the marks say.
      guard position < run.upperBound else { return }
      unsafe order[position] = Int32(truncatingIfNeeded: vertex)
      position &+= unsafe marks[vertex] == mark ? 1 : 0
    }
  }

  private func sort(_ run: Range<Int>, through words: inout [UInt64]) {
    for position in run {
      let vertex = unsafe order[position]
      words[Int(vertex) >> 6] |= 1 << (UInt64(vertex) & 63)
    }
    var position = run.lowerBound
    for index in words.indices {
      while words[index] != 0 {
        unsafe order[position] = Int32(index << 6 | words[index].trailingZeroBitCount)
        position += 1
        words[index] &= words[index] &- 1
      }
    }
  }
}

extension ComponentSearch {
  /// Puts components for all marks, numbered from 0 on, and the members in place that have kept their indices.
  private func number() {
    let unused = nextMark + 1
    var vertex = 0
    var position = keptRun.lowerBound
    while position < keptRun.upperBound {
      let mark = unsafe marks[vertex]
      let isMember = isKept(mark)
      // Written whether it is a member or not, so that no branch depends on what the marks say.
      unsafe order[position] = Int32(truncatingIfNeeded: vertex)
      position &+= isMember ? 1 : 0
      unsafe marks[vertex] = (isMember ? keptMark : mark) &- unused
      vertex &+= 1
    }
    for vertex in unsafe vertex..<marks.count { unsafe marks[vertex] &-= unused }
  }

  /// The components of a graph, grouped and numbered as ``StronglyConnectedComponents`` says.
  struct Result {
    var component: [Int32] = []
    var members: [Int32] = []
    var starts: [Int32] = []
    var selfReferring: [UInt64]
  }

  /// The components of `edges`.
  ///
  /// - Parameters:
  ///   - edges: the edges.
  ///   - fewest: with fewer edges no core is looked for.
  /// - Returns: the components, grouped.
  static func components(of edges: Adjacency, fewest: Int = 1 << 16) -> Result {
    let count = edges.vertexCount
    var result = Result(selfReferring: [UInt64](repeating: 0, count: (count + 63) >> 6))
    let scratch = ScratchBuffer(byteCount: 12 * count)
    result.component = unsafe [Int32](count: count) { marks in
      unsafe marks.initialize(repeating: 0)
      result.members = unsafe [Int32](count: count) { order in
        unsafe edges.withUnsafeColumns { columns in
          unsafe result.selfReferring.withUnsafeMutableBufferPointer { words in
            var search = unsafe ComponentSearch(
              columns, marks: marks, order: order, scratch: scratch, selfReferring: words)
            result.starts = search.run(edges, fewest)
          }
        }
      }
    }
    return result
  }

  /// Searches, numbers the components from 0 on and gives where each begins.
  private mutating func run(_ edges: Adjacency, _ fewest: Int) -> [Int32] {
    let rest = searchFromEnd()
    if let core = GiantCore(along: edges, before: rest, fewest: fewest) {
      search(from: core, before: rest)
    }
    searchAll(0..<rest)
    sortLarge()
    number()
    let used = unsafe firsts[(place(of: nextMark) + 1)...]
    return unsafe [Int32](count: used.count + 1) { starts in
      _ = unsafe starts.update(fromContentsOf: used)
      unsafe starts[used.count] = Int32(order.count)
    }
  }
}
