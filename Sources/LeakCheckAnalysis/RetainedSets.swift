import LeakCheckGraph

/// What would be freed with an object or with a whole component: the vertices that it dominates.
///
/// Objects are dominated from what is held and from what keeps itself; components in the graph of
/// components, where a cycle is one vertex and so has one retained set.
struct RetainedSets {
  private let analysis: GraphAnalysis
  private let objects: Subtrees
  private let components: Subtrees

  init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    let scc = analysis.components
    let selfKept = scc.cyclic.filter { component in
      scc.members(of: component).first.map { !analysis.reachable.contains($0) } == true
    }
    let held = analysis.held + analysis.overRetained
    objects = Subtrees(
      DominatorTree(
        from: held + selfKept.flatMap { scc.members(of: $0) }, along: analysis.retaining))
    let condensed = analysis.retaining.condensed(into: scc)
    components = Subtrees(
      DominatorTree(
        from: held.map { scc.component[Int($0)] } + selfKept.map(Int32.init), along: condensed))
  }

  /// The retained set of some objects, themselves included, in rising order.
  func ofObjects(_ tops: [Int32]) -> [Int32] { objects.members(below: tops) }

  /// The retained set of the components of some objects, in rising order.
  func ofComponents(_ members: [Int32]) -> [Int32] {
    let tops = Set(members.map { analysis.components.component[Int($0)] }).sorted()
    return components.members(below: tops)
      .flatMap { analysis.components.members(of: Int($0)) }.sorted()
  }
}

/// The children of each vertex of a dominator tree.
private struct Subtrees {
  private let children: Adjacency

  init(_ tree: DominatorTree) {
    children = Adjacency(
      vertexCount: tree.immediateDominator.count,
      edges: tree.preorder.compactMap { vertex in
        let dominator = tree.immediateDominator[Int(vertex)]
        return dominator >= 0 ? (tail: dominator, head: vertex) : nil
      })
  }

  /// Everything below `tops`, they included; O(result log result).
  func members(below tops: [Int32]) -> [Int32] {
    var found: Set<Int32> = []
    var pending = tops
    while let vertex = pending.popLast() {
      guard found.insert(vertex).inserted else { continue }
      pending += children.edges(of: vertex).map { children.heads[$0] }
    }
    return found.sorted()
  }
}
