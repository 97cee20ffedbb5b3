public import LeakCheckGraph

/// A story of controllers, closures and services: types with callbacks, then steps.
///
/// Read from JSON by ``ScenarioReader``, or written in Swift:
///
/// ```swift
/// var scenario = Scenario("Profile screen is popped")
/// scenario.type("Profile", is: "UIViewController") { type in
///   type.callback("viewDidLoad") { $0.set("self.onUpdate", to: .closure(captures: ["self": .strong])) }
/// }
/// scenario.steps { $0.new("Profile", as: "profile"); … }
/// let outcome = try scenario.run()
/// ```
public struct Scenario: Sendable {
  /// What the scenario is called.
  public var name: String
  /// Whose order of callbacks it follows.
  public var profile: Profile = .modern
  /// The types of the app, in the order of declaration.
  public var types: [TypeDeclaration] = []
  /// What happens.
  public var steps: ActionList = .init()
  /// The file that the scenario was read from, or empty.
  public var source: String = ""
  /// The texts that the places of its actions are in, with their names, that of ``source`` first.
  package var texts: [(name: String, bytes: [UInt8])] = []

  /// A scenario without types and steps.
  public init(_ name: String = "") { self.name = name }

  /// The system whose order of callbacks is followed.
  public enum Profile: String, CaseIterable, Sendable {
    /// UIKit with `viewIsAppearing(_:)`: iOS 13 and later.
    case modern
    /// UIKit before it.
    case classic
    /// As classic, and a memory warning unloads views that are not on screen.
    case iOS5
  }

  /// Declares a type of the app.
  public mutating func type(
    _ name: String, is base: String = "NSObject", properties: [String: Strength] = [:],
    traces: Bool = false, _ declare: (inout TypeDeclaration) -> Void = { _ in }
  ) {
    var type = TypeDeclaration(name: name, base: base)
    type.properties = properties
    type.traces = traces
    declare(&type)
    types.append(type)
  }

  /// Adds steps.
  public mutating func steps(_ write: (inout ActionList) -> Void) { write(&steps) }
}

/// A type of the app: what it is, how its properties hold, and what its callbacks do.
public struct TypeDeclaration: Sendable {
  /// The name of the type.
  public var name: String
  /// A class of UIKit or Foundation, or another type of the scenario.
  public var base: String
  /// How properties hold; what is not listed is strong.
  public var properties: [String: Strength] = [:]
  /// The properties in the order in which an object releases what they hold; what is not listed is released behind
  /// those, in the order in which it was stored.
  public var releaseOrder: [String] = []
  /// Lifecycle callbacks, `init`, `deinit` and methods of its own, by name without parentheses.
  public var callbacks: [String: ActionList] = [:]
  /// The full names of methods, such as `move(_:to:)`, by the names of ``callbacks``; without labels where not listed.
  package var methodNames: [String: String] = [:]
  /// Whether its callbacks are logged though it is no controller or delegate.
  public var traces: Bool = false
  /// Whether a storyboard or nib provides its view.
  public var hasNib: Bool = false
  /// Where it is declared, or `nil` where nobody knows.
  public var place: SourcePlace?
  var basePlace: SourcePlace?
  var callbackPlaces: [String: SourcePlace] = [:]

  /// A type without properties and callbacks.
  public init(name: String, base: String = "NSObject") {
    self.name = name
    self.base = base
  }

  /// Says what a callback or method does.
  public mutating func callback(_ name: String, _ write: (inout ActionList) -> Void) {
    var actions = ActionList()
    write(&actions)
    callbacks[CallbackName.plain(name)] = actions
  }
}

/// A line and column, both from 1, of the scenario's file or of the source that it was translated from.
public struct SourcePlace: Hashable, Sendable {
  /// The file that the scenario was translated from, or empty for the scenario's own.
  public var file: String
  /// The line.
  public var line: Int
  /// The column, in Unicode scalars.
  public var column: Int

  /// A place of a file, or of the scenario's own where `file` is empty.
  public init(file: String = "", line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place within a sentence: `line 3`, or `Screen.swift:3` of another file.
  var words: String { file.isEmpty ? "line \(line)" : "\(file):\(line)" }
}
