import LeakCheckLifecycle
import SwiftSyntax

/// Methods called with constants, such as `setPolling(true)`: each has a body of its own, which takes only its branches.
extension Body {
  /// The parameters of a call that are constants and decide something in the method, with the constants.
  func constants(of call: Call, for method: MethodModel) -> [String: String] {
    var constants: [String: String] = [:]
    for (parameter, argument) in zip(method.parameters, call.matching(method.parameters)) {
      guard let argument, let constant = constant(argument.expression, for: parameter.type),
        let body = method.body, Self.decides(parameter.name, in: body)
      else { continue }
      constants[parameter.name] = constant
    }
    return constants
  }

  /// The key of a property's accessor for an assignment, or `nil` if it has none with this prefix.
  ///
  /// The value is known in an observer that runs at the assignment, and in a setter.
  func key(of prefix: String, of property: PropertyModel, assigning source: ExprSyntax) -> String? {
    let key = prefix + property.name
    guard let accessor = property.accessors.first(where: { $0.key == key })?.model else {
      return nil
    }
    let name = prefix == "didSet_" ? property.name : accessor.parameter
    guard let constant = constant(source, for: property.type),
      Self.decides(name, in: accessor.body)
    else { return key }
    return translator.key(ofAccessor: key, of: property, given: [name: constant]) ?? key
  }

  /// The text of a constant: `true`, or the name of a case without associated values.
  private func constant(_ expression: ExprSyntax, for type: TypeReference) -> String? {
    if let literal = expression.as(BooleanLiteralExprSyntax.self) { return literal.literal.text }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return constants[name]
    }
    guard let access = expression.as(MemberAccessExprSyntax.self), let name = type.name,
      model[name]?.isPlainCase == true,
      access.base.map({ $0.trimmedDescription == name }) ?? true
    else { return nil }
    return access.declName.baseName.text
  }

  /// Whether a name is part of a condition in code that does not declare it again.
  private static func decides(_ name: String, in code: CodeBlockItemListSyntax) -> Bool {
    let uses = code.tokens(viewMode: .sourceAccurate).filter { $0.text == name }
    return uses.allSatisfy { $0.parent?.is(IdentifierPatternSyntax.self) != true }
      && uses.contains { isInCondition(Syntax($0)) }
  }

  private static func isInCondition(_ node: Syntax) -> Bool {
    var inner = node
    while let outer = inner.parent, !outer.is(CodeBlockItemSyntax.self) {
      if outer.is(ConditionElementSyntax.self) { return true }
      if outer.as(TernaryExprSyntax.self)?.condition.id == inner.id { return true }
      if outer.as(SwitchExprSyntax.self)?.subject.id == inner.id { return true }
      inner = outer
    }
    return false
  }

  // MARK: - What is known

  /// Whether conditions hold, as far as constants decide them.
  func known(_ conditions: ConditionElementListSyntax) -> Bool? {
    guard !constants.isEmpty else { return nil }
    let answers = conditions.map { element -> Bool? in
      if case .expression(let expression) = element.condition { known(expression) } else { nil }
    }
    if answers.contains(false) { return false }
    return answers.allSatisfy { $0 == true } ? true : nil
  }

  /// Whether an expression is true, as far as constants decide it.
  func known(_ expression: ExprSyntax) -> Bool? {
    guard !constants.isEmpty else { return nil }
    let expression = bare(expression)
    if let name = name(expression) { return constants[name].flatMap { Bool($0) } }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return known(prefix.expression).map(!)
    }
    guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return nil }
    let (left, right) = (infix.leftOperand, infix.rightOperand)
    switch infix.operator.plainText {
    case "&&":
      let answers = [known(left), known(right)]
      return answers.contains(false) ? false : answers.allSatisfy { $0 == true } ? true : nil
    case "||":
      let answers = [known(left), known(right)]
      return answers.contains(true) ? true : answers.allSatisfy { $0 == false } ? false : nil
    case "==": return equals(left, right)
    case "!=": return equals(left, right).map(!)
    default: return nil
    }
  }

  /// The name that an expression is, or that of a property of `self`.
  private func name(_ expression: ExprSyntax) -> String? {
    if let access = expression.as(MemberAccessExprSyntax.self),
      access.base?.trimmedDescription == "self"
    {
      let name = access.declName.baseName.text
      return binding(name) == nil ? name : nil
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  private func equals(_ left: ExprSyntax, _ right: ExprSyntax) -> Bool? {
    guard let constant = name(left).flatMap({ constants[$0] }) else { return nil }
    if let access = right.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text == constant
    }
    return right.as(BooleanLiteralExprSyntax.self).map { $0.literal.text == constant }
  }

  /// The statements of the branch that a constant selects in a `switch`; `nil` if none decides it.
  func knownBranch(of node: SwitchExprSyntax) -> CodeBlockItemListSyntax? {
    guard let constant = name(node.subject).flatMap({ constants[$0] }) else { return nil }
    for case .switchCase(let way) in node.cases {
      guard case .case(let label) = way.label else { return way.statements }
      let isMeant = label.caseItems.contains {
        $0.whereClause == nil
          && (caseName(of: $0.pattern) ?? $0.pattern.trimmedDescription) == constant
      }
      if isMeant { return way.statements }
    }
    return nil
  }
}
