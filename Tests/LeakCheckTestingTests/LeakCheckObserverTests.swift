#if !canImport(ObjectiveC)
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import Testing
import XCTest

import LeakCheckTesting

/// Runs suites of XCTest inside a test; what they print is no failure of this run.
@Suite(.serialized) struct LeakCheckObserverTests {
  private func run(_ found: ObjectGraph, lateInSuite: Bool = false) throws -> XCTestRun {
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
    return try #require(suite.testRun)
  }

  @Test func `a test that leaves nothing passes`() throws {
    #expect(try run(nothing).totalFailureCount == 0)
  }

  @Test func `a test that leaves something fails as a test beside it`() throws {
    let run = try run(ObjectGraph("S! -> Session- 'open'"))
    #expect(run.totalFailureCount == 1)
    let names = (run as? XCTestSuiteRun)?.testRuns.map(\.test.name)
    #expect(names?.sorted() == ["InnerTest.testInside", "InnerTest.testInside leaks"])
  }

  @Test func `an observer that comes during a suite fails tests of it`() throws {
    #expect(try run(ObjectGraph("S! -> Session- 'open'"), lateInSuite: true).totalFailureCount == 1)
  }

  @Test func `what may stay is let pass`() throws {
    #expect(try run(ObjectGraph("S! -> Cache- 'shared'")).totalFailureCount == 0)
  }
}

extension LiveProcessAssertionTests {
  @Test func `a test case that has run and keeps itself passes`() {
    expectNoLeaks { InnerTest(name: "testInside") { _ in }.run() }
  }
}

private final class InnerTest: XCTestCase {}
#endif
