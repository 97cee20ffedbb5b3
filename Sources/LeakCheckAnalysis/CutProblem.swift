import LeakCheckGraph

/// The question that a cut answers: which references to take away so that some objects are freed.
///
/// A problem looks at a part of the graph: the objects that keep the targets, renumbered. Whether a cut is
/// sufficient is decided by releasing what nothing retains any more, as the runtime would.
struct CutProblem {
  /// The objects looked at, in rising order.
  let vertices: [Int32]
  /// The retaining references among them; `references` are edges of the analysis.
  let edges: Adjacency
  let tails: [Int32]
  /// The objects that are held from outside, renumbered.
  private let held: VertexSet
  /// The objects to free, renumbered.
  private let targets: [Int32]
  private let ends: ReleaseCascade.Ends

  /// The problem of freeing `targets` in the whole graph.
  init(freeing targets: [Int32], in analysis: GraphAnalysis, reversed: Adjacency) {
    let vertices = Self.keepers(of: targets, in: analysis, reversed: reversed)
    let held = analysis.held + analysis.excess
    self.init(vertices, targets: targets, held: held, in: analysis)
  }

  /// The problem of freeing a component as soon as the references to it from outside have gone.
  init(dissolving members: [Int32], in analysis: GraphAnalysis) {
    self.init(members, targets: members, held: [], in: analysis)
  }

  private init(
    _ vertices: [Int32], targets: [Int32], held: [Int32], in analysis: GraphAnalysis
  ) {
    self.vertices = vertices
    let edges = analysis.retaining.induced(on: vertices)
    self.edges = edges
    tails = edges.tails()
    func place(_ vertex: Int32) -> Int32? {
      let place = vertices.partitioningIndex { $0 >= vertex }
      return place < vertices.count && vertices[place] == vertex ? Int32(place) : nil
    }
    self.targets = targets.compactMap(place)
    self.held = VertexSet(held.compactMap(place), capacity: vertices.count)
    ends = edges.references.enumerated().compactMap { edge, original in
      let reference = analysis.retaining.references[Int(original)]
      let owner = analysis.graph.endingObject(of: reference).flatMap(place)
      return owner.map { (vertex: $0, edge: Int32(edge)) }
    }.sorted { $0 < $1 }
  }

  /// Everything that keeps the targets, also through a `deinit` that would end a reference to them.
  private static func keepers(
    of targets: [Int32], in analysis: GraphAnalysis, reversed: Adjacency
  ) -> [Int32] {
    var seeds = targets
    while true {
      let keepers = Reachability.reached(from: seeds, along: reversed)
      let owners = analysis.ends.filter {
        keepers.contains(analysis.retaining.heads[Int($0.edge)]) && !keepers.contains($0.vertex)
      }
      if owners.isEmpty { return keepers.members }
      seeds += owners.map(\.vertex)
    }
  }

  /// Whether cutting `cut` frees every target.
  ///
  /// - Complexity: O(vertices + edges).
  func isSufficient(_ cut: VertexSet) -> Bool {
    let freed = cascade(cut).freed
    return targets.allSatisfy(freed.contains)
  }

  private func cascade(_ cut: VertexSet) -> ReleaseCascade {
    ReleaseCascade(along: edges, held: held, cut: cut, ends: ends)
  }

  /// Edges of which a sufficient cut must contain one more than `cut` has; `nil` when `cut` suffices.
  ///
  /// They are what still keeps one target: a path from a held object, or a cycle and the path from it.
  func witness(against cut: VertexSet) -> [Int32]? {
    let cascade = self.cascade(cut)
    let remaining = targets.filter { !cascade.freed.contains($0) }
    guard let first = remaining.first else { return nil }
    let live = Live(self, after: cascade)
    var witness = Set(live.keeping(remaining, else: first))
    var explained: Set<Int32> = []
    // A reference on the way may end with some object, so what keeps that object keeps the target too.
    while let owner = ends.first(where: {
      witness.contains($0.edge) && !explained.contains($0.vertex)
    })?.vertex {
      explained.insert(owner)
      witness.formUnion(live.keeping([owner], else: owner))
    }
    return witness.sorted()
  }

  /// What is left of the problem after a cut.
  private struct Live {
    let problem: CutProblem
    let edges: Adjacency
    let components: StronglyConnectedComponents

    init(_ problem: CutProblem, after cascade: ReleaseCascade) {
      self.problem = problem
      var numbered = problem.edges
      numbered.references = Array(0..<Int32(numbered.edgeCount))
      edges = numbered.filtered { !cascade.isEnded.contains($0) }
      components = StronglyConnectedComponents(of: edges)
    }

    /// The edges that keep one of `targets`: a cycle through one, else what leads to `fallback`.
    func keeping(_ targets: [Int32], else fallback: Int32) -> [Int32] {
      let onCycle = targets.first {
        components.isCyclic(Int(components.component[Int($0)])) && !problem.held.contains($0)
      }
      let held = problem.held.members
      let tails = edges.tails()
      let fromHeld = ShortestPaths(from: held, along: edges, tails: tails)
      if let path = fromHeld.path(to: fallback) { return originals(path) }
      if let target = onCycle { return originals(cycle(through: target, tails) ?? []) }
      let cyclic = components.cyclic.flatMap { components.members(of: $0) }
      let paths = ShortestPaths(from: cyclic, along: edges, tails: tails)
      let path = paths.path(to: fallback) ?? []
      let start = path.first.map { tails[Int($0)] } ?? fallback
      return originals((cycle(through: start, tails) ?? []) + path)
    }

    private func cycle(through vertex: Int32, _ tails: [Int32]) -> [Int32]? {
      let cycles = edges.edges(of: vertex).compactMap {
        ShortestCycle.through($0, in: edges, tails: tails)
      }
      return cycles.min { $0.count < $1.count }
    }

    private func originals(_ path: [Int32]) -> [Int32] {
      path.map { edges.references[Int($0)] }
    }
  }
}
