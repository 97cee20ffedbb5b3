/// The depth-first walk that finds which edges lead back to where it came from, dear edges first.
///
/// All pointers are valid while ``BackEdges/of(_:from:prices:)`` runs.
@safe private struct BackEdgeWalk {
  private struct Frame: BitwiseCopyable {
    var vertex: Int32
    /// The edges that are not taken yet are those from `start` to before `end`, taken from the end.
    var end: Int32
  }

  private enum State {
    static let unseen: UInt8 = 0
    static let onPath: UInt8 = 1
    static let left: UInt8 = 2
  }

  let starts: UnsafeBufferPointer<Int32>
  let heads: UnsafeBufferPointer<Int32>
  let prices: UnsafeBufferPointer<Int32>
  /// The edges of each vertex, from when it is entered on the cheapest first.
  let order: UnsafeMutableBufferPointer<Int32>
  private let frames: UnsafeMutableBufferPointer<Frame>
  private let states: UnsafeMutableBufferPointer<UInt8>

  init(
    _ columns: (starts: UnsafeBufferPointer<Int32>, heads: UnsafeBufferPointer<Int32>),
    prices: UnsafeBufferPointer<Int32>, scratch: borrowing UnsafeScratch
  ) {
    let vertexCount = unsafe columns.starts.count - 1
    unsafe (starts, heads) = unsafe columns
    unsafe self.prices = unsafe prices
    unsafe frames = scratch.column(of: Frame.self, count: vertexCount)
    unsafe order = scratch.column(of: Int32.self, count: prices.count, at: 8 * vertexCount)
    unsafe states = scratch.column(
      of: UInt8.self, count: vertexCount, at: 8 * vertexCount + 4 * prices.count)
    unsafe states.initialize(repeating: State.unseen)
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
      let edge = unsafe order[Int(top.end)]
      let head = unsafe heads[Int(edge)]
      let state = unsafe states[Int(head)]
      if state == State.onPath { back.insert(edge) }
      guard state == State.unseen else { continue }
      unsafe frames[depth] = top
      depth &+= 1
      top = enter(head)
    }
  }

  /// Sorts the edges of a vertex by price; of one price in their order.
  private func enter(_ vertex: Int32) -> Frame {
    unsafe states[Int(vertex)] = State.onPath
    let (start, end) = unsafe (Int(starts[Int(vertex)]), Int(starts[Int(vertex) &+ 1]))
    for edge in start..<end {
      unsafe order[edge] = Int32(truncatingIfNeeded: edge)
      unsafe states.prefetch(Int(heads[edge]))
    }
    if end &- start > 16 {
      var run = unsafe UnsafeMutableBufferPointer(rebasing: order[start..<end])
      unsafe run.sort { unsafe (prices[Int($0)], $0) < (prices[Int($1)], $1) }
    } else {
      sort(start..<end)
    }
    return Frame(vertex: vertex, end: Int32(truncatingIfNeeded: end))
  }

  @inline(__always) private func sort(_ run: Range<Int>) {
    for place in run.dropFirst() {
      let edge = unsafe order[place]
      let price = unsafe prices[Int(edge)]
      var hole = place
      while hole > run.lowerBound, unsafe prices[Int(order[hole &- 1])] > price {
        unsafe order[hole] = order[hole &- 1]
        hole &-= 1
      }
      unsafe order[hole] = edge
    }
  }
}

/// The edges of a graph that lead back to a vertex on the path of a depth-first walk.
package enum BackEdges {
  /// The edges that lead back, in rising order.
  ///
  /// - Parameters:
  ///   - edges: the edges to walk along.
  ///   - entries: where the walk begins; other vertices follow by number.
  ///   - prices: the price of each edge; at each vertex the walk takes the dearest edge first, of one price the last.
  /// - Returns: positions in `edges`.
  /// - Complexity: O(vertices + edges log degree), without recursion; 9 bytes a vertex and 4 an edge.
  package static func of(_ edges: Adjacency, from entries: [Int32], prices: [Int32]) -> [Int32] {
    precondition(prices.count == edges.edgeCount)
    precondition(entries.areAll(below: UInt32(edges.vertexCount)))
    var back = VertexSet(capacity: edges.edgeCount)
    let scratch = UnsafeScratch(byteCount: 9 * edges.vertexCount + 4 * edges.edgeCount)
    unsafe edges.withUnsafeColumns { columns in
      unsafe prices.withUnsafeBufferPointer { prices in
        let walk = unsafe BackEdgeWalk(columns, prices: prices, scratch: scratch)
        for vertex in entries { walk.run(from: vertex, adding: &back) }
        for vertex in 0..<Int32(edges.vertexCount) { walk.run(from: vertex, adding: &back) }
      }
    }
    return back.members
  }
}
