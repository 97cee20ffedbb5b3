// Slots that are payloads of enums.

final class SinglePayload: Base {
  enum State {
    case idle
    case stopped
    case running(Base)
  }
  private var state = State.idle
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    state = targets.first.map { .running($0) } ?? .stopped
  }
}

final class MultiPayload: Base {
  enum State {
    case empty
    case number(Int)
    case one(Base)
    case two(Base, UInt8, Base)
    case text(String)
  }
  private var before: UInt8 = 1
  private var state = State.empty
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    switch (targets.at(0), targets.at(1)) {
    case (let first?, let second?): state = .two(first, 1, second)
    case (let first?, nil): state = .one(first)
    default: state = .number(serial)
    }
  }
}

final class TextPayload: Base {
  enum State {
    case text(String)
    case object(Base)
    case numbers([Int])
  }
  private var state = State.text("nothing yet, but long enough for the heap")
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    state = targets.first.map { .object($0) } ?? .numbers([serial])
  }
}

/// Every payload a class, so that the case is kept in spare bits of the pointer.
final class SpareBitsPayload: Base {
  enum State {
    case left(Base)
    case right(Base)
    case row([Base])
    case optional(Base?)
    case none
  }
  private var state = State.none
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    guard let target = targets.first else { return state = .none }
    switch serial % 4 {
    case 0: state = .left(target)
    case 1: state = .right(target)
    case 2: state = .row([target])
    default: state = .optional(target)
    }
  }
}

final class IndirectPayload: Base {
  indirect enum Chain {
    case end
    case link(Base, Chain)
    case number(Int, Chain)
  }
  private var chain = Chain.end
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    chain = targets.reduce(.number(serial, .end)) { .link($1, $0) }
  }
}

/// Some cases indirect, the others inline.
final class PartlyIndirectPayload: Base {
  enum State {
    case none
    case inline(Base)
    indirect case far(Base, String)
  }
  private var states = (State.none, State.none)
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    states.0 = targets.at(0).map { .inline($0) } ?? .none
    states.1 = targets.at(1).map { .far($0, "far away from here, in a box") } ?? .none
  }
}

/// An enum of optionals of enums: extra inhabitants inside extra inhabitants.
final class NestedEnumPayload: Base {
  enum Inner {
    case none
    case some(Base)
  }
  enum Outer {
    case nothing
    case inner(Inner?)
  }
  private var state: Outer? = .nothing
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    guard let target = targets.first else { return state = .inner(nil) }
    state = .inner(.some(target))
  }
}
