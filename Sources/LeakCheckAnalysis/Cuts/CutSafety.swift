import LeakCheckGraph

/// A judge of whether everything needed survives a cut.
///
/// A spanning tree from the roots answers most questions at once: where no reference of the tree is cut, everything stays
/// reachable; else only the subtrees below the cut ones are looked at. Once that has become much, each reference is first
/// judged by dominators. A class, because it remembers what it was asked.
final class CutSafety {
  private let facts: CutFacts
  private let analysis: GraphAnalysis
  /// The declarations whose references are all that retains something needed.
  private lazy var lastOwners = Self.lastOwners(
    analysis, facts.declarations, edgeTo: facts.rootPaths.edgeTo)
  /// Whether weakening a declaration everywhere is safe, as far as it was asked.
  private var answers: [Int32: Bool] = [:]
  private lazy var scratch = SafetyScratch(analysis.retaining)
  private lazy var singleCuts = SingleCutSafety(analysis, retainers: facts.retainers)
  /// How many objects may still be looked at before dominators are worth their time.
  private var patience: Int

  /// - Parameters:
  ///   - facts: what is known of the graph.
  ///   - patience: how many objects may be looked at before dominators are found; as many as there are if not given.
  init(_ facts: CutFacts, patience: Int? = nil) {
    self.facts = facts
    analysis = facts.analysis
    self.patience = patience ?? Int(facts.analysis.graph.objectCount)
  }

  /// The declarations whose needed references are all that retains some needed object: one pass over all references
  /// finds out what is the answer for most declarations.
  private static func lastOwners(
    _ analysis: GraphAnalysis, _ declarations: Declarations, edgeTo: [Int32]
  ) -> VertexSet {
    let (tails, heads, needed) = (analysis.tails, analysis.retaining.heads, analysis.needed)
    let declaration = declarations.declaration
    let (none, several): (Int32, Int32) = (-1, -2)
    // The one declaration that retains an object.
    var owners = [Int32](repeating: none, count: edgeTo.count)
    for edge in heads.indices {
      let (tail, head) = (tails[edge], Int(heads[edge]))
      guard edgeTo[Int(tail)] != -2 else { continue }
      // What is not needed keeps its references when a declaration is weakened.
      let isWeakened = needed.contains(tail) && needed.contains(heads[edge])
      let owner = isWeakened ? declaration[edge] : several
      // Chosen and not decided: nobody can foresee what is known of the next head, and loading that takes long.
      let known = owners[head]
      let joint = known == owner ? owner : several
      owners[head] = known == none ? owner : joint
    }
    var found = VertexSet(capacity: declarations.count)
    for object in owners.indices
    where owners[object] >= 0 && edgeTo[object] >= 0 && needed.contains(Int32(object)) {
      found.insert(owners[object])
    }
    return found
  }

  /// Whether every needed object stays reachable.
  ///
  /// - Parameters:
  ///   - edges: the edges that are cut.
  ///   - endsOnly: an event ends just these; otherwise their declarations are weakened everywhere.
  /// - Returns: whether the cut is safe.
  /// - Complexity: O(edges + what hangs below them).
  func isSafe(_ edges: [Int32], endsOnly: Bool) -> Bool {
    if endsOnly { return staysReachable(without: edges) }
    if edges.count == 1, isNeeded(edges[0]) {
      return isSafe(facts.declarations.declaration[Int(edges[0])])
    }
    let declarations = facts.declarations
    let numbers = declarations.distinct(of: edges)
    if numbers.count == 1, let number = numbers.first {
      guard isSafe(number) else { return false }
      // Edges between what is not needed are no part of the answer for the declaration.
      let others = edges.filter { !isNeeded($0) }
      return others.isEmpty
        || staysReachable(without: declarations.neededEdges(of: number) + others)
    }
    // What one of them takes, all of them take.
    if numbers.contains(where: isKnownUnsafe) { return false }
    return staysReachable(
      without: numbers.flatMap { declarations.neededEdges(of: $0) } + edges)
  }

  /// Whether every wanted object that the roots reach is still reached when some edges have ended; `nil` where that is far
  /// to tell.
  ///
  /// - Complexity: O(edges + ``mostDetached`` + the references to and from as many objects).
  func staysReachable(
    without ended: Set<Int32>, where isWanted: (Int32) -> Bool
  ) -> Bool? {
    let tops = broken(ended)
    return scratch.with(ended) { cut, detached in
      let edgeTo = facts.rootPaths.edgeTo
      guard
        detached.add(tops, along: analysis.retaining, edgeTo: edgeTo, atMost: Self.mostDetached)
      else { return nil }
      reattach(&detached, without: cut)
      return !detached.list.contains { detached.contains($0) && isWanted($0) }
    }
  }

  /// The most objects that one question looks at, however many others there are.
  private static let mostDetached = 1_000

  /// Whether everything needed stays when what a cut frees has run its `deinit`, which may end other references.
  ///
  /// - Returns: `nil` where the graph is too large to find out.
  /// - Complexity: O(objects + references), O(1) where no `deinit` ends anything.
  func survivesEnds(of edges: [Int32]) -> Bool? {
    if analysis.ends.isEmpty { return true }
    let retaining = analysis.retaining
    guard retaining.edgeCount <= Self.mostCascaded,
      retaining.edgeCount * facts.questions <= Self.mostCascadedInAll
    else { return nil }
    let cascade = ReleaseCascade(
      along: retaining, held: analysis.heldFromOutside,
      cut: VertexSet(edges, capacity: retaining.edgeCount),
      ends: analysis.ends, collectsCycles: analysis.graph.collector == .tracing)
    return !analysis.needed.members.contains(where: cascade.freed.contains)
  }

  /// The most references of a graph in which it is found out for each cut what its objects end in their `deinit`.
  private static let mostCascaded = 20_000
  /// The same for all findings of a graph together.
  private static let mostCascadedInAll = 10_000_000

  private func isNeeded(_ edge: Int32) -> Bool {
    analysis.needed.contains(analysis.tails[Int(edge)])
      && analysis.needed.contains(analysis.retaining.heads[Int(edge)])
  }

  private func isKnownUnsafe(_ declaration: Int32) -> Bool {
    lastOwners.contains(declaration) || answers[declaration] == false
  }

  private func isSafe(_ declaration: Int32) -> Bool {
    if isKnownUnsafe(declaration) { return false }
    if let known = answers[declaration] { return known }
    let edges = facts.declarations.neededEdges(of: declaration)
    let isSafe = edges.isEmpty || staysReachable(without: edges)
    answers[declaration] = isSafe
    return isSafe
  }

  /// The vertices that the tree reaches by one of `edges`.
  private func broken(_ edges: some Collection<Int32>) -> [Int32] {
    let heads = analysis.retaining.heads
    let edgeTo = facts.rootPaths.edgeTo
    return edges.filter { edgeTo[Int(heads[Int($0)])] == $0 }.map { heads[Int($0)] }
  }

  /// Whether every needed object is reached from what is held without some edges.
  private func staysReachable(without edges: some Collection<Int32>) -> Bool {
    let tops = broken(edges)
    if tops.isEmpty { return true }
    return scratch.with(edges) { cut, detached in
      // Most cuts that are not safe take the only references to something, which shows at once.
      if tops.contains(where: { isNeeded(object: $0) && !isRetained($0, without: cut) }) {
        return false
      }
      let edgeTo = facts.rootPaths.edgeTo
      let isAll = detached.add(
        tops, along: analysis.retaining, edgeTo: edgeTo, atMost: patience)
      patience -= detached.list.count
      if !isAll {
        if edges.count == 1, let single = edges.first { return singleCuts.isSafe(single) }
        // What one of them takes, all of them take.
        if tops.contains(where: { !singleCuts.isSafe(edgeTo[Int($0)]) }) { return false }
        detached.removeAll()
        _ = detached.add(tops, along: analysis.retaining, edgeTo: edgeTo, atMost: .max)
      }
      reattach(&detached, without: cut)
      return !detached.list.contains { detached.contains($0) && isNeeded(object: $0) }
    }
  }

  private func isNeeded(object: Int32) -> Bool { analysis.needed.contains(object) }

  private func isRetained(_ object: Int32, without cut: VertexSet) -> Bool {
    facts.retainers.containsEdge(into: object) { edge, tail in
      facts.rootPaths.edgeTo[Int(tail)] != -2 && !cut.contains(edge)
    }
  }

  /// Takes out what another reference still leads to from outside, and everything below it.
  private func reattach(_ detached: inout DetachedSubtrees, without cut: VertexSet) {
    let (edgeTo, incoming) = (facts.rootPaths.edgeTo, facts.retainers.columns)
    var pending: [Int32] = []
    for object in detached.list {
      let isReached = incoming.containsEdge(into: object) { edge, tail in
        !detached.contains(tail) && edgeTo[Int(tail)] != -2 && !cut.contains(edge)
      }
      if isReached { pending.append(object) }
    }
    for vertex in pending { detached.remove(vertex) }
    let edges = analysis.retaining
    let heads = edges.heads
    while let vertex = pending.popLast() {
      for edge in edges.edges(of: vertex)
      where detached.contains(heads[edge]) && !cut.contains(Int32(edge)) {
        detached.remove(heads[edge])
        pending.append(heads[edge])
      }
    }
  }
}

/// The vertices below the cut edges of a tree, as a set and as a list of all its past members.
private struct DetachedSubtrees {
  private(set) var list: [Int32] = []
  private var members: VertexSet

  init(capacity: Int) { members = VertexSet(capacity: capacity) }

  func contains(_ vertex: Int32) -> Bool { members.contains(vertex) }

  /// Adds `tops` and everything that the tree reaches by way of them; gives up, and says so, at more than `most`.
  mutating func add(
    _ tops: [Int32], along edges: Adjacency, edgeTo: [Int32], atMost most: Int
  ) -> Bool {
    for top in tops where members.insert(top) { list.append(top) }
    let heads = edges.heads
    var next = 0
    while next < list.count {
      if list.count > most { return false }
      for edge in edges.edges(of: list[next]) {
        let head = heads[edge]
        if edgeTo[Int(head)] == Int32(edge), members.insert(head) { list.append(head) }
      }
      next += 1
    }
    return true
  }

  mutating func remove(_ vertex: Int32) { members.remove(vertex) }

  mutating func removeAll() {
    for vertex in list { members.remove(vertex) }
    list.removeAll(keepingCapacity: true)
  }
}

/// Reusable sets that are emptied by removing their members; a new set per question would cost all objects.
private final class SafetyScratch {
  private var cut: VertexSet
  private var detached: DetachedSubtrees

  init(_ edges: Adjacency) {
    cut = VertexSet(capacity: edges.edgeCount)
    detached = DetachedSubtrees(capacity: edges.vertexCount)
  }

  func with<Answer>(
    _ edges: some Collection<Int32>, _ body: (VertexSet, inout DetachedSubtrees) -> Answer
  ) -> Answer {
    for edge in edges { cut.insert(edge) }
    defer {
      for edge in edges { cut.remove(edge) }
      detached.removeAll()
    }
    return body(cut, &detached)
  }
}
