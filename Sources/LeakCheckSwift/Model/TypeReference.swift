import SwiftSyntax

/// The declared type of a place, as far as it tells what can be there.
indirect enum TypeReference: Equatable {
  /// A class, a struct, a protocol: by its last name, without arguments.
  case named(String)
  /// A function.
  case function
  /// Many of something: an array, a set, the values of a dictionary.
  case many(TypeReference)
  /// Numbers, texts and the like, which hold no object.
  case value
  /// Nobody says.
  case unknown

  /// What the type written here says; `own` are the names that the sources give to types, whoever else has them.
  init(_ type: TypeSyntax?, own: Set<String>) {
    guard let type else {
      self = .unknown
      return
    }
    switch type.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): self = .init(type.wrappedType, own: own)
    case .implicitlyUnwrappedOptionalType(let type): self = .init(type.wrappedType, own: own)
    case .attributedType(let type): self = .init(type.baseType, own: own)
    case .someOrAnyType(let type): self = .init(type.constraint, own: own)
    case .functionType: self = .function
    case .arrayType(let type): self = Self.many(of: .init(type.element, own: own))
    case .dictionaryType(let type): self = Self.many(of: .init(type.value, own: own))
    case .tupleType(let type): self = Self.tuple(type, own)
    case .memberType(let type):
      self = .init(name: type.name.text, arguments: type.genericArgumentClause, own)
    case .identifierType(let type):
      self = .init(name: type.name.text, arguments: type.genericArgumentClause, own)
    default: self = .unknown
    }
  }

  private init(name: String, arguments: GenericArgumentClauseSyntax?, _ own: Set<String>) {
    let inner = arguments?.arguments.last?.argument.as(TypeSyntax.self)
    switch name {
    case _ where own.contains(name): self = .named(name)
    case "Optional": self = .init(inner, own: own)
    case _ where Self.collections.contains(name):
      self = Self.many(of: .init(inner, own: own))
    default: self = Self.values.contains(name) ? .value : .named(name)
    }
  }

  private static func many(of element: TypeReference) -> TypeReference {
    element == .value ? .value : .many(element)
  }

  private static func tuple(_ type: TupleTypeSyntax, _ own: Set<String>) -> TypeReference {
    if type.elements.count == 1, let only = type.elements.first {
      return .init(only.type, own: own)
    }
    return type.elements.allSatisfy { TypeReference($0.type, own: own) == .value }
      ? .value : .unknown
  }

  /// The name of the type, where there is one.
  var name: String? { if case .named(let name) = self { name } else { nil } }

  /// What one of many is.
  var element: TypeReference { if case .many(let element) = self { element } else { self } }

  /// The type with what `Self` is where it stands.
  func replacingSelf(by type: TypeReference) -> TypeReference {
    switch self {
    case .named("Self"): type
    case .many(let element): .many(element.replacingSelf(by: type))
    default: self
    }
  }

  /// The standard library's types that have many.
  static let collections: Set = ["Array", "Set", "Dictionary", "ContiguousArray"]

  /// Types whose values hold no object of the app.
  static let values: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Double",
    "Float", "CGFloat", "Bool", "String", "Substring", "Character", "Date", "Data", "URL", "UUID",
    "Void", "Never", "CGRect", "CGSize", "CGPoint", "IndexPath", "IndexSet", "TimeInterval",
    "Duration", "Decimal", "URLRequest", "URLResponse", "Error", "NSRange", "UIColor", "UIImage",
    "UIFont", "Notification", "Locale", "Calendar", "DateFormatter", "NSAttributedString",
    "Selector",
    "ObjectIdentifier", "CMTime", "CLLocation", "NSString", "NSNumber", "JSONDecoder",
    "JSONEncoder",
  ]
}
