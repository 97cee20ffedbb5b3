public import LeakCheckGraph

/// The facts of a graph, computed once: what is reachable, what stays, which objects are on cycles.
///
/// An analysis states facts; checks judge them. A class, because a copy would retain every column and many hold one.
public final class GraphAnalysis: Sendable {
  /// The analyzed graph.
  public let graph: ObjectGraph
  /// The retaining references of objects that stay; edges end where the ending object is freed.
  package let retaining: Adjacency
  /// The object that each edge of ``retaining`` leaves.
  package let tails: [Int32]
  /// Edges of ``retaining`` that the `deinit` of an object would end, sorted by that object.
  package let ends: ReleaseCascade.Ends
  /// What is kept alive from outside the graph, in rising order: the declared roots, or in a graph that declares none,
  /// the objects that nothing retains.
  package let roots: [Int32]
  /// ``roots`` and ``excess`` as a set.
  let heldFromOutside: VertexSet
  /// Whether the graph declares its roots.
  package let declaresRoots: Bool
  /// The objects that a root reaches.
  package let reachable: VertexSet
  /// The objects that stay: reachable, retained by a cycle, or over-retained, and what those hold.
  package let staying: VertexSet
  /// Objects with more retains than strong references, wherever they hang: no cut frees them.
  package let excess: [Int32]
  /// Unreachable objects that no cycle retains and that have more retains than references.
  package let overRetained: [Int32]
  private let lazyComponents: Lazy<StronglyConnectedComponents>
  /// Objects that are expected gone.
  package let gone: VertexSet
  /// The reachable objects that are expected alive, where anything should be gone or ends in a `deinit`.
  let expectedAlive: [Int32]
  /// Objects that must stay: reachable other than through what is expected gone.
  ///
  /// What only an expected-gone object holds goes with it, so it is not needed; an object that is
  /// expected alive is needed wherever it hangs.
  package let needed: VertexSet
  /// Objects that stay when everything expected gone has gone.
  package let surviving: VertexSet

  /// Creates the analysis of `graph`.
  ///
  /// - Complexity: O(objects + references), times the objects whose `deinit` is freed under a tracing
  ///   collector.
  public init(of graph: ObjectGraph) {
    self.graph = graph
    let lifetimes = WorkStage.lifetimes.run(of: Int(graph.referenceCount)) { _ in
      Lifetimes(of: graph)
    }
    roots = lifetimes.roots
    declaresRoots = lifetimes.declaresRoots
    staying = lifetimes.staying
    retaining = lifetimes.retaining
    tails =
      retaining.edgeCount == Int(graph.referenceCount)
      ? graph.storage.sources.array : retaining.tails()
    ends = lifetimes.ends(of: retaining)
    reachable = lifetimes.reachable
    lazyComponents = lifetimes.components
    let count = Int(graph.objectCount)
    gone = VertexSet(graph.objects(marked: .expectedGone), capacity: count)
    excess = lifetimes.excess
    heldFromOutside = VertexSet(roots + lifetimes.excess, capacity: count)
    overRetained =
      excess.isEmpty
      ? [] : lifetimes.overRetained(besides: Self.kept(roots, lazyComponents.value, retaining))
    expectedAlive =
      gone.isEmpty && ends.isEmpty
      ? [] : graph.objects(marked: .expectedAlive).filter(lifetimes.reachable.contains)
    needed = Self.needed(
      roots: roots + expectedAlive, retaining: retaining, gone: gone, reachable, ends: ends)
    surviving =
      gone.isEmpty
      ? staying
      : Self.surviving(
        retaining, tails: tails, roots: roots + lifetimes.excess, gone: gone,
        reached: expectedAlive.isEmpty && excess.isEmpty ? needed : nil, ends: ends,
        collectsCycles: graph.collector == .tracing)
  }

  /// What is reachable or retained by a cycle.
  private static func kept(
    _ roots: [Int32], _ components: StronglyConnectedComponents, _ edges: Adjacency
  ) -> VertexSet {
    Reachability.reached(
      from: roots + components.cyclic.flatMap { components.members(of: $0) }, along: edges)
  }

  private static func needed(
    roots: [Int32], retaining: Adjacency, gone: VertexSet, _ reachable: VertexSet,
    ends: ReleaseCascade.Ends
  ) -> VertexSet {
    if gone.isEmpty, ends.isEmpty { return reachable }
    var edges = retaining
    while true {
      let needed = Reachability.reached(from: roots, along: edges, avoiding: gone)
      if ends.isEmpty { return needed }
      // What the deinit of something that goes will end, keeps nobody.
      let ended = Set(
        ends.filter { !needed.contains($0.vertex) }.map { retaining.references[Int($0.edge)] })
      let remaining = edges.filtered { !ended.contains($0) }
      if remaining.edgeCount == edges.edgeCount { return needed }
      edges = remaining
    }
  }

  private static func surviving(
    _ edges: Adjacency, tails: [Int32], roots: [Int32], gone: VertexSet, reached: VertexSet?,
    ends: ReleaseCascade.Ends, collectsCycles: Bool
  ) -> VertexSet {
    guard !ends.isEmpty else {
      return Survivors.among(
        edges, held: roots, reached: reached, without: gone, collectsCycles: collectsCycles)
    }
    let holders = VertexSet(roots.filter { !gone.contains($0) }, capacity: edges.vertexCount)
    let cut = VertexSet(
      (0..<Int32(edges.edgeCount)).filter { gone.contains(tails[Int($0)]) },
      capacity: edges.edgeCount)
    let cascade = ReleaseCascade(
      along: edges, held: holders, cut: cut, ends: ends, collectsCycles: collectsCycles)
    var surviving = VertexSet(0..<Int32(edges.vertexCount), capacity: edges.vertexCount)
    surviving.subtract(cascade.freed)
    surviving.subtract(gone)
    return surviving
  }

  /// The components of ``retaining``; with a tracing collector also of what it frees.
  ///
  /// - Complexity: O(objects + references) the first time.
  package var components: StronglyConnectedComponents { lazyComponents.value }

  /// Whether an object is a root, declared or assumed.
  ///
  /// - Complexity: O(log roots).
  func isRoot(_ object: Int32) -> Bool {
    let place = roots.partitioningIndex { $0 >= object }
    return place < roots.count && roots[place] == object
  }

  /// Whether an object stays whatever is cut: a root, or retained more often than the graph has references to it.
  func isKeptFromOutside(_ object: Int32) -> Bool { heldFromOutside.contains(object) }

  /// The number of objects by fate.
  public var coverage: Coverage {
    let reached = reachable.count
    let stays = staying.count
    return Coverage(
      objects: Int(graph.objectCount), references: Int(graph.referenceCount), roots: roots.count,
      reachable: reached, leaked: stays - reached, freed: Int(graph.objectCount) - stays)
  }

  /// Whether every object of `members` belongs to a framework.
  package func isFramework(_ members: some Sequence<Int32>) -> Bool {
    members.allSatisfy { graph.storage.marks[Int($0)].contains(.framework) }
  }

  package func references(_ edges: some Sequence<Int32>) -> [ObjectGraph.Reference] {
    edges.map { graph.reference(retaining.references[Int($0)]) }
  }
}
