import LeakCheckLifecycle
import SwiftSyntax

/// The names of collection elements in the sources.
///
/// If every key is written out, it is known which element is meant; otherwise it depends on a value.
struct CollectionKeys {
  private var facts = Facts()

  /// - Complexity: O(names that the files declare).
  init(_ files: [SourceFile], own: Set<String>) {
    for file in files { facts.add(file.names.keys) }
    for (name, type) in facts.declared {
      if case .many = TypeReference(type, own: own) { facts.collections.insert(name) }
    }
  }

  /// Whether a place, by its last name, is a collection.
  func isCollection(_ node: some SyntaxProtocol) -> Bool {
    facts.collections.contains(Facts.name(of: node))
  }

  /// The element for a key, or `nil` if it depends on a value.
  func one(of collection: some SyntaxProtocol, at key: ExprSyntax) -> OneOfMany? {
    let name = Facts.name(of: collection)
    guard facts.dictionaries.contains(name) else {
      let text = key.writtenText.filter { !$0.isWhitespace }
      if text == "startIndex" || text.hasSuffix(".startIndex") { return .at(0) }
      if text.hasSuffix("count-1") || text.hasSuffix(".endIndex-1") { return .last }
      return Int(text).flatMap { $0 >= 0 ? .at($0) : nil }
    }
    return facts.open.contains(name) ? nil : Self.text(of: key).map { .key($0) }
  }

  /// Whether something is stored under a key with the same spelling.
  func isStored(_ key: ExprSyntax, in collection: some SyntaxProtocol) -> Bool {
    facts.stored[Facts.name(of: collection)]?.contains(key.writtenText) ?? false
  }

  /// The text of a constant key: a literal, or a constant such as an enum case.
  static func text(of key: ExprSyntax) -> String? {
    switch key.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let node):
      guard node.segments.count == 1, case .stringSegment(let text)? = node.segments.first else {
        return nil
      }
      return text.content.text
    case .integerLiteralExpr, .booleanLiteralExpr: return key.writtenText
    case .memberAccessExpr(let node):
      guard node.base.map({ $0.writtenText.first?.isUppercase == true }) ?? true else {
        return nil
      }
      return node.declName.baseName.text
    default: return nil
    }
  }
}

extension CollectionKeys {
  /// The facts of a file about collections and their keys.
  struct Facts: Sendable {
    /// The names of dictionaries.
    fileprivate var dictionaries: Set<String> = []
    /// Collections that something is put into, or removed from, under a key in a variable.
    fileprivate var open: Set<String> = []
    /// The keys that something is stored under, as written.
    fileprivate var stored: [String: Set<String>] = [:]
    /// The names of all collections.
    fileprivate var collections: Set<String> = []
    /// Declared types that may be collections, to be decided once all of the sources' types are known.
    fileprivate var declared: [(name: String, type: TypeSyntax)] = []

    fileprivate mutating func add(_ other: Facts) {
      dictionaries.formUnion(other.dictionaries)
      open.formUnion(other.open)
      stored.merge(other.stored) { $0.union($1) }
      collections.formUnion(other.collections)
      declared += other.declared
    }
  }
}

extension CollectionKeys.Facts {
  /// The last name of a place: `cache` for `self.cache?`.
  fileprivate static func name(of node: some SyntaxProtocol) -> String {
    let text = node.writtenText.filter { $0 != "?" && $0 != "!" && !$0.isWhitespace }
    return String(text.split(separator: ".").last ?? "")
  }

  mutating func look(at node: SubscriptCallExprSyntax) {
    guard let key = node.arguments.first?.expression else { return }
    let infix = node.parent?.as(InfixOperatorExprSyntax.self)
    let isTarget = infix?.leftOperand.id == node.id
    let isAssigned =
      infix?.operator.is(AssignmentExprSyntax.self) == true
      && infix?.rightOperand.is(NilLiteralExprSyntax.self) == false
    // Reading neither stores nor removes anything.
    let isRead =
      !isTarget && node.arguments.count == 1 && node.parent?.is(InOutExprSyntax.self) != true
    note(key, of: node.calledExpression, isStored: isAssigned, isRead: isRead)
  }

  mutating func look(at node: FunctionCallExprSyntax) {
    guard let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let key = node.arguments.first(where: { $0.label?.text == "forKey" })?.expression
    else { return }
    let isRead = ["value", "object"].contains(Call.name(of: node))
    note(key, of: base, isStored: node.arguments.count > 1, isRead: isRead)
  }

  private mutating func note(
    _ key: ExprSyntax, of collection: ExprSyntax, isStored: Bool, isRead: Bool
  ) {
    let name = Self.name(of: collection)
    if !isRead, CollectionKeys.text(of: key) == nil { open.insert(name) }
    if isStored { stored[name, default: []].insert(key.writtenText) }
  }

  mutating func look(at node: PatternBindingSyntax) {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return }
    declare(name, node.typeAnnotation?.type, node.initializer?.value)
  }

  mutating func declare(_ name: String, _ type: TypeSyntax?, _ value: ExprSyntax?) {
    let made = value?.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    if let type, Self.mayHaveMany(type) { declared.append((name, type)) }
    if made?.is(ArrayExprSyntax.self) == true { collections.insert(name) }
    let plain = Self.unwrapped(type)
    guard
      made?.is(DictionaryExprSyntax.self) == true
        || plain?.as(IdentifierTypeSyntax.self)?.name.text == "Dictionary"
        || plain?.is(DictionaryTypeSyntax.self) == true
    else { return }
    collections.insert(name)
    dictionaries.insert(name)
  }

  /// Whether a type may be a collection; a plain name is one only if it is a known collection type.
  private static func mayHaveMany(_ type: TypeSyntax) -> Bool {
    guard let plain = type.as(IdentifierTypeSyntax.self), plain.genericArgumentClause == nil else {
      return true
    }
    return TypeReference.collections.contains(plain.name.text)
  }

  private static func unwrapped(_ type: TypeSyntax?) -> TypeSyntax? {
    type?.as(OptionalTypeSyntax.self)?.wrappedType
      ?? type?.as(AttributedTypeSyntax.self)?.baseType ?? type
  }
}
