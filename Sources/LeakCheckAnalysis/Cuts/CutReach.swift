import LeakCheckGraph

/// Searches in a cut problem around the cut: whether and how a root still reaches an object.
///
/// The search for cuts asks thousands of times, so a search begins at the object and goes backwards: what still keeps it
/// is mostly near. A class, because the searches share their memory. Not for use by several threads at once.
final class CutReach {
  private let edges: Adjacency
  private let tails: [Int32]
  private let isRoot: VertexSet
  private let collectsCycles: Bool
  /// The edges by the vertex they reach.
  private let inverse: (starts: [Int32], order: [Int32])
  private var search: BackwardSearch

  /// Searches among `edges`; with `collectsCycles`, what no root reaches is freed, cycles or not.
  init(_ edges: Adjacency, tails: [Int32], roots: VertexSet, collectsCycles: Bool = false) {
    self.edges = edges
    self.tails = tails
    isRoot = roots
    self.collectsCycles = collectsCycles
    inverse = Adjacency.inverse(of: edges.heads, vertexCount: edges.vertexCount)
    search = BackwardSearch(vertexCount: edges.vertexCount)
  }

  /// The fate of an object after a cut.
  enum Fate: Equatable {
    case freed
    /// The shortest path from a root to it; of several the one from the lowest object, then along the lowest edges: the
    /// one that a breadth-first search from the roots finds.
    case reached(path: [Int32])
    /// The shortest cycle through it, the lowest edges first.
    case onCycle([Int32])
    /// No root reaches it, but a cycle does that it is not on.
    case behindCycle
  }

  /// What becomes of `target` without the edges of `cut`.
  ///
  /// - Complexity: O(vertices + edges) that lead to it, or as far away as the nearest root.
  func fate(of target: Int32, without cut: VertexSet) -> Fate {
    // Moved out meanwhile: what belongs to a class is checked at each access.
    var search = BackwardSearch(vertexCount: 0)
    swap(&search, &self.search)
    defer { swap(&search, &self.search) }
    let isRoot = isRoot
    let isReached = search.grow(
      from: target, starts: inverse.starts, order: inverse.order, tails: tails, isRoot: isRoot,
      cut: cut)
    if isReached {
      let start = search.queue.lazy.filter(isRoot.contains).min() ?? target
      return .reached(path: search.descent(from: start, along: edges, cut: cut))
    }
    if collectsCycles { return .freed }
    if let first = search.edgeBack(to: target, along: edges, cut: cut) {
      let head = edges.heads[Int(first)]
      return .onCycle([first] + search.descent(from: head, along: edges, cut: cut))
    }
    return search.isAcyclic(along: edges, cut: cut) ? .freed : .behindCycle
  }

  /// Whether `target` is freed without the edges of `cut`.
  func isFreed(_ target: Int32, without cut: VertexSet) -> Bool {
    fate(of: target, without: cut) == .freed
  }
}

/// A breadth-first search from a target against the edges, as far as it has gone.
private struct BackwardSearch {
  /// The search that came to each vertex, and its distance then.
  private var seen: [Int32]
  private var distance: [Int32]
  private var round: Int32 = 0
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
      return seen[head] == round && distance[head] + 1 == distance[Int(vertex)]
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
      seen[Int(edges.heads[edge])] == round && !cut.contains(Int32(edge))
    }
    return leaving.min { distance[Int(edges.heads[$0])] < distance[Int(edges.heads[$1])] }
      .map(Int32.init)
  }

  /// Grows by whole steps until it has a root, or everything that leads to the target; whether it has one.
  mutating func grow(
    from target: Int32, starts: [Int32], order: [Int32], tails: [Int32], isRoot: VertexSet,
    cut: VertexSet
  ) -> Bool {
    round += 1
    queue.removeAll(keepingCapacity: true)
    queue.append(target)
    seen[Int(target)] = round
    distance[Int(target)] = 0
    if isRoot.contains(target) { return true }
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
        guard seen[Int(tail)] != round, !cut.contains(edge) else { continue }
        seen[Int(tail)] = round
        distance[Int(tail)] = step
        queue.append(tail)
        if isRoot.contains(tail) { found = step }
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
        if seen[head] == round, !cut.contains(Int32(edge)) { distance[head] += 1 }
      }
    }
    var free = queue.filter { distance[Int($0)] == 0 }
    var next = 0
    while next < free.count {
      for edge in edges.edges(of: free[next]) {
        let head = Int(edges.heads[edge])
        guard seen[head] == round, !cut.contains(Int32(edge)) else { continue }
        distance[head] -= 1
        if distance[head] == 0 { free.append(Int32(head)) }
      }
      next += 1
    }
    return free.count == queue.count
  }
}
