/// The edges that end at a vertex, each with the vertex that it leaves.
package typealias IncomingEdges = (Int32) -> [(edge: Int32, tail: Int32)]

extension NearSearch {
  /// The path from the nearest of many sources to `target`, looked for from its end: the one that ``ShortestPaths`` has.
  ///
  /// A root may have a million edges of which one leads to the target, so what is kept of the graph is what leads
  /// there on shortest paths.
  ///
  /// - Parameters:
  ///   - target: where the path ends.
  ///   - incoming: the edges into a vertex that may be followed.
  ///   - tails: the vertex that each edge leaves.
  ///   - sources: of some vertices those where paths begin, the preferred ones first.
  ///   - label: the rank of an edge among those it competes with; equal ranks are decided by position.
  /// - Returns: the path, which has no edges where the target is a source.
  /// - Complexity: O(``mostReached`` + the edges into them, times a logarithm).
  package static func path(
    to target: Int32, backAlong incoming: IncomingEdges, tails: [Int32],
    from sources: ([Int32]) -> [Int32], label: (Int) -> Int64 = { _ in 0 }
  ) -> Result {
    var leaving: [Int32: [(edge: Int32, head: Int32)]] = [:]
    var reached: Set<Int32> = [target]
    var level = [target]
    var edgeCount = 0
    while !level.isEmpty {
      let found = sources(level)
      if !found.isEmpty {
        let edgeTo = edges(from: found, along: leaving, label)
        return path(to: target, by: edgeTo, tails)
      }
      var next: [Int32] = []
      for head in level {
        let arriving = incoming(head)
        edgeCount += arriving.count
        if max(edgeCount, reached.count) > mostReached { return .far }
        for (edge, tail) in arriving where !reached.contains(tail) {
          if leaving[tail] == nil { next.append(tail) }
          leaving[tail, default: []].append((edge, head))
        }
      }
      reached.formUnion(next)
      level = next
    }
    return .none
  }

  /// The edge through which each vertex is reached along edges that all lead on to the target; -1 for sources.
  private static func edges(
    from sources: [Int32], along leaving: [Int32: [(edge: Int32, head: Int32)]],
    _ label: (Int) -> Int64
  ) -> [Int32: Int32] {
    var edgeTo: [Int32: Int32] = [:]
    for source in sources { edgeTo[source] = -1 }
    var queue = sources
    var next = 0
    while next < queue.count {
      let found = (leaving[queue[next]] ?? []).map {
        (label: label(Int($0.edge)), $0.edge, $0.head)
      }
      for (_, edge, head) in found.sorted(by: <) where edgeTo[head] == nil {
        edgeTo[head] = edge
        queue.append(head)
      }
      next += 1
    }
    return edgeTo
  }
}
