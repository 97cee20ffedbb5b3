public import Foundation
import LeakCheckLocks
public import XCTest

/// An observer that applies the rules of `expectNoLeaks` to every XCTest test in a bundle.
///
/// Install it once, before the first test, in a class that all test classes inherit from:
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
/// The observer judges a test after its `tearDown`. Objects in properties of the test case count as left behind,
/// because XCTest keeps every test case until the last test has run. Set these properties to `nil` in `tearDown`.
///
/// On Linux, XCTest accepts no failures for a test that has finished. A leak therefore fails as a separate test, named
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

  /// Installs the observer for all following tests; a second call does nothing.
  ///
  /// - Parameters:
  ///   - allowed: leaks that may stay. A count applies to all tests together; more leaks fail, and fewer are reported
  ///     at the end so that you can lower the count.
  ///   - modules: modules whose objects count as the program's, in addition to those with sources in the package under
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

  /// Records where failures go.
  public func testSuiteWillStart(_ testSuite: XCTestSuite) { failures.begin(testSuite) }

  /// Marks the objects before the test.
  public func testCaseWillStart(_ testCase: XCTestCase) {
    guard !FinishedTestFailures.isOwn(testCase) else { return }
    check = LeftoverCheck(allowing: ledger, modules: modules)
  }

  /// Fails the test if it leaves objects behind.
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

  /// Reports failures whose suite was not known before.
  public func testSuiteDidFinish(_ testSuite: XCTestSuite) { failures.end(testSuite) }

  /// Reports counts that can be lowered.
  public func testBundleDidFinish(_ testBundle: Bundle) {
    for note in ledger.slack {
      FileHandle.standardError.write(Data("leakcheck: note: \(note)\n".utf8))
    }
  }
}
