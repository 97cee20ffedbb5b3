/// The kind of an object: an open set with a known core.
///
/// An unknown kind is kept as it was written, and is drawn as ``object``.
public struct ObjectKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The word as the format writes it.
  public let rawValue: String

  /// The kind that the format writes as `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The word as the format writes it.
  public var description: String { rawValue }

  /// A view controller.
  public static let controller: ObjectKind = .init(rawValue: "controller")
  /// A view.
  public static let view: ObjectKind = .init(rawValue: "view")
  /// A window.
  public static let window: ObjectKind = .init(rawValue: "window")
  /// A closure's context.
  public static let closure: ObjectKind = .init(rawValue: "closure")
  /// A task, or the frame of an asynchronous function.
  public static let task: ObjectKind = .init(rawValue: "task")
  /// An observer or the token of one.
  public static let observer: ObjectKind = .init(rawValue: "observer")
  /// A timer or display link.
  public static let timer: ObjectKind = .init(rawValue: "timer")
  /// An object whose purpose is to be another one's delegate.
  public static let delegate: ObjectKind = .init(rawValue: "delegate")
  /// An actor.
  public static let actor: ObjectKind = .init(rawValue: "actor")
  /// The storage of an array, a set or a dictionary.
  public static let collection: ObjectKind = .init(rawValue: "collection")
  /// A box around a value, such as a captured variable.
  public static let box: ObjectKind = .init(rawValue: "box")
  /// Any other object, and the default.
  public static let object: ObjectKind = .init(rawValue: "object")

  /// The kinds that have a shape and words of their own, in the order of the format.
  public static let known: [ObjectKind] = [
    .controller, .view, .window, .closure, .task, .observer, .timer, .delegate, .actor,
    .collection, .box, .object,
  ]
}

/// The owner of the code that an object belongs to.
public enum Owner: String, CaseIterable, Hashable, Sendable {
  /// The program under examination: its authors can change the references that the object holds.
  case app
  /// A framework: the references it holds cannot be weakened, only ended by an event.
  case framework
  /// Test code.
  case test
}

/// The strength of a reference: whether it retains its target.
///
/// Only ``strong`` does.
public enum Strength: String, CaseIterable, Hashable, Sendable {
  /// Retains its target.
  case strong
  /// Becomes `nil` when its target is freed.
  case weak
  /// Traps when it is read after its target was freed.
  case unowned
  /// `unowned(unsafe)`, `Unmanaged` and raw pointers: reads freed memory after its target was freed.
  case unmanaged
}

/// The kind of storage that holds a reference.
public enum ReferenceKind: String, CaseIterable, Hashable, Sendable {
  /// A stored property.
  case property
  /// A capture of a closure or a task.
  case capture
  /// An element of a collection.
  case element
  /// An associated object.
  case associated
  /// The runtime or a framework's private storage.
  case runtime
}

/// The expectation about an object's existence, and who states it.
public struct LifetimeExpectation: Hashable, Sendable {
  /// The expected fate of an object.
  public enum Fate: String, CaseIterable, Hashable, Sendable {
    /// Its life should be over.
    case gone
    /// It should exist.
    case alive
  }

  /// What is expected of the object.
  public var fate: Fate
  /// Who says so and why, such as "popped from UINavigationController"; empty when nobody told.
  public var reason: String

  /// The expectation of `fate`, because of `reason`.
  public init(_ fate: Fate, because reason: String = "") {
    self.fate = fate
    self.reason = reason
  }
}
