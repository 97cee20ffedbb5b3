import SwiftSyntax

/// The text of a key that is a constant: a literal, an enum case, a type, or one of these in a wrapper such as
/// `ObjectIdentifier(Store.self)`.
enum KeyText {
  /// Functions that make a key of their argument, which stays as different from others as it was.
  private static let wrappers: Set = ["ObjectIdentifier", "String", "AnyHashable", "NSString"]
  /// Members that are as different as their objects.
  private static let parts: Set = ["self", "rawValue", "description", "id"]

  /// The text of a key; `constants` are the values of names.
  static func of(_ key: ExprSyntax, given constants: [String: String] = [:]) -> String? {
    switch key.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let node): return text(node, constants)
    case .integerLiteralExpr, .booleanLiteralExpr: return key.writtenText
    case .prefixOperatorExpr(let node):
      let isNumber = node.operator.text == "-" && node.expression.is(IntegerLiteralExprSyntax.self)
      return isNumber ? key.writtenText : nil
    case .declReferenceExpr(let node): return constants[node.baseName.text]
    case .memberAccessExpr(let node):
      let name = node.declName.baseName.text
      if let base = node.base, name == "self" { return type(base, constants) }
      if let base = node.base, parts.contains(name) { return of(base, given: constants) }
      guard node.base.map({ $0.writtenText.first?.isUppercase == true }) ?? true else {
        return nil
      }
      return name
    default: return wrapped(in: key).flatMap { of($0, given: constants) }
    }
  }

  private static func text(
    _ node: StringLiteralExprSyntax, _ constants: [String: String]
  ) -> String? {
    var text = ""
    for segment in node.segments {
      switch segment {
      case .stringSegment(let part): text += part.content.text
      case .expressionSegment(let part):
        guard part.expressions.count == 1, let only = part.expressions.first?.expression,
          let inner = of(only, given: constants)
        else { return nil }
        text += inner
      }
    }
    return text
  }

  /// The last name of a type that is written as an expression.
  private static func type(_ node: ExprSyntax, _ constants: [String: String]) -> String? {
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return constants[name] ?? (name.first?.isUppercase == true && name.count > 1 ? name : nil)
    }
    guard let name = node.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      name.first?.isUppercase == true
    else { return nil }
    return name
  }

  /// The name that makes a key a variable one: `event`, `"\(T.self)"`, `ObjectIdentifier(type)`.
  static func name(in key: ExprSyntax) -> String? {
    switch key.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): return node.baseName.text
    case .memberAccessExpr(let node):
      return parts.contains(node.declName.baseName.text) ? node.base.flatMap(name) : nil
    case .stringLiteralExpr(let node):
      let names = node.segments.compactMap { segment -> String?? in
        guard case .expressionSegment(let part) = segment else { return nil }
        return .some(part.expressions.first.flatMap { name(in: $0.expression) })
      }
      return names.count == 1 ? names[0] : nil
    default: return wrapped(in: key).flatMap(name)
    }
  }

  /// The expression inside a wrapper.
  private static func wrapped(in key: ExprSyntax) -> ExprSyntax? {
    if let cast = key.as(AsExprSyntax.self) { return cast.expression }
    if let tuple = key.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression
    }
    guard let call = key.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      wrappers.contains(Call.name(of: call))
    else { return nil }
    return call.arguments.first?.expression
  }

  // MARK: - Types

  /// The name of the type that an argument stands for: `Store` for `Store.self`, for `Store()` and for the closure
  /// `{ Store() }`.
  static func ofType(_ argument: ExprSyntax, given constants: [String: String] = [:]) -> String? {
    switch argument.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let node):
      guard node.declName.baseName.text == "self" else { return nil }
      return node.base.flatMap { type($0, constants) }
    case .declReferenceExpr(let node): return constants[node.baseName.text]
    case .asExpr(let node): return node.type.as(IdentifierTypeSyntax.self)?.name.text
    case .functionCallExpr(let node):
      return node.calledExpression.is(ClosureExprSyntax.self)
        ? nil : type(node.calledExpression, [:])
    case .closureExpr(let node): return made(by: node, constants)
    default: return nil
    }
  }

  private static func made(
    by closure: ClosureExprSyntax, _ constants: [String: String]
  ) -> String? {
    switch closure.statements.last?.item {
    case .expr(let only)? where closure.statements.count == 1: ofType(only, given: constants)
    case .stmt(let last)?:
      last.as(ReturnStmtSyntax.self)?.expression.flatMap { ofType($0, given: constants) }
    default: nil
    }
  }
}

/// The generic parameters of functions, and what determines them.
enum GenericNames {
  static func of(_ function: FunctionDeclSyntax) -> Set<String> {
    Set((function.genericParameterClause?.parameters ?? []).map(\.name.text))
  }

  /// The generic parameter that an argument of this type, or a result of it, determines: `T` for `T`, `T.Type`, `T?` and
  /// `() -> T`.
  static func determined(by type: TypeSyntax, among names: Set<String>) -> String? {
    if names.isEmpty { return nil }
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let node): return names.contains(node.name.text) ? node.name.text : nil
    case .metatypeType(let node): return determined(by: node.baseType, among: names)
    case .optionalType(let node): return determined(by: node.wrappedType, among: names)
    case .implicitlyUnwrappedOptionalType(let node):
      return determined(by: node.wrappedType, among: names)
    case .attributedType(let node): return determined(by: node.baseType, among: names)
    case .functionType(let node): return determined(by: node.returnClause.type, among: names)
    default: return nil
    }
  }
}
