// Slots that are existentials: the type is known only at run time.

protocol Carrier {}

struct SmallCarrier: Carrier, Hashable {
  var number = 1
  var target: Base
  init(_ target: Base) { self.target = target }
}

/// Too large for the three words of an existential, so it is boxed.
struct LargeCarrier: Carrier {
  var words = (1, 2, 3)
  var first: Base?
  var flag = true
  var second: Base?
}

struct NumberCarrier: Carrier {
  var number: UInt8
}

/// An error that holds an object; the fuzz uses it on one thread only.
struct CarryingError: Error, @unchecked Sendable {
  var code = 404
  var target: Base
  init(_ target: Base) { self.target = target }
}

final class InlineExistential: Base {
  private var carrier: any Carrier = NumberCarrier(number: 0)
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    carrier = targets.first.map { SmallCarrier($0) } ?? NumberCarrier(number: 1)
  }
}

final class BoxedExistential: Base {
  private var carrier: (any Carrier)?
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    guard !targets.isEmpty else { return carrier = NumberCarrier(number: 2) }
    carrier = LargeCarrier(first: targets.at(0), second: targets.at(1))
  }
}

final class ClassBoundExistential: Base {
  private var target: (any FuzzNode)?
  override class var slots: [SlotStrength] { [.strong] }
  override class var takesAnything: Bool { true }
  override func link(_ targets: [any FuzzNode]) { target = targets.first }
  override func unlink() { target = nil }
}

final class AnyObjectProperty: Base {
  private var first: AnyObject?
  private var second: AnyObject = Base.nobody
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override class var takesAnything: Bool { true }
  override func link(_ targets: [any FuzzNode]) {
    first = targets.at(0)
    second = targets.at(1) ?? Base.nobody
  }
  override func unlink() { link([]) }
}

final class AnyHoldingClass: Base {
  private var value: Any = 0
  override class var slots: [SlotStrength] { [.strong] }
  override class var takesAnything: Bool { true }
  override func link(_ targets: [any FuzzNode]) {
    guard let target = targets.first else { return value = serial }
    value = target
  }
  override func unlink() { link([]) }
}

final class AnyHoldingStruct: Base {
  private var small: Any?
  private var large: Any = 0
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    small = targets.at(0).map { SmallCarrier($0) }
    large = targets.at(1).map { LargeCarrier(first: nil, second: $0) } ?? serial
  }
}

final class AnyHoldingOptional: Base {
  private var value: Any = 0
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) { value = targets.first as Any }
}

final class ErrorBox: Base {
  private var error: (any Error)?
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) { error = targets.first.map { CarryingError($0) } }
}

final class AnyHashableProperty: Base {
  private var first: AnyHashable = 0
  private var second: AnyHashable?
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    first = targets.at(0).map { AnyHashable($0) } ?? AnyHashable(serial)
    second = targets.at(1).map { AnyHashable(SmallCarrier($0)) }
  }
}

final class MetatypeAndComposition: Base {
  private var type: any FuzzNode.Type = Base.self
  private var value: (any FuzzNode & Hashable)?
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    value = targets.first
    type = targets.first.map { Swift.type(of: $0) } ?? Base.self
  }
}
