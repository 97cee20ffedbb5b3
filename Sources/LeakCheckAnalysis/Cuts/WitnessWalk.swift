import LeakCheckGraph

/// A walk that finds many witnesses of a cut problem: paths that keep a target and share no edge.
///
/// What a witness is cut by is taken away at once, as are its other edges, so the walk goes along no edge twice. A
/// thousand cycles through one object take one walk then, where to look for each anew takes a thousand. What the walk
/// leaves is for another one: it does not come back to what it has left behind.
struct WitnessWalk {
  private let edges: Adjacency
  private let isTarget: VertexSet
  /// The edges that are cut or part of a witness.
  private var taken: VertexSet
  /// The edge of each vertex that is looked at next.
  private var next: [Int32] = []
  /// The place of each vertex on the path, ``Place/none`` or ``Place/done``.
  private var places: [Int32] = []
  /// The path, the edges between its vertices, and how many targets there are up to each.
  private var path: [Int32] = []
  private var way: [Int32] = []
  private var targets: [Int32] = []

  private enum Place {
    static let none: Int32 = -1
    static let done: Int32 = -2
  }

  /// A walk along `edges` to what is in `targets`.
  init(along edges: Adjacency, to targets: VertexSet) {
    (self.edges, isTarget) = (edges, targets)
    taken = VertexSet(capacity: edges.edgeCount)
  }

  /// Finds paths from some vertices to targets.
  ///
  /// - Parameters:
  ///   - starts: what the walk begins at.
  ///   - cut: gives for each witness the edges that are cut because of it, at least one of its own.
  /// - Complexity: O(vertices + edges).
  mutating func paths(from starts: [Int32], _ cut: (ArraySlice<Int32>) -> [Int32]) {
    reset()
    for start in starts { walk(from: start, toTargets: true, cut) }
  }

  /// Finds cycles that pass a target, as ``paths(from:_:)`` does paths.
  mutating func cycles(from starts: [Int32], _ cut: (ArraySlice<Int32>) -> [Int32]) {
    reset()
    for start in starts { walk(from: start, toTargets: false, cut) }
  }

  private mutating func reset() {
    next = (0..<Int32(edges.vertexCount)).map { Int32(edges.edges(of: $0).lowerBound) }
    places = [Int32](repeating: Place.none, count: edges.vertexCount)
  }

  private mutating func walk(
    from start: Int32, toTargets: Bool, _ cut: (ArraySlice<Int32>) -> [Int32]
  ) {
    guard places[Int(start)] == Place.none else { return }
    enter(start)
    while let vertex = path.last {
      let edge = next[Int(vertex)]
      guard edge < edges.edges(of: vertex).upperBound else {
        places[Int(vertex)] = Place.done
        path.removeLast()
        targets.removeLast()
        _ = way.popLast()
        continue
      }
      next[Int(vertex)] += 1
      let head = edges.heads[Int(edge)]
      guard !taken.contains(edge), places[Int(head)] != Place.done else { continue }
      if let first = firstOfWitness(endingAt: head, toTargets: toTargets) {
        way.append(edge)
        take(way[first...], keeping: first + 1, cut)
      } else if places[Int(head)] == Place.none {
        way.append(edge)
        enter(head)
      }
    }
  }

  private mutating func enter(_ vertex: Int32) {
    places[Int(vertex)] = Int32(path.count)
    path.append(vertex)
    targets.append((targets.last ?? 0) + (isTarget.contains(vertex) ? 1 : 0))
  }

  /// The place on the path where a witness begins that is complete at `head`, or `nil`.
  private func firstOfWitness(endingAt head: Int32, toTargets: Bool) -> Int? {
    if toTargets { return isTarget.contains(head) ? 0 : nil }
    let place = Int(places[Int(head)])
    guard place >= 0 else { return nil }
    let before = place == 0 ? 0 : targets[place - 1]
    return targets[targets.count - 1] > before ? place : nil
  }

  /// Takes a witness away, which is the end of the way, and goes back to where the path is whole.
  private mutating func take(
    _ witness: ArraySlice<Int32>, keeping count: Int, _ cut: (ArraySlice<Int32>) -> [Int32]
  ) {
    for edge in witness { taken.insert(edge) }
    let cut = cut(witness)
    way.removeLast()
    var kept = count
    for edge in cut {
      taken.insert(edge)
      let place = Int(places[Int(edges.heads[Int(edge)])])
      if place > 0, way[place - 1] == edge { kept = min(kept, place) }
    }
    for vertex in path[kept...] { places[Int(vertex)] = Place.none }
    path.removeLast(path.count - kept)
    targets.removeLast(targets.count - kept)
    way.removeLast(way.count - (kept - 1))
  }
}
