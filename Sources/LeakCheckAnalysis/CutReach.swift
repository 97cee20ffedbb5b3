import LeakCheckGraph

/// Walks in a cut problem that go round the cut: whether held objects still reach an object, and how.
///
/// The search for cuts asks thousands of times, so a walk begins at the object and goes backwards: what still holds it
/// is mostly near. A class, because the walks share their memory. Not for use by several threads at once.
final class CutReach {
  private let edges: Adjacency
  private let tails: [Int32]
  private let isHeld: VertexSet
  private let collectsCycles: Bool
  /// The edges by the vertex they reach.
  private let inverse: (starts: [Int32], order: [Int32])
  private var ball: Ball

  /// Walks among `edges`; with `collectsCycles`, what nothing held reaches is freed, cycles or not.
  init(_ edges: Adjacency, tails: [Int32], held: VertexSet, collectsCycles: Bool = false) {
    self.edges = edges
    self.tails = tails
    isHeld = held
    self.collectsCycles = collectsCycles
    inverse = Adjacency.inverse(of: edges.heads, vertexCount: edges.vertexCount)
    ball = Ball(vertexCount: edges.vertexCount)
  }

  /// What becomes of an object when a cut is made.
  enum Fate: Equatable {
    case freed
    /// The shortest path from a held object to it; of several the one from the lowest object, then along the lowest
    /// edges: the one that a breadth-first search from the held objects finds.
    case reached(path: [Int32])
    /// The shortest cycle through it, the lowest edges first.
    case onCycle([Int32])
    /// Nothing held reaches it, but a cycle does that it is not on.
    case behindCycle
  }

  /// What becomes of `target` without the edges of `cut`.
  ///
  /// - Complexity: O(vertices + edges) that lead to it, or as far away as the nearest held object.
  func fate(of target: Int32, without cut: VertexSet) -> Fate {
    // Moved out for the walk: what belongs to a class is checked at each access.
    var ball = Ball(vertexCount: 0)
    swap(&ball, &self.ball)
    defer { swap(&ball, &self.ball) }
    let isHeld = isHeld
    let isReached = ball.grow(
      from: target, starts: inverse.starts, order: inverse.order, tails: tails, isHeld: isHeld,
      cut: cut)
    if isReached {
      let start = ball.queue.lazy.filter(isHeld.contains).min() ?? target
      return .reached(path: ball.descent(from: start, along: edges, cut: cut))
    }
    if collectsCycles { return .freed }
    if let first = ball.edgeBack(to: target, along: edges, cut: cut) {
      let head = edges.heads[Int(first)]
      return .onCycle([first] + ball.descent(from: head, along: edges, cut: cut))
    }
    return ball.isAcyclic(along: edges, cut: cut) ? .freed : .behindCycle
  }

  /// Whether `target` is freed without the edges of `cut`.
  func isFreed(_ target: Int32, without cut: VertexSet) -> Bool {
    fate(of: target, without: cut) == .freed
  }
}

/// The vertices from which a target is reached in few steps.
private struct Ball {
  /// The walk that came to each vertex, and its distance then.
  private var seen: [Int32]
  private var distance: [Int32]
  private var walk: Int32 = 0
  private(set) var queue: [Int32] = []

  init(vertexCount: Int) {
    seen = [Int32](repeating: 0, count: vertexCount)
    distance = seen
  }

  /// The way from a vertex to the target: at each vertex the lowest edge that leads closer.
  func descent(from start: Int32, along edges: Adjacency, cut: VertexSet) -> [Int32] {
    var path: [Int32] = []
    var vertex = start
    while let edge = edges.edges(of: vertex).first(where: { edge in
      let head = Int(edges.heads[edge])
      return seen[head] == walk && distance[head] + 1 == distance[Int(vertex)]
        && !cut.contains(Int32(edge))
    }) {
      path.append(Int32(edge))
      vertex = edges.heads[edge]
    }
    return path
  }

  /// The edge of the target that leads back to it soonest, or `nil`.
  func edgeBack(to target: Int32, along edges: Adjacency, cut: VertexSet) -> Int32? {
    let leaving = edges.edges(of: target).lazy.filter { edge in
      seen[Int(edges.heads[edge])] == walk && !cut.contains(Int32(edge))
    }
    return leaving.min { distance[Int(edges.heads[$0])] < distance[Int(edges.heads[$1])] }
      .map(Int32.init)
  }

  /// Grows by whole steps until it has a held vertex, or everything that leads to the target; whether it has one.
  mutating func grow(
    from target: Int32, starts: [Int32], order: [Int32], tails: [Int32], isHeld: VertexSet,
    cut: VertexSet
  ) -> Bool {
    walk += 1
    queue.removeAll(keepingCapacity: true)
    queue.append(target)
    seen[Int(target)] = walk
    distance[Int(target)] = 0
    if isHeld.contains(target) { return true }
    var found: Int32?
    var next = 0
    while next < queue.count {
      let vertex = Int(queue[next])
      let step = distance[vertex] + 1
      if let found, found < step { return true }
      next += 1
      for place in Int(starts[vertex])..<Int(starts[vertex + 1]) {
        let edge = order[place]
        let tail = tails[Int(edge)]
        guard seen[Int(tail)] != walk, !cut.contains(edge) else { continue }
        seen[Int(tail)] = walk
        distance[Int(tail)] = step
        queue.append(tail)
        if isHeld.contains(tail) { found = step }
      }
    }
    return found != nil
  }

  /// Whether no cycle runs through the vertices, when everything that leads to them is among them.
  mutating func isAcyclic(along edges: Adjacency, cut: VertexSet) -> Bool {
    // The distances have done their work: now they are the numbers of edges that lead to each vertex.
    for vertex in queue { distance[Int(vertex)] = 0 }
    for vertex in queue {
      for edge in edges.edges(of: vertex) {
        let head = Int(edges.heads[edge])
        if seen[head] == walk, !cut.contains(Int32(edge)) { distance[head] += 1 }
      }
    }
    var free = queue.filter { distance[Int($0)] == 0 }
    var next = 0
    while next < free.count {
      for edge in edges.edges(of: free[next]) {
        let head = Int(edges.heads[edge])
        guard seen[head] == walk, !cut.contains(Int32(edge)) else { continue }
        distance[head] -= 1
        if distance[head] == 0 { free.append(Int32(head)) }
      }
      next += 1
    }
    return free.count == queue.count
  }
}
