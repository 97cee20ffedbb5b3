public import LeakCheckGraph

/// A scenario of controllers, closures and services: types with callbacks, then steps.
///
/// Read a scenario from JSON with ``ScenarioReader``, or write it in Swift:
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
  /// The name of the scenario.
  public var name: String
  /// The system whose order of callbacks the scenario follows.
  public var profile: Profile = .modern
  /// The app's types, in order of declaration.
  public var types: [TypeDeclaration] = []
  /// The steps.
  public var steps: ActionList = .init()
  /// The scenario's file, or empty.
  public var source: String = ""
  /// Whether it was translated from a source, which compiles and runs: an action that cannot be done is not what the
  /// source does, and the run goes on without it.
  package var isTranslated = false
  /// The variables of the source for which globals stand, by the names of the globals.
  package var variables: [String: GlobalVariable] = [:]
  /// The texts to which the actions' places refer, with their names, that of ``source`` first.
  package var texts: [(name: String, bytes: [UInt8])] = []

  /// Creates a scenario without types and steps.
  public init(_ name: String = "") { self.name = name }

  /// A system whose order of callbacks a scenario follows.
  public enum Profile: String, CaseIterable, Sendable {
    /// UIKit with `viewIsAppearing(_:)`: iOS 13 and later.
    case modern
    /// UIKit before `viewIsAppearing(_:)`.
    case classic
    /// Like classic, except that a memory warning unloads views that are not on screen.
    case iOS5
  }

  /// Declares an app type.
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

/// A variable that a source declares outside of objects.
package struct GlobalVariable: Sendable {
  /// The type or the file that declares it.
  package var owner: String
  /// Its name.
  package var name: String
  /// Whether a type declares it.
  package var isStatic: Bool

  /// A static variable of a type, or a global one of a file.
  package init(_ name: String, of owner: String, isStatic: Bool) {
    (self.owner, self.name, self.isStatic) = (owner, name, isStatic)
  }

  /// The root that the variable is.
  var reason: String { isStatic ? "static variable" : "global variable" }
}

/// The declaration of an app type: its base, the strengths of its properties, and its callbacks.
public struct TypeDeclaration: Sendable {
  /// The name of the type.
  public var name: String
  /// The base: a class of UIKit or Foundation, or another type in the scenario.
  public var base: String
  /// The strengths of properties; unlisted properties are strong.
  public var properties: [String: Strength] = [:]
  /// The properties in the order in which an object releases their values.
  ///
  /// The object releases unlisted properties after these, in the order in which they were stored.
  public var releaseOrder: [String] = []
  /// The lifecycle callbacks, `init`, `deinit` and own methods, by name without parentheses.
  public var callbacks: [String: ActionList] = [:]
  /// The full names of methods, such as `move(_:to:)`, by the names of ``callbacks``; unlisted names have no labels.
  package var methodNames: [String: String] = [:]
  /// Whether the log includes its callbacks even if it is not a controller or delegate.
  public var traces: Bool = false
  /// Whether a storyboard or nib provides its view.
  public var hasNib: Bool = false
  /// The place of the declaration, or `nil` if unknown.
  public var place: SourcePlace?
  var basePlace: SourcePlace?
  /// The places of callbacks, which the log names.
  package var callbackPlaces: [String: SourcePlace] = [:]

  /// Creates a type without properties and callbacks.
  public init(name: String, base: String = "NSObject") {
    self.name = name
    self.base = base
  }

  /// Defines a callback or method.
  public mutating func callback(_ name: String, _ write: (inout ActionList) -> Void) {
    var actions = ActionList()
    write(&actions)
    callbacks[CallbackName.plain(name)] = actions
  }
}

/// A line and column, both from 1, in the scenario's file or in the source from which it was translated.
public struct SourcePlace: Hashable, Sendable {
  /// The source file from which the scenario was translated, or empty for the scenario's own file.
  public var file: String
  /// The line.
  public var line: Int
  /// The column, in Unicode scalars.
  public var column: Int

  /// Creates a place in a file, or in the scenario's own file if `file` is empty.
  public init(file: String = "", line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place for use in a sentence: `line 3`, or `Screen.swift:3` for another file.
  package var words: String { file.isEmpty ? "line \(line)" : "\(file):\(line)" }
}
