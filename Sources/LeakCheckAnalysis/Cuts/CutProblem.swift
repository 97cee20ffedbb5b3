import LeakCheckGraph

/// A problem for a cut to solve: which references to remove so that some objects are freed.
///
/// A problem looks at a part of the graph: the objects that keep the targets, renumbered. Whether a cut is
/// sufficient is decided by releasing what nothing retains any more, as the runtime would.
struct CutProblem {
  /// The objects looked at, in rising order.
  let vertices: [Int32]
  /// The retaining references among them; `references` are edges of the analysis.
  let edges: Adjacency
  let tails: [Int32]
  /// The objects that are kept from outside, renumbered.
  private var roots: VertexSet
  /// What answers for a single target; `nil` where there are several.
  private var reach: CutReach?
  /// The objects to free, renumbered.
  private let targets: [Int32]
  private let ends: ReleaseCascade.Ends
  /// Whether cycles keep nothing, because a tracing collector frees them.
  private let collectsCycles: Bool
  /// Where a component is entered, renumbered.
  private var entry: Int32?
  /// Whether everything that keeps the targets was looked at.
  let isWhole: Bool

  /// How much of the graph a problem looks at.
  struct Limits {
    /// The most references to what keeps the targets, where all of them are looked at.
    let whole: Int
    /// The references that are looked at where there are more, the nearest to the targets.
    let near: Int

    /// The limits of each of `problems`, so that all of them together do not take longer with each.
    init(problems: Int) {
      whole = max(Self.fewest, min(10_000, Self.all / max(1, problems)))
      near = max(Self.fewest, min(1_000, whole / 4))
    }

    /// The references that all problems of a check look at together.
    private static let all = 250_000
    /// The references that a problem may look at in any case.
    private static let fewest = 100
  }

  /// The problem of freeing `targets` in the whole graph.
  ///
  /// Where much keeps them, only what is near is looked at, and what keeps that from farther away counts as a root: a
  /// cut that is sufficient then is sufficient.
  init(
    freeing targets: [Int32], in analysis: GraphAnalysis, retainers: Retainers,
    within limits: Limits = Limits(problems: 1)
  ) {
    let whole = Self.keepers(of: targets, in: analysis, retainers, within: limits.whole)
    let (inner, outer) =
      whole.map { ($0, []) } ?? retainers.keepers(of: targets, limit: limits.near)
    let vertices = (inner + outer).sorted()
    let roots = outer + inner.filter(analysis.isKeptFromOutside)
    self.init(
      vertices, along: retainers.induced(on: vertices), targets: targets, roots: roots,
      in: analysis, isWhole: whole != nil)
  }

  /// The problem of freeing a component as soon as the references to it from outside have gone.
  ///
  /// `edges` are those among the members. The `entry` is the member that is nearest to a root, or `nil` where nothing reaches them.
  init(
    dissolving members: [Int32], along edges: Adjacency, from entry: Int32? = nil,
    in analysis: GraphAnalysis
  ) {
    self.init(members, along: edges, targets: members, roots: [], in: analysis, isWhole: true)
    self.entry = entry.flatMap { entry in
      let place = members.partitioningIndex { $0 >= entry }
      return place < members.count && members[place] == entry ? Int32(place) : nil
    }
  }

  private init(
    _ vertices: [Int32], along edges: Adjacency, targets: [Int32], roots: [Int32],
    in analysis: GraphAnalysis, isWhole: Bool
  ) {
    self.vertices = vertices
    self.isWhole = isWhole
    self.edges = edges
    tails = edges.tails()
    func place(_ vertex: Int32) -> Int32? {
      let place = vertices.partitioningIndex { $0 >= vertex }
      return place < vertices.count && vertices[place] == vertex ? Int32(place) : nil
    }
    // Both are rising: where they are equally many they are the same.
    self.targets =
      targets.count == vertices.count
      ? Array(0..<Int32(vertices.count)) : targets.compactMap(place)
    self.roots = VertexSet(roots.compactMap(place), capacity: vertices.count)
    collectsCycles = analysis.graph.collector == .tracing
    ends =
      analysis.ends.isEmpty
      ? []
      : edges.references.enumerated().compactMap { edge, original in
        let reference = analysis.retaining.references[Int(original)]
        let owner = analysis.graph.endingObject(of: reference).flatMap(place)
        return owner.map { (vertex: $0, edge: Int32(edge)) }
      }.sorted { $0 < $1 }
    reach = onlyTarget == nil ? nil : makeReach()
  }

  /// Everything that keeps the targets, also through a `deinit` that would end a reference to them; `nil` where that
  /// is too much.
  private static func keepers(
    of targets: [Int32], in analysis: GraphAnalysis, _ retainers: Retainers, within limit: Int
  ) -> [Int32]? {
    var seeds = targets
    while true {
      guard let keepers = retainers.allKeepers(of: seeds, within: limit) else { return nil }
      if analysis.ends.isEmpty { return keepers }
      let inner = Set(keepers)
      let owners = Set(keepers.lazy.flatMap(retainers.endingObjects)).subtracting(inner)
      if owners.isEmpty { return keepers }
      seeds += owners.sorted()
    }
  }

  private func makeReach() -> CutReach {
    CutReach(edges, tails: tails, roots: roots, collectsCycles: collectsCycles)
  }

  /// The same problem where only some of its roots are known to stay.
  ///
  /// What a cut leaves alive then, it leaves alive in the whole graph.
  func rooted(only isKept: (Int32) -> Bool) -> CutProblem {
    var problem = self
    let kept = roots.members.filter { isKept(vertices[Int($0)]) }
    problem.roots = VertexSet(kept, capacity: vertices.count)
    if reach != nil { problem.reach = problem.makeReach() }
    return problem
  }

  /// Whether cutting `cut` frees every target.
  ///
  /// - Complexity: O(vertices + edges).
  func isSufficient(_ cut: VertexSet) -> Bool {
    if let reach, let target = onlyTarget { return reach.isFreed(target, without: cut) }
    let freed = cascade(cut).freed
    return targets.allSatisfy(freed.contains)
  }

  /// A minimal cut of a large component by one walk, or `nil` where it has a root; see ``SpanningCut``.
  ///
  /// What a `deinit` ends may let a smaller cut suffice, so with such references nothing is said of minimality.
  func spanningCut(cost: (Int32) -> Int) -> (edges: [Int32], isMinimal: Bool)? {
    guard roots.isEmpty, isWhole else { return nil }
    let edges = SpanningCut.edges(of: edges, from: entry.map { [$0] } ?? [], cost: cost)
    return (edges, ends.isEmpty)
  }

  /// The target where it is one, and nothing that is freed ends a reference: then what leads to it decides.
  private var onlyTarget: Int32? { ends.isEmpty && targets.count == 1 ? targets.first : nil }

  private func cascade(_ cut: VertexSet) -> ReleaseCascade {
    ReleaseCascade(
      along: edges, held: roots, cut: cut, ends: ends, collectsCycles: collectsCycles)
  }

  /// Edges of which a sufficient cut must contain one more than `cut` has; `nil` when `cut` suffices.
  ///
  /// They are what still keeps one target: a path from a root, or a cycle and the path from it.
  func witness(against cut: VertexSet) -> [Int32]? {
    if let reach, let target = onlyTarget {
      switch reach.fate(of: target, without: cut) {
      case .freed: return nil
      case .reached(let edges), .onCycle(let edges): return edges.sorted()
      case .behindCycle: break
      }
    }
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

  /// Many witnesses against `cut` and against what each of them is cut by; by no means all.
  ///
  /// - Parameters:
  ///   - cut: the edges that are cut already.
  ///   - choose: gives for a witness the edges that are cut because of it, at least one of its own.
  /// - Complexity: O(vertices + edges).
  func witnesses(against cut: VertexSet, _ choose: ([Int32]) -> [Int32]) {
    let live = cascade(cut).live
    var places = [Int32](repeating: -1, count: edges.edgeCount)
    for (place, edge) in live.references.enumerated() { places[Int(edge)] = Int32(place) }
    func chosen(_ witness: ArraySlice<Int32>) -> [Int32] {
      choose(witness.map { live.references[Int($0)] })
        .compactMap { places[Int($0)] < 0 ? nil : places[Int($0)] }
    }
    var walk = WitnessWalk(along: live, to: VertexSet(targets, capacity: vertices.count))
    walk.paths(from: roots.members, chosen)
    if !collectsCycles { walk.cycles(from: targets, chosen) }
  }

  /// The edges of a sufficient cut that are shown to be needed, by looking at `budget` edges and twice at all of them.
  ///
  /// Where a `deinit` ends references, what leads to a target need not keep it, so nothing is shown.
  func shownNeeded(of cut: VertexSet, budget: Int) -> VertexSet {
    guard ends.isEmpty else { return VertexSet(capacity: edges.edgeCount) }
    var needed = NeededEdges(in: edges, tails: tails, cut: cut, targets: targets, budget: budget)
    return needed.shown(roots: roots.members, collectsCycles: collectsCycles)
  }

  /// The edges that lead to the target, where it is one: without them it goes whatever else is kept.
  var entries: [Int32]? {
    guard targets.count == 1, let target = targets.first, !roots.contains(target) else {
      return nil
    }
    return edges.heads.indices.filter { edges.heads[$0] == target }.map(Int32.init)
  }

  /// The problem that remains after a cut.
  private struct Live {
    let problem: CutProblem
    let edges: Adjacency
    let components: StronglyConnectedComponents

    init(_ problem: CutProblem, after cascade: ReleaseCascade) {
      self.problem = problem
      edges = cascade.live
      components = StronglyConnectedComponents(of: edges)
    }

    /// The edges that keep one of `targets`: a cycle through one, else what leads to `fallback`.
    func keeping(_ targets: [Int32], else fallback: Int32) -> [Int32] {
      let onCycle = targets.first {
        components.isCyclic(Int(components.component[Int($0)])) && !problem.roots.contains($0)
      }
      let tails = edges.tails()
      let fromRoots = ShortestPaths(from: problem.roots.members, along: edges, tails: tails)
      if let path = fromRoots.path(to: fallback) { return originals(path) }
      if let target = onCycle { return originals(cycle(through: target, tails) ?? []) }
      let cyclic = components.cyclic.flatMap { components.members(of: $0) }
      let paths = ShortestPaths(from: cyclic, along: edges, tails: tails)
      let path = paths.path(to: fallback) ?? []
      let start = path.first.map { tails[Int($0)] } ?? fallback
      return originals((cycle(through: start, tails) ?? []) + path)
    }

    private func cycle(through vertex: Int32, _ tails: [Int32]) -> [Int32]? {
      ShortestCycle.through(vertex: vertex, in: edges, tails: tails)
    }

    private func originals(_ path: [Int32]) -> [Int32] {
      path.map { edges.references[Int($0)] }
    }
  }
}
