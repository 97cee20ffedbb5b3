// Slots that are captures of closures.

/// The context of this closure is the object itself.
final class CapturingOne: Base {
  private var action: () -> Void = {}
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    guard let target = targets.first else { return action = {} }
    action = { Sink.take(target) }
  }
}

final class CapturingWithNumber: Base {
  private var action: (() -> Void)?
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    let number = serial
    action = targets.first.map { target in { Sink.take((target, number)) } }
  }
}

final class CapturingTwo: Base {
  private var action: ((Int) -> Int)?
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    let (first, second) = (targets.at(0), targets.at(1))
    action = { number in
      Sink.take((first, second))
      return number
    }
  }
  override func unlink() { action = nil }
}

final class CapturingVariable: Base {
  private var action: () -> Void = {}
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    var (first, second) = (targets.at(0), targets.at(1))
    action = {
      Sink.take((first, second))
      swap(&first, &second)
    }
  }
}

final class CapturingWeakly: Base {
  private var action: () -> Void = {}
  override class var slots: [SlotStrength] { [.weak] }
  override func store(_ targets: [Base]) {
    guard let target = targets.first else { return action = {} }
    action = { [weak target] in Sink.take(target) }
  }
}

final class CapturingUnowned: Base {
  private var action: () -> Void = {}
  override class var slots: [SlotStrength] { [.unowned] }
  override func store(_ targets: [Base]) {
    guard let target = targets.first else { return action = {} }
    action = { [unowned target] in Sink.take(target) }
  }
}

final class CapturingEachWay: Base {
  private var action: () -> Void = {}
  override class var slots: [SlotStrength] { [.weak, .strong, .unowned] }
  override func store(_ targets: [Base]) {
    let (first, second) = (targets.at(0), targets.at(1))
    guard let third = targets.at(2) else {
      return action = { [weak first] in Sink.take((first, second)) }
    }
    action = { [weak first, unowned third] in Sink.take((first, second, third)) }
  }
  override func unlink() { action = {} }
}

final class CapturingClosure: Base {
  private var action: (() -> Void)?
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    guard let first = targets.at(0) else { return action = nil }
    let second = targets.at(1)
    let inner = { Sink.take(first) }
    action = {
      inner()
      Sink.take(second)
    }
  }
}

final class CapturingExistential: Base {
  private var action: (() -> Void)?
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    guard !targets.isEmpty else { return action = nil }
    let carrier: any Carrier = LargeCarrier(first: targets.at(0), second: nil)
    let value: Any = targets.at(1) as Any
    action = { Sink.take((carrier, value)) }
  }
}

/// Closures in an array are kept behind thunks: contexts that hold contexts.
final class ArrayOfClosures: Base {
  private var actions: [() -> Int] = []
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    actions.removeAll(keepingCapacity: true)
    for target in targets {
      actions.append {
        Sink.take(target)
        return 1
      }
    }
  }
}

final class DictionaryOfClosures: Base {
  private var actions: [String: (Base?) -> Void] = [:]
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    actions["update"] = targets.first.map { target in { Sink.take(($0, target)) } }
  }
}

final class AsyncClosure: Base {
  private var action: (() async -> Void)?
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) {
    let number = serial
    action = targets.first.map { target in
      {
        await Task.yield()
        Sink.take((target, number))
      }
    }
  }
}

final class BoundMethod: Base {
  private var action: () -> Void = {}
  override class var slots: [SlotStrength] { [.strong] }
  override func store(_ targets: [Base]) { action = targets.first?.touch ?? {} }
}

protocol Touchable {
  func touch()
}

extension Base: Touchable {}

struct TouchableStruct: Touchable {
  var number = 1
  var target: Base
  func touch() { target.touch() }
}

final class BoundWitness: Base {
  private var actions: [() -> Void] = []
  override class var slots: [SlotStrength] { [.strong, .strong] }
  override func store(_ targets: [Base]) {
    actions.removeAll(keepingCapacity: true)
    for (number, target) in targets.enumerated() {
      let touchable: any Touchable = number == 0 ? target : TouchableStruct(target: target)
      actions.append(touchable.touch)
    }
  }
}

/// The context begins with the metadata of `Value`, found only at run time.
final class GenericClosure: Base {
  private var action: (() -> Void)?
  override class var slots: [SlotStrength] { [.raw, .raw] }
  override func store(_ targets: [Base]) {
    guard let first = targets.at(0) else { return action = nil }
    guard let second = targets.at(1) else { return action = Self.closure(over: first) }
    let carrier: any Carrier = SmallCarrier(second)
    let inner = Self.closure(over: carrier)
    let outer = Self.closure(over: first)
    action = {
      inner()
      outer()
    }
  }

  @inline(never) private static func closure<Value>(over value: Value) -> () -> Void {
    let number = 3
    return { Sink.take((number, value)) }
  }
}

struct Shelf {
  subscript(key: Base) -> Int { key.serial }
}

/// A key path keeps the indices of its subscripts.
final class KeyPathIndex: Base {
  private var path: KeyPath<Shelf, Int>?
  private var action: ((Shelf) -> Int)?
  override class var slots: [SlotStrength] { [.raw, .raw] }
  override func store(_ targets: [Base]) {
    path = targets.at(0).map { \Shelf[$0] }
    action = targets.at(1).map { target in
      let path: KeyPath<Shelf, Int> = \Shelf[target]
      return { $0[keyPath: path] }
    }
  }
}
