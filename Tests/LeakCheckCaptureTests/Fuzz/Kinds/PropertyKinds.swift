// Slots that are plain stored properties.

final class ClassProperty: Base {
  private var target: Base = .nobody
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) { target = targets.first ?? .nobody }
}

final class OptionalProperty: Base {
  private var first: Base?
  private var second: Base?
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    first = targets.at(0)
    second = targets.at(1)
  }
}

final class ImplicitlyUnwrappedProperty: Base {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  private var target: Base!
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) { target = targets.first }
}

final class NestedStructProperty: Base {
  struct Inner {
    var flag = true
    var target: Base?
    var half: Int16 = 2
  }
  struct Outer {
    var number = 7
    var inner = Inner()
    var other: Base?
  }
  private var flag = false
  private var outer = Outer()
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    outer.inner.target = targets.at(0)
    outer.other = targets.at(1)
  }
}

final class TupleProperty: Base {
  private var tuple: (UInt8, Base?, (Base?, Int)) = (1, nil, (nil, 2))
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    tuple.1 = targets.at(0)
    tuple.2.0 = targets.at(1)
  }
}

final class TripleOptionalProperty: Base {
  private var target: Base???
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    guard let first = targets.first else { return target = .some(.some(nil)) }
    target = first
  }
}

final class LazyProperty: Base {
  private var pending: Base?
  private lazy var target: Base? = pending
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    pending = targets.first
    target = pending
    pending = nil
  }
}

class FirstLevel: Base {
  fileprivate var low: Base?
  fileprivate var small: UInt8 = 3
}

class SecondLevel: FirstLevel {
  fileprivate var flag = true
  fileprivate var middle: Base?
}

final class InheritedProperty: SecondLevel {
  private var high: Base?
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    low = targets.at(0)
    middle = targets.at(1)
    high = targets.at(2)
  }
}

class GenericBox<Value>: Base {
  fileprivate var label: UInt8 = 1
  fileprivate var value: Value?
}

final class GenericProperty: GenericBox<Base> {
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) { value = targets.first }
}

struct GenericPair<First, Second> {
  var first: First
  var second: Second
}

final class GenericStructProperty: GenericBox<GenericPair<String, Base>> {
  private var pair: GenericPair<Bool, Base?> = GenericPair(first: true, second: nil)
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    value = targets.at(0).map { GenericPair(first: "first of a pair", second: $0) }
    pair.second = targets.at(1)
  }
}

final class ResultProperty: Base {
  private var outcome: Result<Base, CarryingError>?
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    guard let target = targets.first else { return outcome = nil }
    outcome = serial.isMultiple(of: 2) ? .success(target) : .failure(CarryingError(target))
  }
}

final class NoisyProperty: Base {
  private var name = String(repeating: "a long native string ", count: 3)
  private var first: Base?
  private var part: Substring = ""
  private var numbers: (UInt8, Double, Int16) = (1, 2.5, 3)
  private var second: Base?
  private var small = "short"
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    first = targets.at(0)
    name += "\(serial)"
    part = name.dropFirst(4)
    second = targets.at(1)
  }
}

/// An address as a number is no reference, however like a pointer it looks.
final class AddressAsNumber: Base {
  private var number = 0
  private var target: Base?
  override class var slots: [SlotStrength] { [.number, .strong] }
  override func store(_ targets: [Base]) {
    number = targets.first.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0
    target = targets.at(1)
  }
}

final class WeakProperty: Base {
  private weak var first: Base?
  private weak var second: AnyObject?
  private var third: Base?
  override class var slots: [SlotStrength] { [.weak, .weak, .strong] }
  override func store(_ targets: [Base]) {
    first = targets.at(0)
    second = targets.at(1)
    third = targets.at(2)
  }
}

final class UnownedProperty: Base {
  private unowned var first: Base?
  private var second: Base?
  override class var slots: [SlotStrength] { [.unowned, .strong] }
  override func store(_ targets: [Base]) {
    first = targets.at(0)
    second = targets.at(1)
  }
}
