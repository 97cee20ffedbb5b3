import SwiftSyntax

/// The facts that a file states about a type, in its declaration or in an extension.
struct TypeFacts: Sendable {
  enum Kind: Sendable { case classType, actorType, valueType, protocolType, extensionOfType }

  /// The names of the enclosing types and its own, joined by dots.
  var path: String
  var kind: Kind
  /// The names after the colon.
  var inherits: [String] = []
  var properties: [String: [PropertyFacts]] = [:]
  var methods: Set<String> = []

  /// Whether it has reference-counted objects.
  var isCounted: Bool { kind == .classType || kind == .actorType }
  /// The name without the enclosing types.
  var name: String { path.split(separator: ".").last.map(String.init) ?? path }
}

/// The facts that a declaration states about a property.
struct PropertyFacts: Sendable {
  /// Whether an object keeps its value: it is stored, not static, strong, and in no unknown wrapper.
  var isKept = true
  /// Whether code runs when its value changes.
  var isObserved = false
  /// The names in its type, or in its initial value.
  var words: Set<String> = []
  /// Whether it is an array or a dictionary of functions.
  var hasFunctions = false

  /// Wrappers and attributes that keep the value unchanged.
  private static let plain: Set<String> = [
    "MainActor", "Published", "IBOutlet", "IBInspectable", "ObservationIgnored",
    "ObservationTracked",
  ]
  private static let most = 32

  init(_ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
    for modifier in variable.modifiers
    where ["static", "class", "weak", "unowned"].contains(modifier.name.text) { isKept = false }
    for attribute in variable.attributes {
      guard let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription else {
        continue
      }
      if name.first?.isUppercase == true, !Self.plain.contains(name) { isKept = false }
    }
    read(binding.accessorBlock)
    if let type = binding.typeAnnotation?.type {
      words = Self.words(in: Syntax(type))
      hasFunctions = Self.isManyFunctions(type)
    } else if let value = binding.initializer?.value {
      words = Self.words(in: Syntax(value))
    }
  }

  private mutating func read(_ block: AccessorBlockSyntax?) {
    switch block?.accessors {
    case nil: break
    case .getter: isKept = false
    case .accessors(let accessors):
      for accessor in accessors {
        switch accessor.accessorSpecifier.text {
        case "didSet", "willSet": isObserved = true
        default: isKept = false
        }
      }
    }
  }

  private static func words(in node: Syntax) -> Set<String> {
    var words: Set<String> = []
    for token in node.tokens(viewMode: .sourceAccurate).prefix(most) {
      if case .identifier(let word) = token.tokenKind { words.insert(word) }
    }
    return words
  }

  private static func isManyFunctions(_ type: TypeSyntax) -> Bool {
    if let array = type.as(ArrayTypeSyntax.self) {
      return TypeReference(array.element, own: []) == .function
    }
    guard let dictionary = type.as(DictionaryTypeSyntax.self) else { return false }
    return TypeReference(dictionary.value, own: []) == .function
  }
}
