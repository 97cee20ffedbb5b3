import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct FindingTests {
  private func kinds(_ until: ReferenceDescription.Until?) throws -> [Finding.Kind] {
    Checks.findings(in: GraphAnalysis(of: try timerGraph(until))).map(\.kind)
  }

  @Test func `findings are counted as they are made`() throws {
    let graph = ObjectGraph("a -> b 'x'; b -> a 'y'; c -> d 'u'; d -> c 'v'; e -> e 'w'")
    let record = WorkRecord()
    let findings = WorkRecord.$current.withValue(record) {
      Checks.findings(in: GraphAnalysis(of: graph))
    }
    let entry = try #require(record.entries.first { $0.stage.name == "judge" })
    #expect(findings.count == 3)
    #expect(entry.done == 3)
  }

  @Test func `a graph without a wrong is silent`() {
    #expect(findings(in: "app! -> screen; screen -> model; model ~> screen 'delegate'") == [])
    #expect(findings(in: "gone-; gone -> view") == [])
  }

  @Test(arguments: [Finding.Kind.abandoned, .dangling])
  func `of equals the one speaks whose path begins with the first object`(
    kind: Finding.Kind
  ) throws {
    var builder = ObjectGraph.Builder()
    func object(_ id: String, _ type: String, _ change: (inout ObjectDescription) -> Void) {
      var object = ObjectDescription(id: .text(id), type: type)
      change(&object)
      builder.add(object)
    }
    for (root, closure, gone) in [("root1", "c2", "vc2"), ("root2", "c1", "vc1")] {
      object(root, "Cache") { $0.root = "static" }
      object(closure, "() -> ()") { $0.kind = .closure }
      object(gone, "Detail") { $0.expectation = LifetimeExpectation(.gone) }
      builder.add(ReferenceDescription(from: .text(root), to: .text(closure)))
      var captured = ReferenceDescription(from: .text(closure), to: .text(gone))
      captured.strength = kind == .abandoned ? .strong : .unowned
      builder.add(captured)
    }
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    let finding = try #require(findings.first)
    #expect(findings.count == 1 && finding.kind == kind && finding.instances == 2)
    #expect(finding.path.objects.map(\.id.description) == ["root1", "c2", "vc2"])
  }

  @Test func `who ends a reference decides the verdict`() throws {
    #expect(try kinds(nil) == [.abandoned])
    #expect(try kinds(.init(event: "invalidate()", called: .inTeardown)) == [])
    #expect(try kinds(.init(event: "fire", called: .automatically)) == [.temporary])
    #expect(
      try kinds(.init(event: "invalidate()", called: .inDeinit(of: "vc"))) == [.teardownNeverRuns])
  }

  @Test func `a reference ends with the object whose deinit ends it`() throws {
    var builder = ObjectGraph.Builder()
    var root = ObjectDescription(id: "root", type: "Center")
    root.root = ""
    builder.add(root)
    builder.add(ObjectDescription(id: "owner", type: "Owner"))
    var held = ObjectDescription(id: "held", type: "Held")
    held.expectation = LifetimeExpectation(.gone)
    builder.add(held)
    var reference = ReferenceDescription(from: "root", to: "held")
    reference.until = .init(event: "remove", called: .inDeinit(of: "owner"))
    builder.add(reference)
    let analysis = GraphAnalysis(of: try builder.build())
    #expect(analysis.coverage.freed == 2)
    #expect(Checks.findings(in: analysis).isEmpty)
  }
}
