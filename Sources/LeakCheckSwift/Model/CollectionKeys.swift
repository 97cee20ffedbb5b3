import LeakCheckLifecycle
import SwiftSyntax

/// The names of collection elements in the sources.
///
/// Which element is meant is known where each key is written out. Elsewhere no value says it.
final class CollectionKeys: SyntaxVisitor {
  /// The collections that are dictionaries.
  private var dictionaries: Set<String> = []
  /// Those to which something goes, or from which it is taken, under a key that stands in a variable.
  private var open: Set<String> = []
  /// What keys something is stored under, as they are written.
  private var stored: [String: Set<String>] = [:]
  /// Everything that is said to have many.
  private var collections: Set<String> = []

  private let ownNames: Set<String>

  init(_ files: [SourceFile], own: Set<String>) {
    ownNames = own
    super.init(viewMode: .sourceAccurate)
    for file in files { walk(file.tree) }
  }

  /// Whether a place, by its last name, has many.
  func isCollection(_ node: some SyntaxProtocol) -> Bool {
    collections.contains(Self.name(of: node))
  }

  /// The element that a key means, or `nil` where no value says which.
  func one(of collection: some SyntaxProtocol, at key: ExprSyntax) -> OneOfMany? {
    let name = Self.name(of: collection)
    guard dictionaries.contains(name) else {
      let text = key.trimmedDescription.filter { !$0.isWhitespace }
      if text == "startIndex" || text.hasSuffix(".startIndex") { return .at(0) }
      if text.hasSuffix("count-1") || text.hasSuffix(".endIndex-1") { return .last }
      return Int(text).flatMap { $0 >= 0 ? .at($0) : nil }
    }
    return open.contains(name) ? nil : Self.text(of: key).map { .key($0) }
  }

  /// Whether a key is written as something is stored under it.
  func isStored(_ key: ExprSyntax, in collection: some SyntaxProtocol) -> Bool {
    stored[Self.name(of: collection)]?.contains(key.trimmedDescription) ?? false
  }

  /// The text of a key that is written out: a literal, or a constant such as a case of an enum.
  static func text(of key: ExprSyntax) -> String? {
    switch key.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let node):
      guard node.segments.count == 1, case .stringSegment(let text)? = node.segments.first else {
        return nil
      }
      return text.content.text
    case .integerLiteralExpr, .booleanLiteralExpr: return key.trimmedDescription
    case .memberAccessExpr(let node):
      guard node.base.map({ $0.trimmedDescription.first?.isUppercase == true }) ?? true else {
        return nil
      }
      return node.declName.baseName.text
    default: return nil
    }
  }

  /// The last name of a place: `cache` of `self.cache?`.
  private static func name(of node: some SyntaxProtocol) -> String {
    let text = node.trimmedDescription.filter { $0 != "?" && $0 != "!" && !$0.isWhitespace }
    return String(text.split(separator: ".").last ?? "")
  }

  // MARK: - Looking

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let key = node.arguments.first?.expression else { return .visitChildren }
    let infix = node.parent?.as(InfixOperatorExprSyntax.self)
    let isTarget = infix?.leftOperand.id == node.id
    let isAssigned =
      infix?.operator.is(AssignmentExprSyntax.self) == true
      && infix?.rightOperand.is(NilLiteralExprSyntax.self) == false
    // Who but reads puts nothing there, and takes nothing away.
    let isRead =
      !isTarget && node.arguments.count == 1 && node.parent?.is(InOutExprSyntax.self) != true
    note(key, of: node.calledExpression, isStored: isAssigned, isRead: isRead)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let key = node.arguments.first(where: { $0.label?.text == "forKey" })?.expression
    else { return .visitChildren }
    let isRead = ["value", "object"].contains(Call(node).name)
    note(key, of: base, isStored: node.arguments.count > 1, isRead: isRead)
    return .visitChildren
  }

  private func note(_ key: ExprSyntax, of collection: ExprSyntax, isStored: Bool, isRead: Bool) {
    let name = Self.name(of: collection)
    if !isRead, Self.text(of: key) == nil { open.insert(name) }
    if isStored { stored[name, default: []].insert(key.trimmedDescription) }
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return .visitChildren
    }
    declare(name, node.typeAnnotation?.type, node.initializer?.value)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    declare((node.secondName ?? node.firstName).text, node.type, nil)
    return .visitChildren
  }

  private func declare(_ name: String, _ type: TypeSyntax?, _ value: ExprSyntax?) {
    let made = value?.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    if case .many = TypeReference(type, own: ownNames) { collections.insert(name) }
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

  private static func unwrapped(_ type: TypeSyntax?) -> TypeSyntax? {
    type?.as(OptionalTypeSyntax.self)?.wrappedType
      ?? type?.as(AttributedTypeSyntax.self)?.baseType ?? type
  }
}
