/// The component that most objects of a heap are in, found by two floods.
///
/// What a vertex leads to, and what of that leads to it, is its component. A flood loads ahead what it will ask for, where
/// a depth-first search waits for one load after the other. Source: Fleischer, Hendrickson, Pınar, "On Identifying
/// Strongly Connected Components in Parallel", 2000.
struct GiantComponent {
  /// The vertices of the component.
  let members: VertexSet
  /// The vertices that they lead to, themselves left out.
  let ahead: VertexSet

  /// A component of so many vertices, or what leads to them, is worth the floods: one in eight.
  private static let leastShare = 8

  /// The component of the best connected object, or `nil` where that is no large part of the graph.
  ///
  /// - Parameters:
  ///   - edges: references of `graph`.
  ///   - condition: whether references with these marks are among the edges, as ``Adjacency/init(marked:in:)`` takes it.
  ///   - graph: the graph.
  ///   - fewest: in a graph of fewer edges, a search takes no time.
  /// - Complexity: O(objects + references), without recursion; 4 bytes an object besides the result of 2 bits.
  init?(
    along edges: Adjacency, marked condition: (ReferenceMarks) -> Bool, in graph: ObjectGraph,
    fewest: Int = 1 << 16
  ) {
    let count = edges.vertexCount
    guard edges.edgeCount >= max(fewest, 1) else { return nil }
    let storage = graph.storage
    let hub = Self.bestConnected(edges, storage.incomingStarts.array)
    var ahead = VertexSet(capacity: count)
    UnsafeFlood(along: edges).run(from: [hub], in: &ahead)
    guard ahead.count > count / Self.leastShare else { return nil }
    var rest = ahead
    let isEdge = (0...UInt8.max).map { condition(ReferenceMarks(rawValue: $0)) }
    BackwardFlood(
      sources: storage.sources, incomingStarts: storage.incomingStarts, incoming: storage.incoming
    ).run(from: hub, within: &rest, where: isEdge, storage.referenceMarks)
    ahead.subtract(rest)
    // One vertex alone is left to the search, which sees whether it leads to itself.
    guard ahead.count > max(count / Self.leastShare, 1) else { return nil }
    (members, self.ahead) = (ahead, rest)
  }

  /// The vertex with the largest product of edges to it and from it, the first of several.
  private static func bestConnected(_ edges: Adjacency, _ incomingStarts: [Int32]) -> Int32 {
    var best: (vertex: Int32, product: Int) = (0, -1)
    for vertex in 0..<edges.vertexCount {
      let incoming = Int(incomingStarts[vertex + 1] - incomingStarts[vertex])
      let product = incoming * Int(edges.starts[vertex + 1] - edges.starts[vertex])
      if product > best.product { best = (Int32(truncatingIfNeeded: vertex), product) }
    }
    return best.vertex
  }
}

/// The search for what leads to a vertex, along the references that reach each object.
private struct BackwardFlood {
  let sources: Column<Int32>
  let incomingStarts: Column<Int32>
  let incoming: Column<Int32>

  /// Takes everything out of `rest` that leads to `hub`, which is in it, by way of what is in it.
  ///
  /// - Parameters:
  ///   - hub: where to begin.
  ///   - rest: where to look; afterwards, what does not lead to `hub`.
  ///   - isEdge: whether references with these marks count.
  ///   - marks: the marks of all references.
  func run(
    from hub: Int32, within rest: inout VertexSet, where isEdge: [Bool],
    _ marks: Column<ReferenceMarks>
  ) {
    let count = incomingStarts.count - 1
    let scratch = UnsafeScratch(byteCount: 4 * count)
    let queue = unsafe scratch.column(of: Int32.self, count: count)
    unsafe queue[0] = hub
    rest.remove(hub)
    unsafe rest.words.withUnsafeMutableBufferPointer { words in
      unsafe isEdge.withUnsafeBufferPointer { isEdge in
        unsafe marks.withUnsafeBufferPointer { marks in
          unsafe spread(from: queue, in: words) { reference in
            unsafe isEdge[Int(marks[Int(reference)].rawValue)]
          }
        }
      }
    }
  }

  @inline(__always)
  private func spread(
    from queue: UnsafeMutableBufferPointer<Int32>, in words: UnsafeMutableBufferPointer<UInt64>,
    where isEdge: (Int32) -> Bool
  ) {
    unsafe incomingStarts.withUnsafeBufferPointer { starts in
      unsafe incoming.withUnsafeBufferPointer { order in
        unsafe sources.withUnsafeBufferPointer { sources in
          var (next, queued) = (0, 1)
          while next < queued {
            let vertex = unsafe Int(queue[next])
            if next &+ 24 < queued {
              unsafe starts.prefetch(Int(queue[next &+ 24]))
              unsafe order.prefetch(Int(starts[Int(queue[next &+ 12])]))
              let first = unsafe Int(starts[Int(queue[next &+ 5])])
              for place in unsafe first..<min(first &+ 4, Int(starts[Int(queue[next &+ 5]) &+ 1])) {
                unsafe sources.prefetch(Int(order[place]))
              }
            }
            next &+= 1
            for place in unsafe Int(starts[vertex])..<Int(starts[vertex &+ 1]) {
              let reference = unsafe order[place]
              let tail = unsafe sources[Int(reference)]
              let bit: UInt64 = 1 << UInt64(tail & 63)
              guard unsafe words[Int(tail) >> 6] & bit != 0, isEdge(reference) else { continue }
              unsafe words[Int(tail) >> 6] &= ~bit
              unsafe queue[queued] = tail
              queued &+= 1
            }
          }
        }
      }
    }
  }
}
