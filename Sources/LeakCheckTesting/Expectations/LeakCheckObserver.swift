public import Foundation
import LeakCheckLocks
public import XCTest

/// Runs every XCTest test of a bundle under the rules of `expectNoLeaks`.
///
/// Install it once, before the first test. In a class that all test classes inherit from:
///
/// ```swift
/// class LeakCheckedTestCase: XCTestCase {
///   override class func setUp() {
///     super.setUp()
///     LeakCheckObserver.install(allowing: [.type("ImageCache", count: 1, because: "lives as long as the app")])
///   }
/// }
/// ```
///
/// A test is judged after its `tearDown`. What it keeps in properties of the test case is left behind too, because
/// XCTest keeps every test case until the last test has run: set it to `nil` in `tearDown`.
///
/// On Linux, where XCTest takes no failures of a test that has finished, a leak fails as a test of its own, named
/// after the test: `ProfileTests.testPop leaks`.
public final class LeakCheckObserver: NSObject, XCTestObservation {
  private static let isInstalled = Mutex(false)

  private let ledger: AllowanceLedger
  private var check: LeftoverCheck?
  private var failures = FinishedTestFailures()

  private let modules: Set<String>

  package init(allowing allowed: [AllowedLeak], modules: [String] = []) {
    ledger = AllowanceLedger(allowed)
    self.modules = Set(modules)
  }

  /// Checks every test from here on; a second call does nothing.
  ///
  /// - Parameters:
  ///   - allowed: leaks that may stay. Where one is given with a count, all tests together may leave as many; more fail,
  ///     fewer are told at the end, so that the count can be lowered.
  ///   - modules: modules whose objects count as the program's besides those whose sources lie in the package under
  ///     test.
  public static func install(allowing allowed: [AllowedLeak] = [], modules: [String] = []) {
    let isFirst = isInstalled.withLock { isInstalled in
      defer { isInstalled = true }
      return !isInstalled
    }
    guard isFirst else { return }
    XCTestObservationCenter.shared.addTestObserver(
      LeakCheckObserver(allowing: allowed, modules: modules))
  }

  /// Remembers where failures go.
  public func testSuiteWillStart(_ testSuite: XCTestSuite) { failures.begin(testSuite) }

  /// Marks the objects before the test.
  public func testCaseWillStart(_ testCase: XCTestCase) {
    guard !FinishedTestFailures.isOwn(testCase) else { return }
    check = LeftoverCheck(allowing: ledger, modules: modules)
  }

  /// Fails the test when something is left behind.
  public func testCaseDidFinish(_ testCase: XCTestCase) {
    guard !FinishedTestFailures.isOwn(testCase), let check else { return }
    self.check = nil
    if let refusal = check.refusal {
      check.abandon()
      return Refusals.tellOnce(refusal)
    }
    let hasPassed = testCase.testRun?.totalFailureCount == 0
    if hasPassed, let failure = check.failure(keeping: ()) {
      failures.record(failure, of: testCase)
    } else if !hasPassed {
      check.abandon()
    }
  }

  /// Hands over failures whose suite was not known before.
  public func testSuiteDidFinish(_ testSuite: XCTestSuite) { failures.end(testSuite) }

  /// Tells of counts that can be lowered.
  public func testBundleDidFinish(_ testBundle: Bundle) {
    for note in ledger.slack {
      FileHandle.standardError.write(Data("leakcheck: note: \(note)\n".utf8))
    }
  }
}
