/// A callback that ran, in the order of the log.
public struct LogEntry: Sendable, Equatable {
  /// As `#function` prints it: `viewWillAppear(_:)`.
  public var callback: String
  /// The type of the object.
  public var type: String
  /// The object, as the graph names it.
  public var id: String
  /// Why the controller appears or disappears, where the callback is part of a transition.
  public var transition: Transition?
  /// What the callback can rely on.
  public var sees: Sight
  /// The virtual time in seconds.
  public var time: Double
  /// The position among the steps, from 1.
  public var step: Int
  /// Whether the object should be gone by then.
  package var isOverdue = false
  /// Whether something should be gone by then.
  package var isBehindEnd = false
  /// What frameworks hold or call for the app just then, in words; only where own methods are logged.
  package var services: Set<String> = []

  /// The reason of an appearance or disappearance: the flag that is true inside its callbacks.
  public enum Transition: String, Sendable {
    /// `isBeingPresented`.
    case isBeingPresented
    /// `isBeingDismissed`.
    case isBeingDismissed
    /// `isMovingToParent`.
    case isMovingToParent
    /// `isMovingFromParent`.
    case isMovingFromParent
  }

  /// The guarantees of a callback, as lifecycle rule L5 has them.
  public struct Sight: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// The set with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The view is in the hierarchy of a window.
    public static let hierarchy: Sight = .init(rawValue: 1)
    /// The traits are those of the window.
    public static let traits: Sight = .init(rawValue: 2)
    /// Size and safe area are final.
    public static let geometry: Sight = .init(rawValue: 4)
    /// A transition coordinator is there.
    public static let coordinator: Sight = .init(rawValue: 8)
  }

  /// The line of the log.
  public var line: String { "\(callback) \(type)" }

  /// Whether the name of a callback, without parentheses, is this one's.
  public func matches(_ name: String) -> Bool { callback.prefix { $0 != "(" } == name }
}
