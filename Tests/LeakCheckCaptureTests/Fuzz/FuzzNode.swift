/// How a slot holds its target, as far as a capture can know.
enum SlotStrength: Sendable {
  case strong
  /// Strong, but in memory without types: found only as a word that accounts for a retain.
  case raw
  case weak
  case unowned
  /// A pointer that does not retain.
  case unmanaged
  /// An address kept as a number.
  case number

  /// Whether the slot retains its target.
  var retains: Bool { self == .strong || self == .raw }
}

/// An object of the fuzz whose slots hold other objects in one way of Swift's.
protocol FuzzNode: AnyObject, SendableMetatype {
  /// How each slot holds its target.
  static var slots: [SlotStrength] { get }
  /// Whether the slots hold any object, or only subclasses of `Base`.
  static var takesAnything: Bool { get }
  /// A new object, with empty slots.
  static func make(_ serial: Int) -> any FuzzNode
  /// Fills the first slots, empties the others.
  func link(_ targets: [any FuzzNode])
  /// Empties all slots, leaving stale bytes where Swift leaves them.
  func unlink()
}

extension FuzzNode {
  static var takesAnything: Bool { true }
}

/// The superclass of most objects of the fuzz.
class Base: FuzzNode, Hashable {
  let serial: Int

  required init(serial: Int) { self.serial = serial }

  deinit { Ledger.note(serial) }

  class var slots: [SlotStrength] { [] }
  class var takesAnything: Bool { false }
  class func make(_ serial: Int) -> any FuzzNode { self.init(serial: serial) }

  func link(_ targets: [any FuzzNode]) { store(targets.compactMap { $0 as? Base }) }
  func unlink() { store([]) }

  /// Fills the slots of a class that takes only `Base`.
  func store(_ targets: [Base]) {}

  /// Something to call.
  func touch() { Sink.take(self) }

  static func == (left: Base, right: Base) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(serial) }

  /// The target of a slot that cannot be empty.
  static var nobody: Base { Nobody.shared.base }
}

/// Keeps the one object that is no part of any round.
private final class Nobody: Sendable {
  static let shared = Nobody()
  private let kept = Immovable(Base(serial: -1))
  var base: Base { kept.base }
}

/// Lets the placeholder be shared; nothing ever changes it.
private struct Immovable: @unchecked Sendable {
  let base: Base
  init(_ base: Base) { self.base = base }
}

extension Array {
  /// The element at `index`, if there are so many.
  func at(_ index: Int) -> Element? { index < count ? self[index] : nil }
}

/// Where values go that a closure must really capture.
enum Sink {
  @inline(never) static func take(_ value: Any?) {}
}
