/// The depth-first walk that finds which edges lead back to where it came from, dear edges first.
///
/// All pointers are valid while ``BackEdges/of(_:among:from:groups:prices:)`` runs.
@safe private struct BackEdgeWalk {
  private struct Frame: BitwiseCopyable {
    var vertex: Int32
    /// The ways that are not taken yet are those from the vertex's first to before `end`, taken from the end.
    var end: Int32
  }

  private enum State {
    static let unseen: UInt8 = 0
    static let onPath: UInt8 = 1
    /// Left for good, or no member.
    static let left: UInt8 = 2
  }

  /// The edges of a vertex that are sorted as they come.
  private static let fewEdges = 16

  private let starts: UnsafeBufferPointer<Int32>
  /// The edges of each member, the cheapest first: the vertex that it leads to above the edge.
  private let ways: UnsafeMutableBufferPointer<Int64>
  private let frames: UnsafeMutableBufferPointer<Frame>
  private let states: UnsafeMutableBufferPointer<UInt8>

  static func scratch(for edges: Adjacency) -> UnsafeScratch {
    UnsafeScratch(byteCount: 8 * edges.edgeCount + 9 * edges.vertexCount)
  }

  init(starts: UnsafeBufferPointer<Int32>, edgeCount: Int, scratch: borrowing UnsafeScratch) {
    let vertexCount = starts.count - 1
    unsafe self.starts = unsafe starts
    unsafe ways = scratch.column(of: Int64.self, count: edgeCount)
    unsafe frames = scratch.column(of: Frame.self, count: vertexCount, at: 8 * edgeCount)
    unsafe states = scratch.column(
      of: UInt8.self, count: vertexCount, at: 8 * (edgeCount + vertexCount))
    unsafe states.initialize(repeating: State.left)
  }

  /// Makes the edges of the members ready, in the order of their prices; of one price in their own.
  ///
  /// In one pass beforehand: in the order of the walk every vertex would wait for memory once more.
  func sortEdges(
    of members: ArraySlice<Int32>, to heads: UnsafeBufferPointer<Int32>,
    groups: UnsafeBufferPointer<Int32>, prices: UnsafeBufferPointer<Int32>
  ) {
    for vertex in members {
      unsafe states[Int(vertex)] = State.unseen
      let run = unsafe Int(starts[Int(vertex)])..<Int(starts[Int(vertex) &+ 1])
      let isShort = run.count <= Self.fewEdges
      for edge in run {
        let key = unsafe Int64(prices[Int(groups[edge])]) << 32 | Int64(edge)
        if isShort { insert(key, at: edge, from: run.lowerBound) } else { unsafe ways[edge] = key }
      }
      if !isShort {
        var keys = unsafe UnsafeMutableBufferPointer(rebasing: ways[run])
        unsafe keys.sort()
      }
      for place in run {
        let edge = unsafe ways[place] & 0xffff_ffff
        unsafe ways[place] = Int64(heads[Int(edge)]) << 32 | edge
      }
    }
  }

  @inline(__always) private func insert(_ key: Int64, at place: Int, from first: Int) {
    var hole = place
    while hole > first, unsafe ways[hole &- 1] > key {
      unsafe ways[hole] = ways[hole &- 1]
      hole &-= 1
    }
    unsafe ways[hole] = key
  }

  /// Walks from `start` and adds the edges that lead back.
  func run(from start: Int32, adding back: inout VertexSet) {
    guard unsafe states[Int(start)] == State.unseen else { return }
    var depth = 0
    var top = enter(start)
    while true {
      guard top.end > (unsafe starts[Int(top.vertex)]) else {
        unsafe states[Int(top.vertex)] = State.left
        guard depth > 0 else { return }
        depth &-= 1
        unsafe top = frames[depth]
        continue
      }
      top.end &-= 1
      let way = unsafe ways[Int(top.end)]
      let head = Int32(truncatingIfNeeded: way >> 32)
      let state = unsafe states[Int(head)]
      if state == State.onPath { back.insert(Int32(truncatingIfNeeded: way)) }
      guard state == State.unseen else { continue }
      unsafe frames[depth] = top
      depth &+= 1
      top = enter(head)
    }
  }

  @inline(__always) private func enter(_ vertex: Int32) -> Frame {
    unsafe states[Int(vertex)] = State.onPath
    let (start, end) = unsafe (Int(starts[Int(vertex)]), Int(starts[Int(vertex) &+ 1]))
    var place = end
    while place > start {
      place &-= 1
      unsafe states.prefetch(Int(ways[place] >> 32))
    }
    return Frame(vertex: vertex, end: Int32(truncatingIfNeeded: end))
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
  /// - Complexity: O(members + their edges, times log degree), without recursion; 9 bytes a vertex and 8 an edge.
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
