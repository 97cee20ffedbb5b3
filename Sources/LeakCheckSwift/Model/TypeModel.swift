import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// A type that the sources declare.
///
/// A class, because extensions add to it and bodies look it up while others are translated.
final class TypeModel {
  enum Kind { case classType, actorType, structType, enumType, protocolType }

  /// A case of an enum.
  struct Case {
    var name: String
    var types: [TypeReference]
  }

  let name: String
  let kind: Kind
  let place: SourcePlace
  /// What stands behind the colon, by name.
  var inherits: [String] = []
  var properties: [PropertyModel] = []
  var methods: [MethodModel] = []
  var initializers: [MethodModel] = []
  var deinitializer: CodeBlockItemListSyntax?
  /// The cases of an enum, and what each has.
  var cases: [Case] = []
  /// Whether the macro `@Observable` lets others observe what it reads.
  var isObservable = false

  init(name: String, kind: Kind, place: SourcePlace) {
    self.name = name
    self.kind = kind
    self.place = place
  }

  /// Whether it is an enum with a case that has an object or a closure.
  var hasPayload: Bool { cases.contains { $0.types.contains { $0 != .value } } }

  /// Whether nothing of it can hold an object.
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
  /// The names of the properties that the initial value is taken apart into, of which this is the first; else none.
  var parts: [String] = []
  var isLazy = false
  var isStatic = false
  var isOutlet = false
  /// Whether it is a `var`.
  var isVariable = true
  /// The property wrapper, such as `StateObject`.
  var wrapper: String?
  /// The attribute that may be a property wrapper of the sources.
  var ownWrapper: AttributeSyntax?
  var getter: CodeBlockItemListSyntax?
  var setter: AccessorModel?
  var willSet: AccessorModel?
  var didSet: AccessorModel?
  var place: SourcePlace

  var isComputed: Bool { getter != nil }
}

/// A setter or an observer: its body, and what it calls the value.
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
    /// Whether what is given changes with it.
    var isInout = false
    /// Whether what is given becomes a closure.
    var isAutoclosure = false
    /// The attributes that it has, among which may be a result builder.
    var attributes: [String] = []
  }

  var name: String
  /// What scenarios call it: the name, with labels where there are several of it.
  var key: String
  var parameters: [Parameter]
  /// `nil` in a protocol.
  var body: CodeBlockItemListSyntax?
  /// The statements of a snippet, which is the body of no declaration.
  var items: [CodeBlockItemSyntax] = []
  var result: TypeReference?
  var isStatic = false
  /// Whether it is one for a selector.
  var isObjC = false
  /// Whether an extension of a framework's class has it, for everything that inherits from that.
  var isHelper = false
  var isOverride = false
  var isConvenience = false
  var isAsync = false
  /// What the parts of a tuple are that it gives.
  var parts: [TypeReference] = []
  /// Whether it is a test of Swift Testing.
  var isTest = false
  var place: SourcePlace

  /// Whether it is a function of an operator, which has no letters.
  var isOperator: Bool {
    name.unicodeScalars.first.map { $0 != "_" && $0 != "`" && !$0.properties.isAlphabetic } ?? false
  }

  var labels: String { parameters.map { ($0.label ?? "_") + ":" }.joined() }
}
