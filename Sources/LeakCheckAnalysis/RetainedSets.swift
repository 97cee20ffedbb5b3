import LeakCheckGraph

/// What would be freed with an object or with a whole component: the vertices that it dominates.
///
/// Objects are dominated from what is held and from what keeps itself; components in the graph of
/// components, where a cycle is one vertex and so has one retained set.
struct RetainedSets {
  private let analysis: GraphAnalysis
  private let objects: DominatedRanges
  private let components: DominatedRanges

  init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    let scc = analysis.components
    let selfKept = scc.cyclic.filter { component in
      scc.members(of: component).first.map { !analysis.reachable.contains($0) } == true
    }
    let held = analysis.held + analysis.overRetained
    objects = DominatedRanges(
      of: DominatorTree(
        from: held + selfKept.flatMap { scc.members(of: $0) }, along: analysis.retaining))
    let condensed = analysis.retaining.condensed(into: scc)
    components = DominatedRanges(
      of: DominatorTree(
        from: held.map { scc.component[Int($0)] } + selfKept.map(Int32.init), along: condensed))
  }

  /// The retained set of some objects, themselves included, in rising order.
  func ofObjects(_ tops: [Int32]) -> [Int32] { objects.members(below: tops) }

  /// The retained set of the components of some objects, in rising order.
  func ofComponents(_ members: [Int32]) -> [Int32] {
    components.members(below: members.map { analysis.components.component[Int($0)] })
      .flatMap { analysis.components.members(of: Int($0)) }.sorted()
  }
}
