import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct TeardownCheckTests {
  @Test func `a self-defeating teardown is cut by calling the event earlier`() throws {
    let until = ReferenceDescription.Until(event: "invalidate()", called: .inDeinit(of: "vc"))
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try timerGraph(until))).first)
    #expect(finding.path.objects.map(\.id) == ["loop", "t", "vc"])
    #expect(finding.cut.steps.map(\.how) == [.end])
    #expect(finding.cut.steps.first?.event == "invalidate()")
  }

  @Test(arguments: [true, false])
  func `a cycle through what a teardown would free is told with it, unless that is in use`(
    isGone: Bool
  ) throws {
    var builder = ObjectGraph.Builder()
    for id in ["loop", "timer", "screen"] as [ObjectID] {
      var object = ObjectDescription(id: id, type: "\(id)")
      if id == "loop" { object.root = "run loop" }
      if id == "screen", isGone { object.expectation = LifetimeExpectation(.gone) }
      builder.add(object)
    }
    var timers = ReferenceDescription(from: "loop", to: "timer")
    timers.until = .init(event: "invalidate()", called: .inDeinit(of: "screen"))
    builder.add(timers)
    builder.add(ReferenceDescription(from: "timer", to: "screen"))
    builder.add(ReferenceDescription(from: "screen", to: "timer"))
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    #expect(findings.count { $0.kind == .teardownNeverRuns } == 1)
    #expect(findings.count { $0.kind == .cycle } == (isGone ? 0 : 1))
    #expect(findings.count == (isGone ? 1 : 2))
  }

  @Test(arguments: [true, false])
  func `what is expected alive is not let go with what is in use`(isExpected: Bool) throws {
    let graph = try ObjectGraph(
      "App! -> Loader\(isExpected ? "+" : "") 'loader'; Loader -> Screen 'screen'; App -> Screen 'top'"
    ).changing(references: {
      guard $0.name == "loader" else { return }
      $0.until = .init(event: "stop()", called: .inDeinit(of: "Screen"))
    })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.kind == .teardownNeverRuns)
    #expect(finding.cut.steps.map(\.reference.name) == ["loader"])
    #expect((finding.cut.safety == .refuted) == isExpected)
  }

  /// The shortest way to the timer is through the screen, which it would keep without any of that.
  @Test func `the path to a teardown does not pass what is torn down`() throws {
    let graph = try ObjectGraph(
      "App! -> Screen 'top'; Screen -> Timer 'timer'; App -> A 'a'; A -> B 'b'; B -> Timer 'list';"
        + " Timer -> Screen 'target'"
    ).changing(references: {
      guard $0.name == "target" else { return }
      $0.until = .init(event: "invalidate()", called: .inDeinit(of: "Screen"))
    })
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    let finding = try #require(findings.first { $0.kind == .teardownNeverRuns })
    #expect(finding.path.objects.map(\.type) == ["App", "A", "B", "Timer", "Screen"])
  }

  /// A timer leads to the screen by a way that is longer than what is near, or by none, beside very many objects.
  @Test(arguments: [(0, true), (1_500, true), (1_500, false)])
  func `what only a far object's deinit would end is told however long the way`(
    length: Int, leads: Bool
  ) throws {
    var builder = ObjectGraph.Builder()
    for id in ["loop", "timer", "screen"] as [ObjectID] {
      var object = ObjectDescription(id: id, type: "\(id)")
      if id == "loop" { object.root = "run loop" }
      builder.add(object)
    }
    for number in 0..<length {
      builder.add(ObjectDescription(id: .number(Int64(number)), type: "Link"))
      let from: ObjectID = number == 0 ? "timer" : .number(Int64(number - 1))
      builder.add(ReferenceDescription(from: from, to: .number(Int64(number))))
    }
    if leads {
      let last: ObjectID = length == 0 ? "timer" : .number(Int64(length - 1))
      builder.add(ReferenceDescription(from: last, to: "screen"))
    } else {
      builder.add(ReferenceDescription(from: "loop", to: "screen"))
    }
    // Two ends of one object: what was found for the first serves the second.
    for name in ["timers", "others"] {
      var timers = ReferenceDescription(from: "loop", to: "timer")
      (timers.name, timers.until) = (
        name, .init(event: "invalidate()", called: .inDeinit(of: "screen"))
      )
      builder.add(timers)
    }
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    #expect(findings.map(\.kind) == (leads ? [.teardownNeverRuns] : []))
    #expect(findings.first.map { $0.path.objects.count } == (leads ? length + 3 : nil))
  }

  @Test(arguments: [2, 8])
  func `of a chain that a deinit would end, one reference is cut`(length: Int) throws {
    var builder = ObjectGraph.Builder()
    for number in 0...length {
      var object = ObjectDescription(id: .number(Int64(number)), type: "Link")
      if number == 0 { object.root = "run loop" }
      builder.add(object)
    }
    for number in 0..<length {
      var reference = ReferenceDescription(
        from: .number(Int64(number)), to: .number(Int64(number + 1)))
      reference.name = "next\(number)"
      reference.until = .init(event: "stop()", called: .inDeinit(of: .number(Int64(length))))
      builder.add(reference)
    }
    // It is in use, so that it stays is no leak.
    builder.add(ReferenceDescription(from: 0, to: .number(Int64(length))))
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try builder.build())).first)
    #expect(finding.kind == .teardownNeverRuns)
    #expect(finding.cut.steps.map(\.reference.name) == ["next0"])
    // Of eight, not every set is tried.
    #expect(finding.cut.isMinimal && finding.cut.isExact == (length == 2))
  }
}
