/// The depth-first walk that finds which edges lead back to where it came from, dear edges first.
///
/// What a walk waits for is memory: everything that is needed to go on from a vertex stands in one place. All pointers are
/// valid while ``BackEdges/of(_:among:from:groups:prices:)`` runs.
@safe private struct BackEdgeWalk {
  /// A way on from a vertex: where it leads, and where the ways on from there begin.
  private struct Way: BitwiseCopyable {
    /// Twice the place of the first way of the head, and 1 where the way is the last one of its vertex.
    private let next: UInt32
    let head: Int32

    init(to head: Int32, at first: Int32, isLast: Bool) {
      next = UInt32(bitPattern: first) << 1 | (isLast ? 1 : 0)
      self.head = head
    }

    var first: Int { Int(next >> 1) }
    var isLast: Bool { next & 1 != 0 }
  }

  private struct Frame: BitwiseCopyable {
    var vertex: Int32
    /// The way that is taken next, or -1 where none is left.
    var place: Int32
  }

  private enum State {
    static let unseen: UInt8 = 0
    static let onPath: UInt8 = 1
    /// Left for good, or nothing to look at: no member, or no way on.
    static let left: UInt8 = 2
  }

  /// The edges of a vertex that are sorted as they come.
  private static let fewEdges = 16

  private let starts: UnsafeBufferPointer<Int32>
  /// The edges of each member, the dearest first.
  private let ways: UnsafeMutableBufferPointer<Way>
  /// The edge that each way is.
  private let edges: UnsafeMutableBufferPointer<Int32>
  private let frames: UnsafeMutableBufferPointer<Frame>
  private let states: UnsafeMutableBufferPointer<UInt8>

  static func scratch(for edges: Adjacency) -> UnsafeScratch {
    UnsafeScratch(byteCount: 12 * edges.edgeCount + 9 * edges.vertexCount)
  }

  init(starts: UnsafeBufferPointer<Int32>, edgeCount: Int, scratch: borrowing UnsafeScratch) {
    let vertexCount = starts.count - 1
    unsafe self.starts = unsafe starts
    unsafe ways = scratch.column(of: Way.self, count: edgeCount)
    unsafe frames = scratch.column(of: Frame.self, count: vertexCount, at: 8 * edgeCount)
    let used = 8 * (edgeCount + vertexCount)
    unsafe edges = scratch.column(of: Int32.self, count: edgeCount, at: used)
    unsafe states = scratch.column(
      of: UInt8.self, count: vertexCount, at: used + 4 * edgeCount)
    unsafe states.initialize(repeating: State.left)
  }

  /// Makes the edges of the members ready, the dearest first; of one price the last.
  ///
  /// In one pass beforehand: in the order of the walk every vertex would wait for memory once more.
  func sortEdges(
    of members: ArraySlice<Int32>, to heads: UnsafeBufferPointer<Int32>,
    groups: UnsafeBufferPointer<Int32>, prices: UnsafeBufferPointer<Int32>
  ) {
    var many: [Int64] = []
    for vertex in members {
      let run = unsafe Int(starts[Int(vertex)])..<Int(starts[Int(vertex) &+ 1])
      if run.isEmpty { continue }
      unsafe states[Int(vertex)] = State.unseen
      if run.count <= Self.fewEdges {
        for edge in run {
          unsafe insert(edge, at: edge, from: run.lowerBound, groups: groups, prices: prices)
        }
      } else {
        many.removeAll(keepingCapacity: true)
        for edge in run {
          unsafe many.append(Int64(prices[Int(groups[edge])]) << 32 | Int64(edge))
        }
        many.sort(by: >)
        for (place, key) in zip(run, many) {
          unsafe edges[place] = Int32(truncatingIfNeeded: key)
        }
      }
      for place in run {
        let head = unsafe heads[Int(edges[place])]
        unsafe ways[place] = unsafe Way(
          to: head, at: starts[Int(head)], isLast: place == run.upperBound &- 1)
      }
    }
  }

  /// Puts an edge among those before `place` that are as dear or cheaper.
  @inline(__always) private func insert(
    _ edge: Int, at place: Int, from first: Int, groups: UnsafeBufferPointer<Int32>,
    prices: UnsafeBufferPointer<Int32>
  ) {
    let price = unsafe prices[Int(groups[edge])]
    var hole = place
    while hole > first, unsafe prices[Int(groups[Int(edges[hole &- 1])])] <= price {
      unsafe edges[hole] = edges[hole &- 1]
      hole &-= 1
    }
    unsafe edges[hole] = Int32(truncatingIfNeeded: edge)
  }

  /// Walks from `start` and adds the edges that lead back.
  func run(from start: Int32, adding back: inout VertexSet) {
    guard unsafe states[Int(start)] == State.unseen else { return }
    var depth = 0
    var top = enter(start, at: unsafe Int(starts[Int(start)]))
    while true {
      guard top.place >= 0 else {
        unsafe states[Int(top.vertex)] = State.left
        guard depth > 0 else { return }
        depth &-= 1
        unsafe top = frames[depth]
        continue
      }
      let place = Int(top.place)
      let way = unsafe ways[place]
      top.place = way.isLast ? -1 : top.place &+ 1
      let state = unsafe states[Int(way.head)]
      if state == State.onPath { unsafe back.insert(edges[place]) }
      guard state == State.unseen else { continue }
      unsafe frames[depth] = top
      depth &+= 1
      top = enter(way.head, at: way.first)
    }
  }

  @inline(__always) private func enter(_ vertex: Int32, at first: Int) -> Frame {
    unsafe states[Int(vertex)] = State.onPath
    var place = first
    while true {
      let way = unsafe ways[place]
      unsafe states.prefetch(Int(way.head))
      if way.isLast { break }
      place &+= 1
    }
    return Frame(vertex: vertex, place: Int32(truncatingIfNeeded: first))
  }
}

/// The edges of a graph that lead back to a vertex on the path of a depth-first walk.
package enum BackEdges {
  /// The edges among `members` that lead back, in rising order.
  ///
  /// - Parameters:
  ///   - edges: the edges to walk along.
  ///   - members: the vertices to walk on, in rising order; edges to others are left out.
  ///   - entries: where the walk begins; the other members follow by number.
  ///   - groups: the group of each edge.
  ///   - prices: the price of each group; at each vertex the walk takes the dearest edge first, of one price the last.
  /// - Returns: positions in `edges`.
  /// - Complexity: O(members + their edges, times log degree), without recursion; 9 bytes a vertex and 12 an edge.
  package static func of(
    _ edges: Adjacency, among members: ArraySlice<Int32>, from entries: [Int32], groups: [Int32],
    prices: [Int32]
  ) -> [Int32] {
    precondition(groups.count == edges.edgeCount && groups.areAll(below: UInt32(prices.count)))
    precondition(entries.areAll(below: UInt32(edges.vertexCount)))
    precondition(members.allSatisfy { $0 >= 0 && $0 < edges.vertexCount })
    var back = VertexSet(capacity: edges.edgeCount)
    let scratch = BackEdgeWalk.scratch(for: edges)
    unsafe edges.withUnsafeColumns { columns in
      let walk = unsafe BackEdgeWalk(
        starts: columns.starts, edgeCount: edges.edgeCount, scratch: scratch)
      unsafe groups.withUnsafeBufferPointer { groups in
        unsafe prices.withUnsafeBufferPointer { prices in
          unsafe walk.sortEdges(of: members, to: columns.heads, groups: groups, prices: prices)
        }
      }
      for vertex in entries { walk.run(from: vertex, adding: &back) }
      for vertex in members { walk.run(from: vertex, adding: &back) }
    }
    return back.members
  }
}
