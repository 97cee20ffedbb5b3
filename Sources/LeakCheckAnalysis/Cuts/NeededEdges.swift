import LeakCheckGraph

/// A search for the edges that a sufficient cut needs: restoring any one of them keeps a target.
///
/// It does where a root or a cycle leads to its tail and its head to a target, or where its head leads back to its tail,
/// all without an edge of the cut. One search shows it for all edges of one head, or of one tail, where to apply the cut without each
/// edge takes a search for each of them.
struct NeededEdges {
  private let edges: Adjacency
  private let tails: [Int32]
  private let inverse: (starts: [Int32], order: [Int32])
  private let cut: VertexSet
  /// What leads to a target without the cut.
  private var leads: VertexSet
  /// The search that came to each vertex last.
  private var seen: [Int32]
  private var search: Int32 = 0
  /// The edges that may still be looked at.
  private var budget: Int

  /// - Parameters:
  ///   - edges: the edges of the problem.
  ///   - tails: the vertices that they leave.
  ///   - cut: a set of them that is sufficient.
  ///   - targets: what it frees.
  ///   - budget: the most edges that are looked at, beside two walks along all of them.
  init(
    in edges: Adjacency, tails: [Int32], cut: VertexSet, targets: [Int32], budget: Int
  ) {
    (self.edges, self.tails, self.cut, self.budget) = (edges, tails, cut, budget)
    inverse = Adjacency.inverse(of: edges.heads, vertexCount: edges.vertexCount)
    seen = [Int32](repeating: 0, count: edges.vertexCount)
    leads = VertexSet(capacity: edges.vertexCount)
    var reached = targets
    for target in targets { leads.insert(target) }
    while let vertex = reached.popLast() {
      for edge in inverse.order[inverseRun(of: vertex)] where !cut.contains(edge) {
        if leads.insert(tails[Int(edge)]) { reached.append(tails[Int(edge)]) }
      }
    }
  }

  /// The edges of the cut that are needed, as far as that is shown.
  ///
  /// - Parameters:
  ///   - roots: what is held from outside.
  ///   - collectsCycles: whether cycles keep nothing.
  /// - Returns: edges of the cut.
  /// - Complexity: O(vertices + edges + budget).
  mutating func shown(roots: [Int32], collectsCycles: Bool) -> VertexSet {
    var shown = VertexSet(capacity: edges.edgeCount)
    let open = cut.members.filter { leads.contains(edges.heads[Int($0)]) }
    let held = collectsCycles ? roots : roots + onCycles
    if !held.isEmpty {
      let isHeld = reached(from: held)
      for edge in open where isHeld.contains(tails[Int(edge)]) { shown.insert(edge) }
    }
    if collectsCycles { return shown }
    let rest = open.filter { !shown.contains($0) }
    let (byHead, byTail) = (grouped(rest, by: edges.heads), grouped(rest, by: tails))
    let isForward = byHead.count <= byTail.count
    for group in isForward ? byHead : byTail {
      search(for: group, isForward: isForward, &shown)
    }
    return shown
  }

  /// What is on cycles that the cut leaves: these lead to no target.
  private var onCycles: [Int32] {
    var live = edges
    live.references = Array(0..<Int32(edges.edgeCount))
    let components = StronglyConnectedComponents(of: live.filtered { !cut.contains($0) })
    return components.cyclic.flatMap { components.members(of: $0) }
  }

  private func reached(from starts: [Int32]) -> VertexSet {
    var (reached, pending) = (VertexSet(starts, capacity: edges.vertexCount), starts)
    while let vertex = pending.popLast() {
      for edge in edges.edges(of: vertex) where !cut.contains(Int32(edge)) {
        if reached.insert(edges.heads[edge]) { pending.append(edges.heads[edge]) }
      }
    }
    return reached
  }

  /// Edges that have one end in common.
  private func grouped(_ list: [Int32], by ends: [Int32]) -> [ArraySlice<Int32>] {
    let sorted = list.sorted { (ends[Int($0)], $0) < (ends[Int($1)], $1) }
    var (groups, start): ([ArraySlice<Int32>], Int) = ([], 0)
    for place in sorted.indices
    where place + 1 == sorted.count || ends[Int(sorted[place])] != ends[Int(sorted[place + 1])] {
      groups.append(sorted[start...place])
      start = place + 1
    }
    return groups
  }

  /// Searches from the common end of some edges for their other ends.
  private mutating func search(
    for group: ArraySlice<Int32>, isForward: Bool, _ shown: inout VertexSet
  ) {
    guard budget > 0, let first = group.first else { return }
    search += 1
    let start = isForward ? edges.heads[Int(first)] : tails[Int(first)]
    seen[Int(start)] = search
    let isSingle = group.count == 1
    var (queue, place) = ([start], 0)
    while place < queue.count, budget > 0, !(isSingle && isSeen(first, isForward)) {
      let run = isForward ? edges.edges(of: queue[place]) : inverseRun(of: queue[place])
      place += 1
      budget -= run.count
      for position in run {
        let edge = isForward ? Int32(position) : inverse.order[position]
        let other = isForward ? edges.heads[Int(edge)] : tails[Int(edge)]
        guard !cut.contains(edge), seen[Int(other)] != search else { continue }
        seen[Int(other)] = search
        queue.append(other)
      }
    }
    for edge in group where isSeen(edge, isForward) { shown.insert(edge) }
  }

  private func inverseRun(of vertex: Int32) -> Range<Int> {
    Int(inverse.starts[Int(vertex)])..<Int(inverse.starts[Int(vertex) + 1])
  }

  /// Whether the search came to the other end of an edge of its group.
  private func isSeen(_ edge: Int32, _ isForward: Bool) -> Bool {
    seen[Int(isForward ? tails[Int(edge)] : edges.heads[Int(edge)])] == search
  }
}
