import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// A type declared in the sources.
///
/// A class, because extensions add to it, and bodies look it up during translation.
final class TypeModel {
  enum Kind { case classType, actorType, structType, enumType, protocolType }

  /// An enum case.
  struct Case {
    var name: String
    var types: [TypeReference]
  }

  let name: String
  let kind: Kind
  let place: SourcePlace
  /// The names after the colon.
  var inherits: [String] = []
  var properties: [PropertyModel] = []
  var methods: [MethodModel] = []
  var initializers: [MethodModel] = []
  var deinitializer: CodeBlockItemListSyntax?
  var deinitializerPlace: SourcePlace?
  /// The cases of an enum, with their associated types.
  var cases: [Case] = []
  /// Whether it has the macro `@Observable`.
  var isObservable = false

  init(name: String, kind: Kind, place: SourcePlace) {
    self.name = name
    self.kind = kind
    self.place = place
  }

  /// Whether it is an enum with a case that has an object or a closure.
  var hasPayload: Bool { cases.contains { $0.types.contains { $0 != .value } } }
  /// Whether its values hold no objects: an enum without associated values.
  var isPlainCase: Bool { kind == .enumType && !hasPayload }

  /// Whether none of its parts can hold an object.
  var isOfValues: Bool {
    !hasPayload && properties.allSatisfy { $0.type == .value || $0.isComputed }
  }

  func property(_ name: String) -> PropertyModel? { properties.first { $0.name == name } }
}

/// A property of a type, or of the file.
struct PropertyModel {
  var name: String
  var strength: Strength = .strong
  var type: TypeReference
  var initial: ExprSyntax?
  /// The names of the properties that a tuple's initial value is split into, this one first; otherwise empty.
  var parts: [String] = []
  var isLazy = false
  var isStatic = false
  var isOutlet = false
  /// Whether it is a `var`.
  var isVariable = true
  /// The property wrapper, such as `StateObject`.
  var wrapper: String?
  /// An attribute that may be a property wrapper of the sources.
  var ownWrapper: AttributeSyntax?
  var getter: CodeBlockItemListSyntax?
  var setter: AccessorModel?
  var willSet: AccessorModel?
  var didSet: AccessorModel?
  var place: SourcePlace

  var isComputed: Bool { getter != nil }
}

extension PropertyModel {
  /// Its setter and observers, by the keys of their bodies.
  var accessors: [(key: String, model: AccessorModel)] {
    [("set_", setter), ("willSet_", willSet), ("didSet_", didSet)].compactMap { prefix, model in
      model.map { (prefix + name, $0) }
    }
  }
}

/// A setter or an observer: its body, and its name for the value.
struct AccessorModel {
  var parameter: String
  var body: CodeBlockItemListSyntax
}

/// A method, an initialiser or a function.
struct MethodModel {
  struct Parameter {
    /// The label at the call, or `nil` for none.
    var label: String?
    var name: String
    var type: TypeReference
    var defaultValue: ExprSyntax?
    /// Whether the parameter is `inout`.
    var isInout = false
    /// Whether the argument becomes a closure.
    var isAutoclosure = false
    /// The attributes, which may include a result builder.
    var attributes: [String] = []
    /// For a function: which of its parameters are functions, by position.
    var callbacks: [Int] = []
    /// The generic parameter of the function that the argument determines.
    var generic: String?
  }

  var name: String
  /// The name in scenarios; overloads have their labels in it.
  var key: String
  var parameters: [Parameter]
  /// `nil` in a protocol.
  var body: CodeBlockItemListSyntax?
  /// The statements of a snippet, which has no declaration.
  var items: [CodeBlockItemSyntax] = []
  var result: TypeReference?
  var isStatic = false
  /// Whether it can be used as a selector.
  var isObjC = false
  /// Whether an extension of a framework's class adds it to all subclasses.
  var isHelper = false
  var isOverride = false
  /// Whether only its type or file can call it.
  var isPrivate = false
  var isConvenience = false
  var isAsync = false
  /// The generic parameter of the function that the result's type is.
  var resultGeneric: String?
  /// The types of the parts of a tuple result.
  var parts: [TypeReference] = []
  /// Whether it is a test of Swift Testing.
  var isTest = false
  var place: SourcePlace

  /// Whether it is the function of an operator, whose name has no letters.
  var isOperator: Bool {
    name.unicodeScalars.first.map { $0 != "_" && $0 != "`" && !$0.properties.isAlphabetic } ?? false
  }

  var labels: String { parameters.map { ($0.label ?? "_") + ":" }.joined() }
}
