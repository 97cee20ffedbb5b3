import LeakCheckLifecycle
import SwiftSyntax

/// The names of collection elements in the sources.
///
/// Which element is meant is known where each key is written out. Elsewhere no value says it.
struct CollectionKeys {
  private var facts = Facts()

  /// - Complexity: O(names that the files declare).
  init(_ files: [SourceFile], own: Set<String>) {
    for file in files { facts.add(file.names.keys) }
    for (name, type) in facts.declared {
      if case .many = TypeReference(type, own: own) { facts.collections.insert(name) }
    }
  }

  /// Whether a place, by its last name, has many.
  func isCollection(_ node: some SyntaxProtocol) -> Bool {
    facts.collections.contains(Facts.name(of: node))
  }

  /// The element that a key means, or `nil` where no value says which.
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

  /// Whether a key is written as something is stored under it.
  func isStored(_ key: ExprSyntax, in collection: some SyntaxProtocol) -> Bool {
    facts.stored[Facts.name(of: collection)]?.contains(key.writtenText) ?? false
  }

  /// The text of a key that is written out: a literal, or a constant such as a case of an enum.
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
  /// What a file says of collections and their keys.
  struct Facts: Sendable {
    /// The collections that are dictionaries.
    fileprivate var dictionaries: Set<String> = []
    /// Those to which something goes, or from which it is taken, under a key that stands in a variable.
    fileprivate var open: Set<String> = []
    /// What keys something is stored under, as they are written.
    fileprivate var stored: [String: Set<String>] = [:]
    /// Everything that is said to have many.
    fileprivate var collections: Set<String> = []
    /// What has a type that may say that, once it is known which types the sources have.
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
  /// The last name of a place: `cache` of `self.cache?`.
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
    // Who but reads puts nothing there, and takes nothing away.
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

  /// Whether a type may have many: a plain name does not, unless it is that of a collection.
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
