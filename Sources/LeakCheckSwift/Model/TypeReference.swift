import SwiftSyntax

/// The declared type of a place, as far as it says which objects can be there.
indirect enum TypeReference: Equatable {
  /// A class, struct or protocol: its last name, without generic arguments.
  case named(String)
  /// A function.
  case function
  /// Many of something: an array, a set, the values of a dictionary.
  case many(TypeReference)
  /// Numbers, texts and the like, which hold no object.
  case value
  /// An unknown type.
  case unknown

  /// The protocol of sequences of which nothing says whether they end.
  static let asyncSequence = "AsyncSequence"

  /// The meaning of a written type.
  ///
  /// `own` are the names of the sources' types, which win over frameworks' names.
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
    case .memberType(let type) where type.trimmedDescription.hasSuffix("Notification.Name"):
      self = .value
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

  /// The name of the type, if it has one.
  var name: String? { if case .named(let name) = self { name } else { nil } }

  /// The type of one element of many.
  var element: TypeReference { if case .many(let element) = self { element } else { self } }

  /// The type with `Self` replaced by its meaning there.
  func replacingSelf(by type: TypeReference) -> TypeReference {
    switch self {
    case .named("Self"): type
    case .many(let element): .many(element.replacingSelf(by: type))
    default: self
    }
  }

  /// The standard library's collection types.
  static let collections: Set = [
    "Array", "Set", "Dictionary", "ContiguousArray", "ArraySlice",
  ]

  /// Types whose values hold no object of the app.
  static let values: Set<String> = [
    "Range", "ClosedRange", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64",
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
