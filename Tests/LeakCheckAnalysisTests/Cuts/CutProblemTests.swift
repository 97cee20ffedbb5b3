import LeakCheckGraph
import Testing

@testable import LeakCheckAnalysis

/// How much of a graph the problems of many findings look at.
@Suite struct CutProblemTests {
  @Test func `a hundred findings look at as much each as one`() {
    for count in [0, 1, 100] {
      let limits = CutProblem.Limits(problems: count)
      #expect(limits.whole == 10_000 && limits.near == 1_000)
    }
  }

  @Test func `more findings share what is looked at, and each has something`() {
    for count in [101, 500, 1_000, 5_000, 10_000] {
      let limits = CutProblem.Limits(problems: count)
      #expect(limits.whole * count <= 1_000_000)
      #expect(limits.near <= limits.whole && limits.near >= 100)
    }
    #expect(CutProblem.Limits(problems: 1_000_000).whole == 100)
  }

  /// A chain of objects that are gone, each held by a root of its own: what keeps the last is all the others.
  @Test func `each of many findings frees its object, whatever it looked at`() throws {
    let count = 800
    var builder = ObjectGraph.Builder()
    for index in 0..<count {
      var root = ObjectDescription(id: .text("r\(index)"), type: "Root")
      root.root = "static"
      var gone = ObjectDescription(id: .text("g\(index)"), type: "Screen\(index)")
      gone.expectation = LifetimeExpectation(.gone)
      builder.add(root)
      builder.add(gone)
      builder.add(reference("r\(index)", "g\(index)"))
      if index > 0 { builder.add(reference("g\(index - 1)", "g\(index)")) }
    }
    let graph = try builder.build()
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    #expect(findings.count == count)
    // What keeps the last ones is more than each may look at, and the report says so.
    #expect(findings.contains { $0.cut.isExact } && findings.contains { !$0.cut.isExact })
    for place in stride(from: 0, to: count, by: 16) {
      let finding = findings[place]
      let object = try #require(finding.path.objects.last)
      let cut = Set(finding.cut.steps.map(\.reference.index))
      let reached = reached(in: graph, without: cut)
      #expect(!reached.contains(object.index), "\(object.type)")
    }
  }

  private func reference(_ source: String, _ target: String) -> ReferenceDescription {
    var reference = ReferenceDescription(from: .text(source), to: .text(target))
    reference.name = "next"
    return reference
  }

  private func reached(in graph: ObjectGraph, without cut: Set<Int32>) -> Set<Int32> {
    var targets: [Int32: [Int32]] = [:]
    for reference in graph.references where !cut.contains(reference.index) {
      targets[reference.source.index, default: []].append(reference.target.index)
    }
    var waiting = graph.objects.filter { $0.rootReason != nil }.map(\.index)
    var reached = Set(waiting)
    while let object = waiting.popLast() {
      for target in targets[object] ?? [] where reached.insert(target).inserted {
        waiting.append(target)
      }
    }
    return reached
  }
}
