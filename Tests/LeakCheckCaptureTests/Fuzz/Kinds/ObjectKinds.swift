import Foundation
import Observation

// Objects that are no subclass of `Base`.

/// A class of Foundation's as superclass.
final class FoundationNode: NSObject, FuzzNode {
  private let serial: Int
  private var first: AnyObject?
  private var name = "an NSObject with a name of some length"
  private var second: (any FuzzNode)?

  private init(serial: Int) { self.serial = serial }
  deinit { Ledger.note(serial) }

  static var slots: [SlotStrength] { [.strong, .strong] }
  static func make(_ serial: Int) -> any FuzzNode { FoundationNode(serial: serial) }
  func link(_ targets: [any FuzzNode]) {
    first = targets.at(0)
    second = targets.at(1)
  }
  func unlink() { link([]) }
}

/// The fuzz uses its actors on one thread only; so the slots need no isolation.
actor ActorNode: FuzzNode {
  private let serial: Int
  private let slot: ActorSlot

  private init(serial: Int) {
    self.serial = serial
    slot = ActorSlot()
  }
  deinit { Ledger.note(serial) }

  static var slots: [SlotStrength] { [.strong] }
  static func make(_ serial: Int) -> any FuzzNode { ActorNode(serial: serial) }
  nonisolated func link(_ targets: [any FuzzNode]) { slot.target = targets.first }
  nonisolated func unlink() { slot.target = nil }
}

/// What an actor of the fuzz holds: reached without awaiting, as the fuzz is on one thread.
private final class ActorSlot: @unchecked Sendable {
  var target: AnyObject?
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable final class ObservableNode: FuzzNode {
  @ObservationIgnored private let serial: Int
  private var target: (any FuzzNode)?
  private var count = 0

  private init(serial: Int) { self.serial = serial }
  deinit { Ledger.note(serial) }

  static var slots: [SlotStrength] { [.strong] }
  static func make(_ serial: Int) -> any FuzzNode { ObservableNode(serial: serial) }
  func link(_ targets: [any FuzzNode]) {
    target = targets.first
    count += 1
  }
  func unlink() { target = nil }
}
