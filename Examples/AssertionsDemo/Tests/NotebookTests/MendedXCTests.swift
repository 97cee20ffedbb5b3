import LeakCheckTesting
import Notebook
import XCTest

/// The mended twins under XCTest.
final class MendedXCTests: XCTestCase {
  func testAWeakClosureInsteadOfABoundMethod() {
    expectDeallocated(MendedSettingsScreen())
  }
}

/// What a test makes is tracked, and judged after the test.
final class MendedTrackedXCTests: XCTestCase {
  private let tracker = LeakTracker()
  private var folder: MendedFolder?

  override func setUp() { folder = tracker.track(MendedFolder(), named: "folder") }

  override func tearDown() {
    folder = nil
    tracker.expectAllDeallocated()
  }

  func testAddingANote() { folder?.add("Shopping") }
}
