/// The kind of an object: an open set with a known core.
///
/// leakcheck keeps an unknown kind as it is and draws it as ``object``.
public struct ObjectKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The word in the format.
  public let rawValue: String

  /// Creates the kind that the format writes as `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The word in the format.
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
  /// An observer or its token.
  public static let observer: ObjectKind = .init(rawValue: "observer")
  /// A timer or display link.
  public static let timer: ObjectKind = .init(rawValue: "timer")
  /// An object whose purpose is to be a delegate.
  public static let delegate: ObjectKind = .init(rawValue: "delegate")
  /// An actor.
  public static let actor: ObjectKind = .init(rawValue: "actor")
  /// The storage of an array, set or dictionary.
  public static let collection: ObjectKind = .init(rawValue: "collection")
  /// A box around a value, such as a captured variable.
  public static let box: ObjectKind = .init(rawValue: "box")
  /// Any other object; the default.
  public static let object: ObjectKind = .init(rawValue: "object")

  /// The kinds with their own shape and wording, in the order of the format.
  public static let known: [ObjectKind] = [
    .controller, .view, .window, .closure, .task, .observer, .timer, .delegate, .actor,
    .collection, .box, .object,
  ]
}

/// The owner of the code that an object belongs to.
public enum Owner: String, CaseIterable, Hashable, Sendable {
  /// The program under examination, whose authors can change the references that the object holds.
  case app
  /// A framework, whose references cannot be weakened, only ended by an event.
  case framework
  /// Test code.
  case test
}

/// The strength of a reference.
///
/// Only a ``strong`` reference retains its target.
public enum Strength: String, CaseIterable, Hashable, Sendable {
  /// Retains its target.
  case strong
  /// Becomes `nil` when its target is freed.
  case weak
  /// Traps when it is read after its target is freed.
  case unowned
  /// `unowned(unsafe)`, `Unmanaged` and raw pointers, which read freed memory after the target is freed.
  case unmanaged
}

/// The kind of storage that holds a reference.
public enum ReferenceKind: String, CaseIterable, Hashable, Sendable {
  /// A stored property.
  case property
  /// A capture of a closure or task.
  case capture
  /// An element of a collection.
  case element
  /// An associated object.
  case associated
  /// Private storage of the runtime or a framework.
  case runtime
}

/// The expectation whether an object exists, and its reason.
public struct LifetimeExpectation: Hashable, Sendable {
  /// The expected fate of an object.
  public enum Fate: String, CaseIterable, Hashable, Sendable {
    /// The object should no longer exist.
    case gone
    /// The object should exist.
    case alive
  }

  /// The expected fate.
  public var fate: Fate
  /// The reason, such as "popped from UINavigationController", or empty.
  public var reason: String

  /// Creates the expectation of `fate` because of `reason`.
  public init(_ fate: Fate, because reason: String = "") {
    self.fate = fate
    self.reason = reason
  }
}
