import LeakCheckGraph

/// Whether everything that is needed stays when references are cut.
///
/// A spanning tree from what is held answers most questions at once: where no reference of the tree is cut,
/// everything stays reachable; else only what hangs below the cut ones is looked at.
struct CutSafety {
  private let analysis: GraphAnalysis
  private let declarations: Lazy<Declarations>
  private let retainers: Retainers
  private let tree: Lazy<SpanningTree>
  /// Whether weakening a declaration everywhere is safe, as far as it was asked.
  private let answers = Lazy { Answers() }

  private final class Answers {
    var ofDeclaration: [Int32: Bool] = [:]
  }

  private struct SpanningTree {
    let edgeTo: [Int32]
    let starts: [Int32]
    let children: [Int32]
  }

  init(
    _ analysis: GraphAnalysis, declarations: Lazy<Declarations>, paths: Lazy<ShortestPaths>,
    retainers: Retainers
  ) {
    self.analysis = analysis
    self.declarations = declarations
    self.retainers = retainers
    tree = Lazy {
      let edgeTo = paths.value.edgeTo
      let below = (0..<Int32(edgeTo.count)).filter { edgeTo[Int($0)] >= 0 }
      let parents = below.map { analysis.tails[Int(edgeTo[Int($0)])] }
      let (starts, order) = Adjacency.inverse(of: parents, vertexCount: edgeTo.count)
      return SpanningTree(edgeTo: edgeTo, starts: starts, children: order.map { below[Int($0)] })
    }
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
    let numbers = Set(edges.map { declarations.value.declaration[Int($0)] })
    if numbers.count == 1, let number = numbers.first {
      guard isSafe(number) else { return false }
      // Edges between what is not needed are no part of the answer for the declaration.
      let others = edges.filter { !isNeeded($0) }
      return others.isEmpty
        || staysReachable(without: declarations.value.neededEdges(of: number) + others)
    }
    return staysReachable(
      without: numbers.sorted().flatMap { declarations.value.neededEdges(of: $0) } + edges)
  }

  private func isNeeded(_ edge: Int32) -> Bool {
    analysis.needed.contains(analysis.tails[Int(edge)])
      && analysis.needed.contains(analysis.retaining.heads[Int(edge)])
  }

  private func isSafe(_ declaration: Int32) -> Bool {
    if let known = answers.value.ofDeclaration[declaration] { return known }
    let edges = declarations.value.neededEdges(of: declaration)
    let isSafe = edges.isEmpty || staysReachable(without: edges)
    answers.value.ofDeclaration[declaration] = isSafe
    return isSafe
  }

  /// Whether every needed object is reached from what is held without some edges.
  private func staysReachable(without edges: some Collection<Int32>) -> Bool {
    let heads = analysis.retaining.heads
    let edgeTo = tree.value.edgeTo
    let broken = edges.filter { edgeTo[Int(heads[Int($0)])] == $0 }.map { heads[Int($0)] }
    if broken.isEmpty { return true }
    var orphans = below(broken)
    let cut = Set(edges)
    // What another reference still leads to from outside is reached, and so is everything behind it.
    var pending: [Int32] = []
    for orphan in orphans.members
    where retainers.edges(into: orphan).contains(where: { edge in
      let tail = analysis.tails[Int(edge)]
      return !orphans.contains(tail) && edgeTo[Int(tail)] != -2 && !cut.contains(edge)
    }) {
      pending.append(orphan)
    }
    for vertex in pending { orphans.remove(vertex) }
    while let vertex = pending.popLast() {
      for edge in analysis.retaining.edges(of: vertex)
      where orphans.contains(heads[edge]) && !cut.contains(Int32(edge)) {
        orphans.remove(heads[edge])
        pending.append(heads[edge])
      }
    }
    return !orphans.members.contains(where: analysis.needed.contains)
  }

  private func below(_ tops: [Int32]) -> VertexSet {
    var found = VertexSet(capacity: tree.value.edgeTo.count)
    var pending = tops
    while let vertex = pending.popLast() {
      guard found.insert(vertex) else { continue }
      let children = Int(tree.value.starts[Int(vertex)])..<Int(tree.value.starts[Int(vertex) + 1])
      pending += tree.value.children[children]
    }
    return found
  }
}
