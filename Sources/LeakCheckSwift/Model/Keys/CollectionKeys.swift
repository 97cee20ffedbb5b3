import LeakCheckLifecycle
import SwiftSyntax

/// The names of collection elements in the sources.
///
/// If every key is written out, it is known which element is meant; otherwise it depends on a value.
struct CollectionKeys {
  private var facts = Facts()

  /// `constants` tells which keys in variables are constants; it is asked only if there are such keys.
  ///
  /// - Complexity: O(names that the files declare).
  init(
    _ files: [SourceFile], own: Set<String>, constants: @autoclosure () -> ConstantKeys
  ) {
    for file in files { facts.add(file.names.keys) }
    if !facts.variable.isEmpty {
      let constants = constants()
      for (name, key) in facts.variable where !constants.isConstant(key) { facts.open.insert(name) }
    }
    for (name, type) in facts.declared {
      if case .many = TypeReference(type, own: own) { facts.collections.insert(name) }
    }
  }

  /// Whether a place, by its last name, is a collection.
  func isCollection(_ node: some SyntaxProtocol) -> Bool {
    facts.collections.contains(Facts.name(of: node))
  }

  /// The element for a key, or `nil` if it depends on a value; `constants` are the values of names.
  func one(
    of collection: some SyntaxProtocol, at key: ExprSyntax, given constants: [String: String]
  ) -> OneOfMany? {
    let name = Facts.name(of: collection)
    guard facts.dictionaries.contains(name) else {
      let text = key.writtenText.filter { !$0.isWhitespace }
      if text == "startIndex" || text.hasSuffix(".startIndex") { return .at(0) }
      if text.hasSuffix("count-1") || text.hasSuffix(".endIndex-1") { return .last }
      return Int(text).flatMap { $0 >= 0 ? .at($0) : nil }
    }
    return facts.open.contains(name) ? nil : KeyText.of(key, given: constants).map { .key($0) }
  }

  /// Whether all keys of a dictionary are constants, if not where they are used, then in each call.
  func areConstants(_ collection: some SyntaxProtocol) -> Bool {
    let name = Facts.name(of: collection)
    return facts.dictionaries.contains(name) && !facts.open.contains(name)
  }

  /// Whether something is stored under a key with the same spelling, or the same property of another object.
  func isStored(_ key: ExprSyntax, in collection: some SyntaxProtocol) -> Bool {
    facts.stored[Facts.name(of: collection)]?.contains(Facts.spelling(of: key)) ?? false
  }
}

extension CollectionKeys {
  /// The facts of a file about collections and their keys.
  struct Facts: Sendable {
    /// The names of dictionaries.
    fileprivate var dictionaries: Set<String> = []
    /// Collections that something is put into, or removed from, under a key in a variable.
    fileprivate var open: Set<String> = []
    /// The names of collections with the keys in variables under which something is put into or removed from them.
    fileprivate var variable: [(name: String, key: ExprSyntax)] = []
    /// The keys that something is stored under, as written.
    fileprivate var stored: [String: Set<String>] = [:]
    /// The names of all collections.
    fileprivate var collections: Set<String> = []
    /// Declared types that may be collections, to be decided once all of the sources' types are known.
    fileprivate var declared: [(name: String, type: TypeSyntax)] = []

    fileprivate mutating func add(_ other: Facts) {
      dictionaries.formUnion(other.dictionaries)
      open.formUnion(other.open)
      variable += other.variable
      stored.merge(other.stored) { $0.union($1) }
      collections.formUnion(other.collections)
      declared += other.declared
    }
  }
}

extension CollectionKeys.Facts {
  /// The last name of a place: `cache` for `self.cache?`, and `cache[]` for the collections in it.
  fileprivate static func name(of node: some SyntaxProtocol) -> String {
    var inner = ExprSyntax(node)
    while let next = inner?.as(OptionalChainingExprSyntax.self)?.expression
      ?? inner?.as(ForceUnwrapExprSyntax.self)?.expression
    {
      inner = next
    }
    if let element = inner?.as(SubscriptCallExprSyntax.self) {
      return name(of: element.calledExpression) + "[]"
    }
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
    if !isRead, KeyText.of(key) == nil {
      if KeyText.name(in: key) == nil { open.insert(name) } else { variable.append((name, key)) }
    }
    if isStored { stored[name, default: []].insert(Self.spelling(of: key)) }
  }

  /// A key as written; of a property, whatever object has it, its name.
  fileprivate static func spelling(of key: ExprSyntax) -> String {
    key.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? key.writtenText
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
