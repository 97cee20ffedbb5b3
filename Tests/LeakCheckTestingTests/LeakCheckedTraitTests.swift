import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckTesting
import Testing

@Suite struct LeakCheckedTraitTests {
  /// Runs `body` as a leak-checked test whose capture finds `graph`.
  private func run(
    _ trait: LeakCheckedTrait, _ graph: ObjectGraph, _ body: @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await MadeUpCapture.$current.withValue(
      MadeUpCapture { CapturedLeaks(graph: graph, notes: []) }
    ) {
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
  }

  @Test func `a test that leaves nothing passes`() async throws {
    try await run(.leakChecked, nothing) { await Task.yield() }
  }

  @Test func `a test that leaves something fails`() async {
    let messages = await failures {
      try? await run(.leakChecked, ObjectGraph("S! -> Session- 'open'")) {}
    }
    #expect(messages.first?.hasPrefix("Session was left behind: held by S\n") == true)
  }

  @Test func `a trait of a test adds to that of its suite`() async {
    let graph = ObjectGraph("S! -> Session- 'open'")
    let messages = await failures {
      try? await run(.leakChecked, graph) {
        try await run(.leakChecked(allowing: [.type("Session", because: "it stays")]), graph) {}
      }
    }
    #expect(messages == [])
  }

  @Test func `a test that throws is not judged`() async {
    struct Refused: Error {}
    await #expect(throws: Refused.self) {
      try await run(.leakChecked, ObjectGraph("S! -> Session- 'open'")) { throw Refused() }
    }
  }

  @Test func `a suite counts its tests together and tells what can be lowered`() async throws {
    let test = try #require(Test.current)
    let trait: LeakCheckedTrait = .leakChecked(
      allowing: [.type("Session", count: 3, because: "it stays")])
    let messages = await failures {
      try? await trait.provideScope(for: test, testCase: nil) {
        for _ in 0..<2 { try await run(trait, ObjectGraph("S! -> Session- 'open'")) {} }
      }
    }
    #expect(messages == ["3 of Session are allowed and 2 stayed behind: lower the count to 2"])
  }
}

/// Captures that find nothing, around the tests of a suite.
private struct FindsNothing: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await MadeUpCapture.$current.withValue(
      MadeUpCapture { CapturedLeaks(graph: nothing, notes: []) }, operation: function)
  }
}

@Suite(FindsNothing(), .leakChecked) struct LeakCheckedSuiteTests {
  @Suite(.leakChecked(allowing: [.type("Cache", because: "it stays")])) struct Inner {
    @Test(.leakChecked, arguments: 0..<4) func `a checked test in checked suites ends`(n: Int) {}
  }
}
