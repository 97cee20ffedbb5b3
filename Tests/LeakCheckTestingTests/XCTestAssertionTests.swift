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
    expectDeallocated { made { held in DispatchQueue.main.async { held.vc = nil } } }
  }

  func testAnObjectOfTheRunLoopPasses() {
    expectDeallocated { made { held in RunLoop.main.perform { held.vc = nil } } }
  }

  func testAnObjectOfATaskPasses() {
    expectDeallocated { made { held in Task { held.vc = nil } } }
  }

  func testAnObjectOfATaskOnTheMainActorPasses() {
    expectDeallocated { made { held in Task { @MainActor in held.vc = nil } } }
  }

  func testAnAwaitedObjectPasses() async {
    await expectDeallocated { made { held in Task { @MainActor in held.vc = nil } } }
  }

  /// Makes a controller that `hold` lets go of later.
  private func made(_ hold: (Held) -> Void) -> ProfileVC {
    let vc = ProfileVC()
    hold(Held(vc))
    return vc
  }
}

/// Holds an object that another thread lets go of.
private final class Held: @unchecked Sendable {
  var vc: ProfileVC?

  init(_ vc: ProfileVC) { self.vc = vc }
}
