import LeakCheckGraph

/// Whether everything that is needed stays when references are cut.
///
/// A spanning tree from what is held answers most questions at once: where no reference of the tree is cut,
/// everything stays reachable; else only what hangs below the cut ones is looked at. Where that has become much, single
/// references are judged by dominators. A class, because it remembers what it was asked.
final class CutSafety {
  private let analysis: GraphAnalysis
  private let declarations: Lazy<Declarations>
  private let retainers: Retainers
  private let paths: Lazy<ShortestPaths>
  /// The declarations whose references are all that retains something needed.
  private let lastOwners: Lazy<VertexSet>
  /// Whether weakening a declaration everywhere is safe, as far as it was asked.
  private let answers = Lazy { Answers() }
  private let scratch: Lazy<SafetyScratch>
  private let loneCuts: Lazy<LoneCuts>
  /// How many objects may still be looked at before dominators are worth their time.
  private var patience: Int

  private final class Answers {
    var ofDeclaration: [Int32: Bool] = [:]
  }

  /// - Parameters:
  ///   - analysis: what is known of the graph.
  ///   - declarations: the places of the source.
  ///   - paths: a path from what is held to everything that is reachable.
  ///   - retainers: what leads to an object.
  ///   - patience: how many objects may be looked at before dominators are found; as many as there are if not given.
  init(
    _ analysis: GraphAnalysis, declarations: Lazy<Declarations>, paths: Lazy<ShortestPaths>,
    retainers: Retainers, patience: Int? = nil
  ) {
    self.analysis = analysis
    self.declarations = declarations
    self.retainers = retainers
    self.paths = paths
    self.patience = patience ?? Int(analysis.graph.objectCount)
    scratch = Lazy { SafetyScratch(analysis.retaining) }
    loneCuts = Lazy { LoneCuts(analysis, retainers: retainers) }
    lastOwners = Lazy {
      Self.lastOwners(analysis, declarations.value, edgeTo: paths.value.edgeTo)
    }
  }

  /// One that shares what was prepared and remembers its own answers.
  init(after safety: CutSafety) {
    analysis = safety.analysis
    (declarations, retainers, paths) = (safety.declarations, safety.retainers, safety.paths)
    (lastOwners, loneCuts, patience) = (safety.lastOwners, safety.loneCuts, safety.patience)
    scratch = Lazy { [analysis] in SafetyScratch(analysis.retaining) }
  }

  /// Makes what most questions need.
  func prepare() { lastOwners.prepare() }

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
      return isSafe(declarations.value.declaration[Int(edges[0])])
    }
    let declarations = declarations.value
    var distinct = VertexSet(capacity: declarations.count)
    for edge in edges { distinct.insert(declarations.declaration[Int(edge)]) }
    let numbers = distinct.members
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

  private func isNeeded(_ edge: Int32) -> Bool {
    analysis.needed.contains(analysis.tails[Int(edge)])
      && analysis.needed.contains(analysis.retaining.heads[Int(edge)])
  }

  private func isKnownUnsafe(_ declaration: Int32) -> Bool {
    lastOwners.value.contains(declaration) || answers.value.ofDeclaration[declaration] == false
  }

  private func isSafe(_ declaration: Int32) -> Bool {
    if isKnownUnsafe(declaration) { return false }
    if let known = answers.value.ofDeclaration[declaration] { return known }
    let edges = declarations.value.neededEdges(of: declaration)
    let isSafe = edges.isEmpty || staysReachable(without: edges)
    answers.value.ofDeclaration[declaration] = isSafe
    return isSafe
  }

  /// The vertices that the tree reaches by one of `edges`.
  private func broken(_ edges: some Collection<Int32>) -> [Int32] {
    let heads = analysis.retaining.heads
    let edgeTo = paths.value.edgeTo
    return edges.filter { edgeTo[Int(heads[Int($0)])] == $0 }.map { heads[Int($0)] }
  }

  /// Whether every needed object is reached from what is held without some edges.
  private func staysReachable(without edges: some Collection<Int32>) -> Bool {
    let tops = broken(edges)
    if tops.isEmpty { return true }
    return scratch.value.with(edges) { cut, orphans in
      // Most cuts that are not safe take the only references to something, which shows at once.
      if tops.contains(where: { isNeeded(object: $0) && !isRetained($0, without: cut) }) {
        return false
      }
      let lone = edges.count == 1 ? edges.first : nil
      let isAll = orphans.add(
        tops, along: analysis.retaining, edgeTo: paths.value.edgeTo,
        atMost: lone == nil ? .max : patience)
      patience -= orphans.list.count
      if let lone, !isAll { return loneCuts.value.isSafe(lone) }
      readopt(&orphans, without: cut)
      return !orphans.list.contains { orphans.contains($0) && isNeeded(object: $0) }
    }
  }

  private func isNeeded(object: Int32) -> Bool { analysis.needed.contains(object) }

  private func isRetained(_ object: Int32, without cut: VertexSet) -> Bool {
    retainers.containsEdge(into: object) { edge, tail in
      paths.value.edgeTo[Int(tail)] != -2 && !cut.contains(edge)
    }
  }

  /// Takes out what another reference still leads to from outside, and everything behind it.
  private func readopt(_ orphans: inout Orphans, without cut: VertexSet) {
    let (edgeTo, incoming) = (paths.value.edgeTo, retainers.incoming)
    var pending: [Int32] = []
    for orphan in orphans.list {
      let isAdopted = incoming.containsEdge(into: orphan) { edge, tail in
        !orphans.contains(tail) && edgeTo[Int(tail)] != -2 && !cut.contains(edge)
      }
      if isAdopted { pending.append(orphan) }
    }
    for vertex in pending { orphans.remove(vertex) }
    let edges = analysis.retaining
    let heads = edges.heads
    while let vertex = pending.popLast() {
      for edge in edges.edges(of: vertex)
      where orphans.contains(heads[edge]) && !cut.contains(Int32(edge)) {
        orphans.remove(heads[edge])
        pending.append(heads[edge])
      }
    }
  }
}

/// The vertices below the cut edges of a tree, as a set and as the list of all that were ever in it.
private struct Orphans {
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

/// Sets that are emptied by what was put into them: a new one for each question would cost all objects.
private final class SafetyScratch {
  private var cut: VertexSet
  private var orphans: Orphans

  init(_ edges: Adjacency) {
    cut = VertexSet(capacity: edges.edgeCount)
    orphans = Orphans(capacity: edges.vertexCount)
  }

  func with(
    _ edges: some Collection<Int32>, _ body: (VertexSet, inout Orphans) -> Bool
  ) -> Bool {
    for edge in edges { cut.insert(edge) }
    defer {
      for edge in edges { cut.remove(edge) }
      orphans.removeAll()
    }
    return body(cut, &orphans)
  }
}
