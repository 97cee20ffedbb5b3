import LeakCheckGraph

/// The nearest app object that each object reaches, with the last reference on the path.
///
/// Found for all objects at once: a graph may have many cycles of frameworks, and a search for each of them would take
/// time by the square of their number.
struct NearestVictims {
  /// The references to the nearest object of the app: 0 at one, -1 where none is reached.
  private var distance: [Int32]
  /// Of the nearest objects of the app the lowest.
  private var victim: [Int32]
  /// The last edge of the shortest path to the victim: of several paths the one whose edges come first.
  private var lastEdge: [Int32]

  /// - Complexity: O(objects + references); 12 bytes an object are kept.
  init(_ analysis: GraphAnalysis, _ retainers: Retainers) {
    let count = analysis.retaining.vertexCount
    distance = [Int32](repeating: -1, count: count)
    victim = [Int32](repeating: -1, count: count)
    lastEdge = victim
    let marks = analysis.graph.storage.marks.array
    var queue = (0..<Int32(count)).filter { marks[Int($0)].isDisjoint(with: [.framework, .test]) }
    for object in queue { (distance[Int(object)], victim[Int(object)]) = (0, object) }
    let incoming = retainers.columns
    var next = 0
    while next < queue.count {
      let object = queue[next]
      if distance[Int(object)] > 0 { choose(at: object, along: analysis.retaining) }
      _ = incoming.containsEdge(into: object) { _, tail in
        if distance[Int(tail)] < 0 {
          distance[Int(tail)] = distance[Int(object)] + 1
          queue.append(tail)
        }
        return false
      }
      next += 1
    }
  }

  private mutating func choose(at object: Int32, along edges: Adjacency) {
    for edge in edges.edges(of: object) {
      let head = Int(edges.heads[edge])
      guard distance[head] >= 0, distance[head] + 1 == distance[Int(object)],
        victim[Int(object)] < 0 || victim[head] < victim[Int(object)]
      else { continue }
      victim[Int(object)] = victim[head]
      lastEdge[Int(object)] = distance[head] == 0 ? Int32(edge) : lastEdge[head]
    }
  }

  /// The nearest object of the app that some objects of frameworks lead to, and the edge by which one comes there.
  ///
  /// They are those that a search from all of the objects finds first; `nil` where they lead to none.
  ///
  /// - Complexity: O(members).
  func nearest(to members: [Int32]) -> (object: Int32, edge: Int32)? {
    let reaching = members.filter { distance[Int($0)] > 0 }
    let first = reaching.min { left, right in
      (distance[Int(left)], victim[Int(left)], left)
        < (distance[Int(right)], victim[Int(right)], right)
    }
    return first.map { (victim[Int($0)], lastEdge[Int($0)]) }
  }
}
