import Foundation
import XCTest

#if canImport(ObjectiveC)
/// The failures of finished tests, which XCTest accepts.
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
/// The failures of finished tests, as separate tests beside them.
///
/// XCTest on Linux ends the process if a finished test fails.
struct FinishedTestFailures {
  private var suites: [XCTestSuite] = []
  private var pending: [XCTestRun] = []

  static func isOwn(_ testCase: XCTestCase) -> Bool { testCase is LeakOfTest }

  mutating func begin(_ suite: XCTestSuite) { suites.append(suite) }

  /// Adds the failures at the end of a suite, if the observer came after the suite had begun.
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

/// A test that fails because another test leaks.
private final class LeakOfTest: XCTestCase {
  override var name: String { "\(super.name.dropFirst("LeakOfTest.".count)) leaks" }
}
#endif
