/// A depth-first walk that finds back edges, expensive edges first.
///
/// What a walk waits for is memory, so what it looks at is small: a vertex is known by the place of its first way on, a way is
/// four bytes, and what is known of a vertex two bits. All pointers are valid while
/// ``BackEdges/of(_:among:from:groups:prices:)`` runs.
@safe private struct BackEdgeWalk {
  /// An edge from a vertex: the place where the edges of its head begin, or none.
  private struct Way: BitwiseCopyable {
    /// Twice the place, and 1 where the way is the last one of its vertex.
    private let bits: UInt32

    init(to first: Int, isLast: Bool) {
      bits = UInt32(truncatingIfNeeded: first) << 1 | (isLast ? 1 : 0)
    }

    var first: Int { Int(bits >> 1) }
    var isLast: Bool { bits & 1 != 0 }
  }

  private struct Frame: BitwiseCopyable {
    /// The first way of the vertex.
    var first: Int32
    /// The way that is taken next, or -1 where none is left.
    var place: Int32
  }

  /// One bit for each place, and one for no place.
  @safe private struct Bits {
    private let words: UnsafeMutableBufferPointer<UInt64>

    static func byteCount(for count: Int) -> Int { 8 * ((count + 64) >> 6) }

    init(for count: Int, in scratch: borrowing ScratchBuffer, at offset: Int) {
      unsafe words = scratch.column(of: UInt64.self, count: (count + 64) >> 6, at: offset)
      unsafe words.initialize(repeating: 0)
    }

    func contains(_ place: Int) -> Bool {
      unsafe words[place >> 6] >> UInt64(place & 63) & 1 != 0
    }

    func insert(_ place: Int) { unsafe words[place >> 6] |= 1 << UInt64(place & 63) }

    func remove(_ place: Int) { unsafe words[place >> 6] &= ~(1 << UInt64(place & 63)) }

    /// Calls `body` with each place that is in, in rising order.
    @inline(__always) func forEach(_ body: (Int) -> Void) {
      for index in unsafe words.indices {
        var word = unsafe words[index]
        while word != 0 {
          body(index << 6 | word.trailingZeroBitCount)
          word &= word &- 1
        }
      }
    }
  }

  /// The edges of a vertex that are sorted as they come.
  private static let fewEdges = 16

  private let starts: UnsafeBufferPointer<Int32>
  private let edgeCount: Int
  /// The ways on from each member, the dearest first.
  private let ways: UnsafeMutableBufferPointer<Way>
  /// The edge that each way is.
  private let edges: UnsafeMutableBufferPointer<Int32>
  private let frames: UnsafeMutableBufferPointer<Frame>
  /// By the first way of a vertex: whether it was entered, or cannot be.
  private let isSeen: Bits
  /// By the first way of a vertex: whether the walk is below it.
  private let isOnPath: Bits
  /// By way: whether it leads back.
  private let isBack: Bits

  /// The memory of a walk, in parts that fit into memory left by earlier work.
  struct Scratch: ~Copyable {
    fileprivate let bits: ScratchBuffer
    fileprivate let frames: ScratchBuffer
    fileprivate let ways: ScratchBuffer
    fileprivate let edges: ScratchBuffer

    init(for adjacency: Adjacency) {
      ways = ScratchBuffer(byteCount: 4 * adjacency.edgeCount)
      edges = ScratchBuffer(byteCount: 4 * adjacency.edgeCount)
      frames = ScratchBuffer(byteCount: 8 * adjacency.vertexCount)
      bits = ScratchBuffer(byteCount: 3 * Bits.byteCount(for: adjacency.edgeCount))
    }
  }

  init(starts: UnsafeBufferPointer<Int32>, edgeCount: Int, scratch: borrowing Scratch) {
    let bitBytes = Bits.byteCount(for: edgeCount)
    unsafe self.starts = unsafe starts
    self.edgeCount = edgeCount
    isSeen = Bits(for: edgeCount, in: scratch.bits, at: 0)
    isOnPath = Bits(for: edgeCount, in: scratch.bits, at: bitBytes)
    isBack = Bits(for: edgeCount, in: scratch.bits, at: 2 * bitBytes)
    unsafe frames = scratch.frames.column(of: Frame.self, count: starts.count - 1)
    unsafe ways = scratch.ways.column(of: Way.self, count: edgeCount)
    unsafe edges = scratch.edges.column(of: Int32.self, count: edgeCount)
    isSeen.insert(edgeCount)
  }

  /// The ways on from a vertex.
  @inline(__always) private func run(of vertex: Int32) -> Range<Int> {
    unsafe Int(starts[Int(vertex)])..<Int(starts[Int(vertex) &+ 1])
  }

  /// Makes the edges of the members ready, the dearest first; of one price the last.
  ///
  /// In one pass beforehand: in the order of the walk every vertex would wait for memory once more.
  func sortEdges(
    of members: ArraySlice<Int32>, _ isMember: VertexSet, to heads: UnsafeBufferPointer<Int32>,
    groups: UnsafeBufferPointer<Int32>, prices: UnsafeBufferPointer<Int32>
  ) {
    // Price and position of the edges of one vertex.
    var keys = [Int64](repeating: 0, count: Self.fewEdges)
    for vertex in members {
      let run = run(of: vertex)
      if keys.count < run.count { keys = [Int64](repeating: 0, count: run.count) }
      unsafe keys.withUnsafeMutableBufferPointer { keys in
        for (place, edge) in run.enumerated() {
          let key = unsafe Int64(prices[Int(groups[edge])]) << 32 | Int64(edge)
          if run.count <= Self.fewEdges {
            unsafe Self.insert(key, at: place, in: keys)
          } else {
            unsafe keys[place] = key
          }
        }
        if run.count > Self.fewEdges { unsafe keys[..<run.count].sort(by: >) }
        for (place, wayPlace) in run.enumerated() {
          let edge = unsafe Int(truncatingIfNeeded: keys[place] & 0xffff_ffff)
          let head = unsafe heads[edge]
          let next = self.run(of: head)
          unsafe edges[wayPlace] = Int32(truncatingIfNeeded: edge)
          unsafe ways[wayPlace] = Way(
            to: isMember.contains(head) && !next.isEmpty ? next.lowerBound : edgeCount,
            isLast: wayPlace == run.upperBound &- 1)
        }
      }
    }
  }

  /// Puts a key among those before `place`, which fall.
  @inline(__always) private static func insert(
    _ key: Int64, at place: Int, in keys: UnsafeMutableBufferPointer<Int64>
  ) {
    var hole = place
    while hole > 0, unsafe keys[hole &- 1] < key {
      unsafe keys[hole] = keys[hole &- 1]
      hole &-= 1
    }
    unsafe keys[hole] = key
  }

  /// Walks from a member, where the walk has not been yet.
  func walk(from member: Int32) {
    let start = run(of: member)
    guard !start.isEmpty, !isSeen.contains(start.lowerBound) else { return }
    var depth = 0
    var top = enter(start.lowerBound)
    while true {
      guard top.place >= 0 else {
        isOnPath.remove(Int(top.first))
        guard depth > 0 else { return }
        depth &-= 1
        unsafe top = frames[depth]
        continue
      }
      let place = Int(top.place)
      let way = unsafe ways[place]
      top.place = way.isLast ? -1 : top.place &+ 1
      if !isSeen.contains(way.first) {
        unsafe frames[depth] = top
        depth &+= 1
        top = enter(way.first)
      } else if isOnPath.contains(way.first) {
        isBack.insert(place)
      }
    }
  }

  @inline(__always) private func enter(_ first: Int) -> Frame {
    isSeen.insert(first)
    isOnPath.insert(first)
    prefetch(behind: first)
    let place = Int32(truncatingIfNeeded: first)
    return Frame(first: place, place: place)
  }

  /// Begins to load where the ways after the first lead on.
  @inline(__always) private func prefetch(behind first: Int) {
    var place = first
    while unsafe !ways[place].isLast, place < first &+ 8 {
      place &+= 1
      unsafe UnsafeBufferPointer(ways).prefetch(ways[place].first)
    }
  }

  /// The edges that lead back.
  func backEdges() -> VertexSet {
    var back = VertexSet(capacity: edgeCount)
    isBack.forEach { place in unsafe back.insert(edges[place]) }
    return back
  }
}

/// The edges of a graph that lead back to a vertex on the path of a depth-first walk.
package enum BackEdges {
  /// The edges among `members` that lead back, in rising order.
  ///
  /// - Parameters:
  ///   - edges: the edges to walk along.
  ///   - members: the vertices to walk on, in rising order; edges to others are left out.
  ///   - entries: which members the walk begins at; the others follow by number.
  ///   - groups: the group of each edge.
  ///   - prices: the price of each group; at each vertex the walk takes the dearest edge first, of one price the last.
  /// - Returns: positions in `edges`.
  /// - Complexity: O(members + their edges, times log degree), without recursion; 8 bytes a vertex and 9 an edge.
  package static func of(
    _ edges: Adjacency, among members: ArraySlice<Int32>, from entries: [Int32], groups: [Int32],
    prices: [Int32]
  ) -> [Int32] {
    precondition(groups.count == edges.edgeCount && groups.areAll(below: UInt32(prices.count)))
    precondition(members.allSatisfy { $0 >= 0 && $0 < edges.vertexCount })
    let isMember = VertexSet(Array(members), capacity: edges.vertexCount)
    precondition(entries.areAll(below: UInt32(edges.vertexCount)))
    precondition(entries.allSatisfy(isMember.contains))
    let scratch = BackEdgeWalk.Scratch(for: edges)
    return unsafe edges.withUnsafeColumns { columns in
      let walk = unsafe BackEdgeWalk(
        starts: columns.starts, edgeCount: edges.edgeCount, scratch: scratch)
      unsafe groups.withUnsafeBufferPointer { groups in
        unsafe prices.withUnsafeBufferPointer { prices in
          unsafe walk.sortEdges(
            of: members, isMember, to: columns.heads, groups: groups, prices: prices)
        }
      }
      for vertex in entries { walk.walk(from: vertex) }
      for vertex in members { walk.walk(from: vertex) }
      return walk.backEdges().members
    }
  }
}
