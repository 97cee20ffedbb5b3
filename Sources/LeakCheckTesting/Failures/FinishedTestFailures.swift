import Foundation
import XCTest

#if canImport(ObjectiveC)
/// Failures of tests that have finished: XCTest takes them.
struct FinishedTestFailures {
  static func isOwn(_ testCase: XCTestCase) -> Bool { false }

  mutating func begin(_ suite: XCTestSuite) {}

  mutating func end(_ suite: XCTestSuite) {}

  mutating func record(_ failure: LeakFailure, of testCase: XCTestCase) {
    let message = ReportFailure.message(of: failure, named: testCase.name)
    testCase.record(XCTIssue(type: .assertionFailure, compactDescription: message))
  }
}
#else
/// Failures of tests that have finished, as tests of their own beside them.
///
/// XCTest on Linux ends the process when a test fails that has finished.
struct FinishedTestFailures {
  private var suites: [XCTestSuite] = []
  private var pending: [XCTestRun] = []

  static func isOwn(_ testCase: XCTestCase) -> Bool { testCase is LeakOfTest }

  mutating func begin(_ suite: XCTestSuite) { suites.append(suite) }

  /// Where the observer came after the suite had begun, its failures go in at its end.
  mutating func end(_ suite: XCTestSuite) {
    if suites.last === suite { suites.removeLast() }
    guard let run = suite.testRun as? XCTestSuiteRun else { return }
    for failed in pending { run.addTestRun(failed) }
    pending = []
  }

  mutating func record(_ failure: LeakFailure, of testCase: XCTestCase) {
    let message = ReportFailure.message(of: failure, named: testCase.name)
    let leak = LeakOfTest(name: testCase.name) { test in
      test.recordFailure(
        withDescription: message, inFile: "<unknown>", atLine: 0, expected: true)
    }
    leak.run()
    guard let run = leak.testRun else { return }
    if let suite = suites.last?.testRun as? XCTestSuiteRun {
      suite.addTestRun(run)
    } else {
      pending.append(run)
    }
  }
}

/// A test that fails because another one leaks.
private final class LeakOfTest: XCTestCase {
  override var name: String { "\(super.name.dropFirst("LeakOfTest.".count)) leaks" }
}
#endif
