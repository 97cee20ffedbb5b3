// Slots that are elements of collections. Emptying keeps the storage, with its stale bytes.

final class ArrayElement: Base {
  private var elements: [Base] = []
  override class var slots: [SlotStrength] { [.strong, .strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    elements.removeAll(keepingCapacity: true)
    elements.append(contentsOf: targets)
  }
}

/// Shrinks step by step, so that the storage's end is stale.
final class ShrunkArrayElement: Base {
  private var elements: [(UInt8, Base)] = []
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    elements.insert(contentsOf: targets.map { (1, $0) }, at: 0)
    while elements.count > targets.count { elements.removeLast() }
  }
}

final class NestedArrayElement: Base {
  private var rows: [[Base?]] = []
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    rows = targets.map { [nil, $0] }
  }
}

final class ContiguousArrayElement: Base {
  private var elements: ContiguousArray<AnyObject> = []
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override class var takesAnything: Bool { true }
  override func link(_ targets: [any FuzzNode]) {
    elements.removeAll(keepingCapacity: true)
    for target in targets { elements.append(target) }
  }
  override func unlink() { link([]) }
}

/// A slice keeps the whole array, also what it does not show.
final class SliceElement: Base {
  private var slice: ArraySlice<Base> = []
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) { slice = targets.dropFirst() }
}

final class ArrayOfAny: Base {
  private var values: [Any] = []
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override class var takesAnything: Bool { true }
  override func link(_ targets: [any FuzzNode]) {
    values.removeAll(keepingCapacity: true)
    for target in targets { values += [serial, target] }
  }
  override func unlink() { link([]) }
}

final class ArrayOfExistentials: Base {
  private var carriers: [any Carrier] = []
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    carriers.removeAll(keepingCapacity: true)
    carriers.append(NumberCarrier(number: 9))
    for target in targets { carriers.append(SmallCarrier(target)) }
  }
}

struct WeakElement {
  weak var target: Base?
}

final class ArrayOfWeak: Base {
  private var elements: [WeakElement] = []
  override class var slots: [SlotStrength] { [.weak, .weak] }
  override func store(_ targets: [Base]) {
    elements.removeAll(keepingCapacity: true)
    for target in targets { elements.append(WeakElement(target: target)) }
  }
}

final class DictionaryValue: Base {
  private var values: [String: Base] = [:]
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    values.removeAll(keepingCapacity: true)
    for target in targets { values["a key of some length \(target.serial)"] = target }
  }
}

final class DictionaryKey: Base {
  private var keys: [Base: UInt8] = [:]
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    for key in keys.keys { keys[key] = nil }
    for target in targets { keys[target] = 1 }
  }
}

final class DictionaryOfArrays: Base {
  private var values: [Int: [Base]] = [:]
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    values.removeAll(keepingCapacity: true)
    for (number, target) in targets.enumerated() { values[number] = [target] }
  }
}

final class SetElement: Base {
  private var elements: Set<Base> = []
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    elements.removeAll(keepingCapacity: true)
    elements.formUnion(targets)
  }
}

final class SetOfAnyHashable: Base {
  private var elements: Set<AnyHashable> = []
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    elements.removeAll(keepingCapacity: true)
    for target in targets { elements.insert(target) }
  }
}

#if os(Linux)
final class InlineArrayElement: Base {
  private var elements: InlineArray<3, Base?> = [nil, nil, nil]
  override class var slots: [SlotStrength] { [.strong, .strong, .strong] }
  override func store(_ targets: [Base]) {
    for index in 0..<3 { elements[index] = targets.at(index) }
  }
}
#endif
