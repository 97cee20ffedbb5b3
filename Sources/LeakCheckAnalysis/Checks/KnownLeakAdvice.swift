import LeakCheckGraph

/// What is told of a cycle that lies in a framework and is known: what hangs off it, and what of that the app can cut.
struct KnownLeakAdvice {
  let leak: KnownLeak
  private let analysis: GraphAnalysis
  private let members: [Int32]

  /// The advice on the cycles of a component, or `nil` where nothing is known of them.
  init?(_ members: [Int32], in analysis: GraphAnalysis) {
    let storage = analysis.graph.storage
    let types = Set(members.lazy.map { storage.types[Int($0)] })
    let names = types.map { PlainTypeName(storage.strings[$0]) }
    guard let leak = FrameworkCatalogue.current.leaks.first(where: { $0.isOf(names) }) else {
      return nil
    }
    (self.leak, self.analysis, self.members) = (leak, analysis, members)
  }

  /// What the app holds by its own reference on the way from the cycle: the cut that saves it, or none.
  ///
  /// Of the objects that should be gone the nearest, each by the last reference of the way to it.
  func cut(_ facts: CutFacts) -> Cut {
    if analysis.gone.isEmpty { return .none }
    let paths = ShortestPaths(
      from: members, along: analysis.retaining, tails: analysis.tails, labels: facts.labels.edges)
    let inside = VertexSet(members, capacity: analysis.retaining.vertexCount)
    let lengths = paths.lengths()
    let victims = analysis.gone.members.filter { lengths[Int($0)] > 0 && !inside.contains($0) }
    guard let nearest = victims.map({ lengths[Int($0)] }).min() else { return .none }
    let steps = victims.filter { lengths[Int($0)] == nearest }.map { victim in
      let reference = analysis.references([paths.edgeTo[Int(victim)]])[0]
      let answer = facts.roles.answer(for: reference.index)
      return Cut.Step(cutting: reference, as: answer.role, by: answer.how)
    }
    return Cut(steps: steps, isExact: true, isMinimal: true)
  }

  /// What to know and to do.
  func text(_ cut: Cut) -> String {
    let victims = cut.steps.prefix(3).map { CutWords.words(for: $0.reference.target) }
    let saved =
      victims.isEmpty
      ? ""
      : "; the cut frees \(victims.joined(separator: ", ")), and what is left of the cycle stays"
    let versions = leak.versions.isEmpty ? "" : " (\(leak.versions))"
    let whose = leak.isProjects ? "known leak" : "known leak of a framework"
    let ticket = leak.ticket.isEmpty ? "" : ", see \(leak.ticket)"
    let avoid = leak.avoid.isEmpty ? "" : "; to keep clear of it, \(leak.avoid)"
    return "\(whose)\(versions): \(leak.because)\(ticket)\(avoid)\(saved)"
  }
}
