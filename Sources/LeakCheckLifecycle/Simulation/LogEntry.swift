/// An entry of the log: a callback that ran.
public struct LogEntry: Sendable, Equatable {
  /// The callback in the form of `#function`, such as `viewWillAppear(_:)`.
  public var callback: String
  /// The type of the object.
  public var type: String
  /// The id of the object in the graph.
  public var id: String
  /// The place that printed it: of the `log` action or else of the callback; `nil` where the app implements none.
  public var place: SourcePlace?
  /// The reason why the controller appears or disappears, if the callback is part of a transition.
  public var transition: Transition?
  /// The guarantees of the callback.
  public var sees: Sight
  /// The virtual time in seconds.
  public var time: Double
  /// The number of the step, from 1.
  public var step: Int
  /// Whether the object should be gone by then.
  package var isOverdue = false
  /// Whether something should be gone by then.
  package var isBehindEnd = false
  /// What frameworks hold or call for the app just then, in words; only where own methods are logged.
  package var services: Set<String> = []

  /// The reason for an appearance or disappearance: the flag that is true inside its callbacks.
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

  /// The guarantees of a callback, according to lifecycle rule L5.
  public struct Sight: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// Creates the set with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The view is in the hierarchy of a window.
    public static let hierarchy: Sight = .init(rawValue: 1)
    /// The traits match the window's.
    public static let traits: Sight = .init(rawValue: 2)
    /// Size and safe area are final.
    public static let geometry: Sight = .init(rawValue: 4)
    /// A transition coordinator exists.
    public static let coordinator: Sight = .init(rawValue: 8)
  }

  /// The line of the log.
  public var line: String { "\(callback) \(type)" }

  /// Returns whether a name without parentheses is that of this callback.
  public func matches(_ name: String) -> Bool { callback.prefix { $0 != "(" } == name }
}
