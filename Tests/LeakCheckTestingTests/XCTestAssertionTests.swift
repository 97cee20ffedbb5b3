import Foundation
import LeakCheckTesting
import XCTest

/// The assertions under XCTest, on the main thread.
final class XCTestAssertionTests: XCTestCase {
  private let tracker = LeakTracker()
  private var vc: ProfileVC?

  override func setUp() { vc = tracker.track(ProfileVC()) }

  override func tearDown() {
    vc = nil
    tracker.expectAllDeallocated()
  }

  func testEveryFormPasses() {
    expectDeallocated(ProfileVC())
    let constant = ProfileVC()
    constant.use()
    expectDeallocated(consume constant)
    expectDeallocated(&vc)
    XCTAssertNil(vc)
    expectDeallocated { ProfileVC() }
  }

  func testAnObjectOfAMainQueueBlockPasses() {
    let box = Held(ProfileVC())
    DispatchQueue.main.async { box.vc = nil }
    expectDeallocated(box.vc)
  }

  func testAnObjectOfATimerThatFiresPasses() {
    let box = Held(ProfileVC())
    RunLoop.main.perform { box.vc = nil }
    expectDeallocated(box.vc)
  }

  func testAnObjectOfATaskPasses() {
    let box = Held(ProfileVC())
    Task { box.vc = nil }
    expectDeallocated(box.vc)
  }

  func testAnAwaitedObjectPasses() async {
    let box = Held(ProfileVC())
    Task { @MainActor in box.vc = nil }
    await expectDeallocated(box.vc)
  }
}

/// Holds an object that another thread lets go of.
private final class Held: @unchecked Sendable {
  var vc: ProfileVC?

  init(_ vc: ProfileVC) { self.vc = vc }
}
