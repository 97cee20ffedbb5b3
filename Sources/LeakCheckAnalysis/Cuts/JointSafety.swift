import LeakCheckGraph

/// A judge of whether everything needed survives several cuts, each made wherever its code runs.
struct JointSafety {
  private let facts: CutFacts
  private let safety: CutSafety

  init(_ facts: CutFacts) {
    self.facts = facts
    safety = CutSafety(facts)
  }

  /// The edges that a cut takes: what an event ends, and of what is weakened all of its declaration that is needed.
  ///
  /// Not what is done when it is let go, for nothing needs it then.
  ///
  /// - Complexity: O(steps · log references + references of their declarations).
  func edges(of cut: Cut) -> [Int32] {
    let references = facts.analysis.retaining.references
    let declarations = facts.declarations
    var seen: Set<Int32> = []
    return cut.steps.flatMap { step -> [Int32] in
      if step.role == .clearedWhenDone { return [] }
      let index = step.reference.index
      let edge = references.partitioningIndex { $0 >= index }
      guard edge < references.count, references[edge] == index else { return [] }
      let declaration = declarations.declaration[edge]
      guard step.how != .end, seen.insert(declaration).inserted else { return [Int32(edge)] }
      return [Int32(edge)] + declarations.neededEdges(of: declaration)
    }
  }

  /// Whether every needed object stays reachable without some edges.
  func isSafe(_ edges: [Int32]) -> Bool {
    safety.isSafe(edges, endsOnly: true) && safety.survivesEnds(of: edges) != false
  }

  /// The declarations of one way from the roots to everything needed that uses none of some edges.
  ///
  /// The way passes what should be gone only to what is expected alive nevertheless.
  ///
  /// - Complexity: O(objects + references).
  func way(besides edges: [Int32]) -> Spared {
    let analysis = facts.analysis
    let cut = VertexSet(edges, capacity: analysis.retaining.edgeCount)
    func paths(passing gone: Bool) -> ShortestPaths {
      let closed = gone ? VertexSet(capacity: analysis.retaining.vertexCount) : analysis.gone
      return ShortestPaths(
        from: facts.labels.sorted(analysis.roots), along: analysis.retaining,
        tails: analysis.tails, labels: facts.labels.edges, closed: (closed, cut))
    }
    let direct = paths(passing: false)
    let isDirect = analysis.needed.members.allSatisfy(direct.isReached)
    let any = isDirect ? direct : paths(passing: true)
    var spared = Spared(edges: VertexSet(capacity: analysis.retaining.edgeCount), declarations: [])
    for object in analysis.needed.members {
      var object = object
      let edgeTo = direct.isReached(object) ? direct.edgeTo : any.edgeTo
      while edgeTo[Int(object)] >= 0, spared.edges.insert(edgeTo[Int(object)]) {
        let edge = Int(edgeTo[Int(object)])
        spared.declarations.insert(facts.declarations.declaration[edge])
        object = analysis.tails[edge]
      }
    }
    return spared
  }

  /// The references that a cut must not touch.
  struct Spared {
    /// The edges of the way, which no event may end.
    var edges: VertexSet
    /// Their declarations, none of which may be weakened.
    var declarations: Set<Int32>

    /// Whether none of some edges is on the way.
    func isSpared(by cut: [Int32]) -> Bool { !cut.contains(where: edges.contains) }
  }
}
