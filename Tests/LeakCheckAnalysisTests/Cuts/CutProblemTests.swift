import LeakCheckGraph
import Testing

@testable import LeakCheckAnalysis

/// How much of a graph the problems of many findings look at.
@Suite struct CutProblemTests {
  @Test func `few findings look at as much each as one`() {
    for count in [0, 1, 25] {
      let limits = CutProblem.Limits(problems: count)
      #expect(limits.whole == 10_000 && limits.near == 1_000)
    }
  }

  @Test func `more findings share what is looked at, and each has something`() {
    for count in [26, 100, 500, 1_000, 2_500] {
      let limits = CutProblem.Limits(problems: count)
      #expect(limits.whole * count <= 250_000)
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

  /// A chain of cycles, each of which keeps the next: what keeps the last is all the others.
  @Test func `each of many cycles is cut, whatever was looked at`() throws {
    let count = 500
    var builder = ObjectGraph.Builder()
    for index in 0..<count {
      for name in ["a", "b"] {
        builder.add(ObjectDescription(id: .text("\(name)\(index)"), type: "\(name)\(index)"))
      }
      builder.add(reference("a\(index)", "b\(index)"))
      builder.add(reference("b\(index)", "a\(index)"))
      if index > 0 { builder.add(reference("a\(index - 1)", "a\(index)")) }
    }
    let graph = try builder.build()
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    #expect(findings.count == count)
    #expect(findings.contains { $0.cut.isExact } && findings.contains { !$0.cut.isExact })
    // With all cuts made nothing refers back, so that nothing keeps itself.
    let cut = Set(findings.flatMap { $0.cut.steps.map(\.reference.index) })
    for finding in findings {
      let path = finding.path.references.map(\.index)
      #expect(path.contains(where: cut.contains), "\(finding.path.objects[0].type)")
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
