import LeakCheckAnalysis
import LeakCheckGraph
import Testing

/// What is said of programs whose memory a tracing collector frees.
@Suite struct TracedWordsTests {
  private func finding(
    _ add: (inout ObjectGraph.Builder) -> Void
  ) throws -> Finding {
    var builder = ObjectGraph.Builder()
    builder.collector = .tracing
    builder.add(object(0, "class Bus", root: "static"))
    var gone = object(9, "Screen")
    gone.expectation = LifetimeExpectation(.gone)
    builder.add(gone)
    add(&builder)
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    return try #require(findings.count == 1 ? findings.first : nil)
  }

  private func object(
    _ id: Int64, _ type: String, _ kind: ObjectKind = .object, owner: Owner = .app,
    root: String? = nil
  ) -> ObjectDescription {
    var object = ObjectDescription(id: .number(id), type: type)
    object.kind = kind
    object.owner = owner
    object.root = root
    return object
  }

  private func reference(_ from: Int64, _ to: Int64, _ name: String) -> ReferenceDescription {
    var reference = ReferenceDescription(from: .number(from), to: .number(to))
    reference.name = name
    return reference
  }

  @Test func `an element is removed from the property that holds its collection`() throws {
    let finding = try finding { builder in
      builder.add(object(1, "java.util.HashMap", .collection, owner: .framework))
      builder.add(object(2, "java.util.HashMap$Node[]", .collection, owner: .framework))
      builder.add(object(3, "java.util.HashMap$Node", owner: .framework))
      // A node of the same map that holds something of the library's.
      builder.add(object(4, "java.util.HashMap$Node", owner: .framework))
      builder.add(object(5, "java.lang.String", owner: .framework))
      builder.add(reference(0, 1, "cache"))
      builder.add(reference(1, 2, "table"))
      builder.add(reference(2, 3, "[6]"))
      builder.add(reference(2, 4, "[7]"))
      builder.add(reference(3, 9, "value"))
      builder.add(reference(4, 5, "value"))
    }
    let step = try #require(finding.cut.steps.first)
    #expect(step.how == .end)
    #expect(step.safety != .refuted)
    #expect(step.event == "removal from class Bus.cache")
    #expect(step.fix == "remove Screen from class Bus.cache when its time is over")
  }

  @Test func `a cycle behind the cut is no part of it, because the collector frees it`() throws {
    let finding = try finding { builder in
      builder.add(object(1, "Panel"))
      builder.add(object(2, "Fragment"))
      builder.add(reference(0, 1, "panel"))
      builder.add(reference(1, 9, "screen"))
      builder.add(reference(9, 2, "fragment"))
      builder.add(reference(2, 9, "host"))
    }
    #expect(finding.cut.steps.map(\.reference.name) == ["screen"])
    #expect(
      finding.cut.steps.map(\.fix) == [
        "clear Panel.screen when Screen should go, or hold it there by a weak reference"
      ])
  }

  @Test func `no closure is told to capture weakly`() throws {
    let finding = try finding { builder in
      builder.add(object(1, "Bus$$Lambda$1", .closure))
      builder.add(reference(0, 1, "onUpdate"))
      builder.add(reference(1, 9, "arg$1"))
    }
    #expect(
      finding.cut.steps.map(\.fix) == [
        "let Bus$$Lambda$1 capture less than Screen, or let go of Bus$$Lambda$1 when Screen should go"
      ])
  }
}
