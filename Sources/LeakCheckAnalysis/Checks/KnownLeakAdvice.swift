import LeakCheckGraph

/// Advice for a known leak in a framework: what hangs off the cycle, and what the app can cut.
struct KnownLeakAdvice {
  let leak: KnownLeak
  private let analysis: GraphAnalysis
  private let members: [Int32]

  /// The advice on the cycles of a component, or `nil` where nothing is known of them.
  init?(_ members: [Int32], in analysis: GraphAnalysis) {
    let storage = analysis.graph.storage
    let types = Set(members.lazy.map { storage.types[Int($0)] })
    let names = types.map { PlainTypeName(storage.strings[$0]) }
    let leaks = FrameworkCatalogue.current.leaks
    guard let leak = leaks.first(where: { $0.isOf(names) }),
      !leak.isAlone || analysis.isFramework(members)
    else { return nil }
    (self.leak, self.analysis, self.members) = (leak, analysis, members)
  }

  /// What the app holds by its own reference on the way from the cycle: the cut that saves it, or none.
  ///
  /// Of the objects that should be gone the nearest, each by the last reference of the way to it.
  func cut(_ facts: CutFacts) -> Cut {
    if analysis.gone.isEmpty { return .none }
    let steps = lastEdges(facts.labels).map { edge in
      let reference = analysis.references([edge])[0]
      let answer = facts.roles.answer(for: reference.index)
      return Cut.Step(cutting: reference, as: answer.role, by: answer.how)
    }
    if steps.isEmpty { return .none }
    return Cut(steps: steps, isExact: true, isMinimal: true)
  }

  /// What saves the app's objects: the last references of the ways to those that should be gone, or else the cheapest of
  /// the `cuts` of the cycle that the app can make by references of its own.
  func cut(_ facts: CutFacts, orOneOf cuts: [Cut]) -> Cut {
    let saving = cut(facts)
    if !saving.steps.isEmpty { return saving }
    return cuts.first { cut in
      cut.steps.prefix(Self.mostLookedAt).allSatisfy {
        !analysis.isFramework([$0.reference.source.index]) && $0.reference.source.owner == .app
      } && !cut.steps.isEmpty
    } ?? .none
  }

  /// The most references of a cut of which it is asked whose they are.
  private static let mostLookedAt = 64

  /// The last edges of the ways to the nearest objects of the app that should be gone; a cycle mostly is near to them.
  private func lastEdges(_ labels: Labels) -> [Int32] {
    let (edges, gone) = (analysis.retaining, analysis.gone)
    let isVictim = { gone.contains($0) && !self.analysis.isFramework([$0]) }
    let near = NearSearch.nearest(
      from: members, along: edges, label: { labels.label(ofEdge: $0, in: edges) },
      where: isVictim)
    if let near { return near }
    let paths = ShortestPaths(
      from: members, along: edges, tails: analysis.tails, labels: labels.edges)
    let inside = VertexSet(members, capacity: edges.vertexCount)
    let lengths = paths.lengths()
    let victims = gone.members.filter {
      lengths[Int($0)] > 0 && !inside.contains($0) && isVictim($0)
    }
    let nearest = victims.map { lengths[Int($0)] }.min()
    return victims.filter { lengths[Int($0)] == nearest }.map { paths.edgeTo[Int($0)] }
  }

  /// What the app has on the cycle where no reference of its own frees it.
  private var lostVictims: String {
    let own = members.lazy.filter { !self.analysis.isFramework([$0]) }
      .map { CutWords.words(for: self.analysis.graph.object($0)) }
    let types = Set(own).sorted().prefix(3)
    if types.isEmpty { return "" }
    let (are, them) = types.count == 1 ? ("is its victim", "it") : ("are its victims", "them")
    let names = types.joined(separator: ", ")
    return "; \(names) \(are), and no reference of the app's own frees \(them)"
  }

  /// What to know and to do.
  func text(_ cut: Cut) -> String {
    let victims = cut.steps.prefix(3).map { CutWords.words(for: $0.reference.target) }
    let isOnCycle =
      cut.steps.first.map { members.contains($0.reference.target.index) } ?? false
    let saved =
      victims.isEmpty
      ? lostVictims
      : isOnCycle
        ? "; the cut ends the cycle by what the app has on it"
        : "; the cut frees \(victims.joined(separator: ", ")), and what is left of the cycle stays"
    let versions = leak.versions.isEmpty ? "" : " (\(leak.versions))"
    let whose = leak.isProjects ? "known leak" : "known leak of a framework"
    let ticket = leak.ticket.isEmpty ? "" : ", see \(leak.ticket)"
    let avoid = leak.avoid.isEmpty ? "" : "; to keep clear of it, \(leak.avoid)"
    return "\(whose)\(versions): \(leak.because)\(ticket)\(avoid)\(saved)"
  }
}
