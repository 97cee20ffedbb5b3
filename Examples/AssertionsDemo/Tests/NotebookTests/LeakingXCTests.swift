import LeakCheckTesting
import Notebook
import XCTest

/// The same leaks as XCTest tells of them.
final class LeakingXCTests: XCTestCase {
  func testABoundMethodAsAClosure() {
    expectDeallocated(SettingsScreen())
  }
}

/// What a test makes is tracked, and judged after the test.
final class LeakingTrackedXCTests: XCTestCase {
  private let tracker = LeakTracker()
  private var folder: Folder?

  override func setUp() { folder = tracker.track(Folder(), named: "folder") }

  override func tearDown() {
    folder = nil
    tracker.expectAllDeallocated()
  }

  func testAddingANote() { folder?.add("Shopping") }
}
