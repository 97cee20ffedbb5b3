import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// The lifetimes of a graph by the definitions of the format, slowly and without the code under test.
private struct Liveness {
  let graph: ObjectGraph
  let cut: Set<Int32>
  var ignoringOutside: Set<Int32>?
  /// Objects outside that stay, so that a reference which their `deinit` ends goes on.
  var outside: Set<Int32> = []

  private func retains(_ reference: ObjectGraph.Reference, ended: Set<Int32>) -> Bool {
    guard reference.strength == .strong, !cut.contains(reference.index),
      !ended.contains(reference.index)
    else { return false }
    if let inside = ignoringOutside, !inside.contains(reference.source.index) { return false }
    switch reference.until?.called {
    case nil, .inDeinit: return true
    case .automatically, .inTeardown: return false
    }
  }

  private var held: [Int32] {
    if ignoringOutside != nil { return [] }
    let declared = graph.objects.filter(\.isRoot)
    if !declared.isEmpty { return declared.map(\.index) }
    return graph.objects.filter { object in
      object.expectation?.fate != .gone && !object.referrers.contains { $0.strength == .strong }
    }.map(\.index)
  }

  private var overRetained: [Int32] {
    graph.objects.filter { object in
      let strong = object.referrers.count { $0.strength == .strong }
      return object.retainCount.map { Int($0) > strong } == true
    }.map(\.index)
  }

  /// What is reachable, retained by a cycle, or held by something over-retained; with a tracing collector, what is
  /// reachable.
  var alive: Set<Int32> { outcome.alive }

  /// Whether something keeps an object that only its own `deinit` would end.
  func isInItsOwnWay(_ object: Int32) -> Bool {
    let (alive, ended) = outcome
    guard alive.contains(object) else { return false }
    let live = graph.references.filter {
      retains($0, ended: ended) && alive.contains($0.source.index)
    }
    let heads = live.filter { $0.endingObject == object }.map(\.target.index)
    let edges = live.map { (tail: $0.source.index, head: $0.target.index) }
    return Oracles.reached(from: heads, vertexCount: Int(graph.objectCount), edges: edges)
      .contains(object)
  }

  private var outcome: (alive: Set<Int32>, ended: Set<Int32>) {
    var ended: Set<Int32> = []
    while true {
      let edges = graph.references.filter { retains($0, ended: ended) }
        .map { (tail: $0.source.index, head: $0.target.index) }
      let count = Int(graph.objectCount)
      let components = Oracles.components(vertexCount: count, edges: edges)
      let onCycle = edges.filter { components[Int($0.tail)].contains($0.head) }.map(\.tail)
      let kept = onCycle + (ignoringOutside == nil ? overRetained : [])
      let sources = graph.collector == .tracing ? held : held + kept
      let alive = Oracles.reached(from: sources, vertexCount: count, edges: edges)
      let nowEnded = graph.references.filter { reference in
        reference.endingObject.map { !alive.contains($0) && !outside.contains($0) } == true
      }.map(\.index)
      if Set(nowEnded).isSubset(of: ended) { return (alive, ended) }
      ended.formUnion(nowEnded)
    }
  }
}

@Suite struct CutProofTests {
  /// Whether an object that the finding is about stays when `cut` is applied.
  private func aliveAfter(
    _ cut: Set<Int32>, _ finding: Finding, in analysis: GraphAnalysis
  ) -> Bool {
    let graph = analysis.graph
    guard finding.kind == .cycle else {
      let liveness = Liveness(graph: graph, cut: cut)
      let target = suspect(of: finding)
      let isInUse = finding.kind == .teardownNeverRuns && analysis.needed.contains(target)
      return isInUse ? liveness.isInItsOwnWay(target) : liveness.alive.contains(target)
    }
    let number = analysis.components.component[Int(finding.path.objects[0].index)]
    let members = Set(analysis.components.members(of: Int(number)))
    guard finding.isReachable else {
      return !Liveness(graph: graph, cut: cut).alive.isDisjoint(with: members)
    }
    let outside = Set(analysis.staying.members).subtracting(members)
    let liveness = Liveness(
      graph: graph, cut: cut, ignoringOutside: members, outside: outside)
    return !liveness.alive.isDisjoint(with: members)
  }

  /// The object that is kept: the last of the path, or where it goes round, the first.
  private func suspect(of finding: Finding) -> Int32 {
    let objects = finding.path.objects
    return (finding.path.isCycle ? objects[0] : objects[objects.count - 1]).index
  }

  /// Surplus retains keep an unreachable cycle whatever is cut; its cut then only breaks the cycle.
  private func isJudged(_ finding: Finding, _ analysis: GraphAnalysis) -> Bool {
    finding.kind == .abandoned || finding.kind == .teardownNeverRuns
      || finding.kind == .cycle && (finding.isReachable || analysis.excess.isEmpty)
  }

  @Test(arguments: [ObjectGraph.Collector.arc, .tracing])
  func `what stays agrees with the definitions`(collector: ObjectGraph.Collector) {
    for seed in Rounds.seeds(2_000, usually: 400) {
      let graph = RandomGraph.graph(seed: seed, collector: collector)
      let analysis = GraphAnalysis(of: graph)
      let expected = Liveness(graph: graph, cut: []).alive
      #expect(Set(analysis.staying.members) == expected, "seed \(seed): \(graph.literal)")
      let coverage = analysis.coverage
      #expect(coverage.reachable + coverage.leaked + coverage.freed == coverage.objects)
    }
  }

  @Test(arguments: [ObjectGraph.Collector.arc, .tracing])
  func `every cut frees the objects of its finding and no part of it does`(
    collector: ObjectGraph.Collector
  ) {
    var cuts = 0
    for seed in Rounds.seeds(2_000, usually: 400) {
      let graph = RandomGraph.graph(seed: seed, collector: collector)
      let analysis = GraphAnalysis(of: graph)
      for finding in Checks.findings(in: analysis) where isJudged(finding, analysis) {
        for cut in [finding.cut] + finding.alternatives where !cut.steps.isEmpty {
          cuts += 1
          let edges = Set(cut.steps.map(\.reference.index))
          #expect(!aliveAfter(edges, finding, in: analysis), "seed \(seed): \(graph.literal)")
          for edge in edges {
            #expect(
              aliveAfter(edges.subtracting([edge]), finding, in: analysis),
              "not minimal, seed \(seed): \(graph.literal)")
          }
        }
      }
    }
    #expect(cuts > Rounds.of(500, usually: 100))
  }

  @Test(arguments: [ObjectGraph.Collector.arc, .tracing])
  func `a safe cut keeps everything that is needed`(collector: ObjectGraph.Collector) {
    for seed in Rounds.seeds(1_000, usually: 200) {
      let graph = RandomGraph.graph(seed: seed, collector: collector)
      let analysis = GraphAnalysis(of: graph)
      for finding in Checks.findings(in: analysis) where finding.kind == .abandoned {
        guard finding.cut.safety != .refuted else { continue }
        let cut = Set(finding.cut.steps.map(\.reference.index))
        let alive = Liveness(graph: graph, cut: cut).alive
        #expect(
          Set(analysis.needed.members).isSubset(of: alive), "seed \(seed): \(graph.literal)")
      }
    }
  }

  @Test func `findings do not depend on the order of the input`() {
    for seed: UInt64 in 0..<300 {
      let graph = RandomGraph.graph(seed: seed)
      let texts = [graph, graph.shuffled(seed: seed &+ 1)].map { graph in
        Checks.findings(in: GraphAnalysis(of: graph)).map { "\($0)" }.joined()
      }
      #expect(texts[0].count == texts[1].count, "seed \(seed)")
    }
  }

  @Test func `the first cut is the cheapest of all`() {
    for seed in Rounds.seeds(3_000, usually: 300) {
      let graph = RandomGraph.graph(seed: seed, objects: 1...5)
      let analysis = GraphAnalysis(of: graph)
      for finding in Checks.findings(in: analysis)
      where isJudged(finding, analysis) && analysis.needed.isEmpty && finding.kind == .cycle
        && graph.references.count < 12
      {
        let prices = prices(keeping: finding.path.objects[0], in: analysis)
        let price = cost(of: finding.cut.steps.map(\.reference), prices)
        let all = graph.references.map(\.index)
        let owners = LastOwner(analysis)
        let isBehind = owners.isTaken(by: Set(finding.cut.steps.map(\.reference.index)))
        for subset in 0..<(1 << all.count) {
          let cut = Set(all.indices.filter { subset >> $0 & 1 == 1 }.map { all[$0] })
          guard cost(of: cut.map(graph.reference), prices) < price,
            isBehind || !owners.isTaken(by: cut)
          else { continue }
          let words = cut.map {
            "\(declaration(graph.reference($0))) = \(prices[declaration(graph.reference($0))] ?? 0)"
          }
          let mine = finding.cut.steps.map { "\(declaration($0.reference))" }
          #expect(
            aliveAfter(cut, finding, in: analysis),
            "seed \(seed): \(price) for \(mine), not \(words): \(graph.literal)")
        }
      }
    }
  }

  /// What stands behind cuts that cost more: those inside of frameworks, and those that take from an object that is not
  /// expected gone all that retains it.
  private struct LastOwner {
    private var inFrameworks: Set<Int32> = []
    private var retainers: [Int32: Set<Int32>] = [:]
    private var target: [Int32: Int32] = [:]

    init(_ analysis: GraphAnalysis) {
      let roles = ReferenceRoles(analysis.graph, needed: analysis.needed)
      let references = analysis.references(0..<Int32(analysis.retaining.edgeCount))
      for reference in references {
        retainers[reference.target.index, default: []].insert(reference.index)
      }
      for reference in references {
        let role = roles.answer(for: reference.index).role
        if role == .frameworkInternal { inFrameworks.insert(reference.index) }
        let isExcused =
          [.parent, .memberOfMany].contains(role)
          || role == .selfCapture && !isWithGone(reference.target, in: analysis)
          || role == .registration && reference.target.owner == .framework
          || reference.target.isRoot || reference.target.expectation?.fate == .gone
        if !isExcused { target[reference.index] = reference.target.index }
      }
    }

    /// Whether an object and one that should be gone reach each other.
    private func isWithGone(_ object: ObjectGraph.Object, in analysis: GraphAnalysis) -> Bool {
      let edges = analysis.references(0..<Int32(analysis.retaining.edgeCount)).map {
        (tail: $0.source.index, head: $0.target.index)
      }
      let count = Int(analysis.graph.objectCount)
      let reached = Oracles.reached(from: [object.index], vertexCount: count, edges: edges)
      return reached.contains { other in
        analysis.graph.object(other).expectation?.fate == .gone
          && Oracles.reached(from: [other], vertexCount: count, edges: edges)
            .contains(object.index)
      }
    }

    func isTaken(by cut: Set<Int32>) -> Bool {
      !cut.isDisjoint(with: inFrameworks)
        || cut.contains { target[$0].map { retainers[$0]?.isSubset(of: cut) == true } == true }
    }
  }

  /// The price of a set of references where safety does not matter: each declaration once.
  private func cost(
    of references: [ObjectGraph.Reference], _ prices: [String: Int]
  ) -> Int {
    Set(references.map(declaration)).reduce(0) { $0 + (prices[$1] ?? 0) }
  }

  /// What each declaration costs: as much as its dearest use among what keeps the object.
  private func prices(
    keeping object: ObjectGraph.Object, in analysis: GraphAnalysis
  ) -> [String: Int] {
    var prices: [String: Int] = [:]
    let roles = ReferenceRoles(analysis.graph, needed: analysis.needed)
    let references = analysis.references(0..<Int32(analysis.retaining.edgeCount))
    let keepers = Oracles.reached(
      from: [object.index], vertexCount: Int(analysis.graph.objectCount),
      edges: references.map { (tail: $0.target.index, head: $0.source.index) })
    let others = references.filter { !keepers.contains($0.target.index) }
    for reference in references.filter({ keepers.contains($0.target.index) }) {
      let key = declaration(reference)
      prices[key] = max(prices[key] ?? 0, roles.answer(for: reference.index).role.cost)
    }
    for reference in others where prices[declaration(reference)] == nil {
      prices[declaration(reference)] = roles.answer(for: reference.index).role.cost
    }
    return prices
  }

  private func declaration(_ reference: ObjectGraph.Reference) -> String {
    let source = reference.source
    return "\(source.type) \(source.kind) \(source.owner) \(reference.name) \(reference.marks)"
  }
}
