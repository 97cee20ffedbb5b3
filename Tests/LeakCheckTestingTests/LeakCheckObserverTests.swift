#if !canImport(ObjectiveC)
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import Testing
import XCTest

import LeakCheckTesting

/// Runs suites of XCTest inside a test; what they print is no failure of this run.
@Suite(.serialized) struct LeakCheckObserverTests {
  /// How a suite of XCTest ended.
  private struct Outcome {
    var failures: Int
    var tests: [String]
  }

  /// Runs a suite ahead of all other tests.
  ///
  /// XCTest starts a task for each case and runs its thread's run loop, on Linux without a pause, until that has ended.
  /// In line behind the tests that run in parallel that would take a processor as long as those do.
  private func run(_ found: ObjectGraph, lateInSuite: Bool = false) async throws -> Outcome {
    try await Task(priority: .high) { try runAtOnce(found, lateInSuite: lateInSuite) }.value
  }

  private func runAtOnce(_ found: ObjectGraph, lateInSuite: Bool) throws -> Outcome {
    let observer = LeakCheckObserver(allowing: [.type("Cache", count: 1, because: "it stays")])
    let suite = XCTestSuite(name: "A suite inside a test")
    suite.addTest(
      InnerTest(name: "testInside") { _ in
        if lateInSuite { XCTestObservationCenter.shared.addTestObserver(observer) }
      })
    if lateInSuite { suite.addTest(InnerTest(name: "testAfter") { _ in }) }
    if !lateInSuite { XCTestObservationCenter.shared.addTestObserver(observer) }
    defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
    finding(found) { suite.run() }
    let run = try #require(suite.testRun as? XCTestSuiteRun)
    return Outcome(
      failures: run.totalFailureCount, tests: run.testRuns.map(\.test.name).sorted())
  }

  @Test func `a test that leaves nothing passes`() async throws {
    #expect(try await run(nothing).failures == 0)
  }

  @Test func `a test that leaves something fails as a test beside it`() async throws {
    let outcome = try await run(ObjectGraph("S! -> Session- 'open'"))
    #expect(outcome.failures == 1)
    #expect(outcome.tests == ["InnerTest.testInside", "InnerTest.testInside leaks"])
  }

  @Test func `an observer that comes during a suite fails tests of it`() async throws {
    let outcome = try await run(ObjectGraph("S! -> Session- 'open'"), lateInSuite: true)
    #expect(outcome.failures == 1)
  }

  @Test func `what may stay is let pass`() async throws {
    #expect(try await run(ObjectGraph("S! -> Cache- 'shared'")).failures == 0)
  }
}

extension LiveProcessAssertionTests {
  @Test func `a test case that has run and keeps itself passes`() {
    expectNoLeaks { InnerTest(name: "testInside") { _ in }.run() }
  }
}

private final class InnerTest: XCTestCase {}
#endif
