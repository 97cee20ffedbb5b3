import LeakCheckLifecycle
import SwiftSyntax

/// Methods called with constants, such as `setPolling(true)`: each has a body of its own, which takes only its branches.
extension Body {
  /// The parameters of a call that are constants and decide something in the method, with the constants; `generics` are
  /// the meanings of generic parameters.
  func constants(
    of call: Call, for method: MethodModel, _ generics: [String: String]
  ) -> [String: String] {
    guard let body = method.body else { return [:] }
    var constants: [String: String] = [:]
    for (parameter, argument) in zip(method.parameters, call.matching(method.parameters)) {
      guard let argument,
        let constant = constant(argument.expression, for: parameter.type)
          ?? parameter.generic.flatMap({ generics[$0] }),
        decides(parameter.name, in: body)
      else { continue }
      constants[parameter.name] = constant
    }
    for (name, meaning) in generics where decides(name, in: body) { constants[name] = meaning }
    return constants
  }

  /// The types that the generic parameters of a method stand for in a call, as far as the call tells them.
  func generics(of call: Call, for method: MethodModel) -> [String: String] {
    var generics: [String: String] = [:]
    for (parameter, argument) in zip(method.parameters, call.matching(method.parameters)) {
      guard let name = parameter.generic, let argument, generics[name] == nil else { continue }
      generics[name] = KeyText.ofType(argument.expression, given: constants)
    }
    if let name = method.resultGeneric, generics[name] == nil {
      generics[name] = call.expecting.name
    }
    return generics
  }

  /// The element of a collection for a key, or `nil` if it depends on a value.
  func one(of collection: some SyntaxProtocol, at key: ExprSyntax) -> OneOfMany? {
    model.collectionKeys.one(of: collection, at: key, given: constants)
  }

  /// The element that an expression such as `table["name"]` or `table[name, default: []]` means, if it is known.
  func one(of node: SubscriptCallExprSyntax) -> OneOfMany? {
    guard let key = node.arguments.first?.expression, node.arguments.count < 3,
      node.arguments.dropFirst().allSatisfy({ $0.label?.text == "default" })
    else { return nil }
    return one(of: node.calledExpression, at: key)
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
      decides(name, in: accessor.body)
    else { return key }
    return translator.key(ofAccessor: key, of: property, given: [name: constant]) ?? key
  }

  /// The text of a constant: `true`, a string, a number, a type, or the name of a case, whatever its associated values.
  func constant(_ expression: ExprSyntax, for type: TypeReference) -> String? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr, .stringLiteralExpr, .integerLiteralExpr, .prefixOperatorExpr:
      return KeyText.of(expression, given: constants)
    default: break
    }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return constants[name]
    }
    let callee = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
    guard let access = callee.as(MemberAccessExprSyntax.self), let name = type.name,
      model[name]?.cases.contains(where: { $0.name == access.declName.baseName.text }) == true,
      access.base.map({ $0.trimmedDescription == name }) ?? true
    else { return nil }
    return access.declName.baseName.text
  }

  // MARK: - What is known

  /// Whether conditions hold, as far as constants decide them.
  func known(_ conditions: ConditionElementListSyntax) -> Bool? {
    guard !constants.isEmpty else { return nil }
    let answers = conditions.map { element -> Bool? in
      switch element.condition {
      case .expression(let expression): known(expression)
      // One that matches gives names to the associated values.
      case .matchingPattern(let matching):
        excludes(matching.pattern, matching.initializer.value) ? false : nil
      default: nil
      }
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
    case "<": return compare(left, right, <)
    case "<=": return compare(left, right, <=)
    case ">": return compare(left, right, >)
    case ">=": return compare(left, right, >=)
    default: return nil
    }
  }

  private func compare(
    _ left: ExprSyntax, _ right: ExprSyntax, _ holds: (Int, Int) -> Bool
  ) -> Bool? {
    guard let left = number(left), let right = number(right) else { return nil }
    return holds(left, right)
  }

  /// A whole number, written or constant.
  private func number(_ expression: ExprSyntax) -> Int? {
    if let name = name(expression) { return constants[name].flatMap { Int($0) } }
    return expression.is(StringLiteralExprSyntax.self)
      ? nil : KeyText.of(expression, given: constants).flatMap { Int($0) }
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
    switch right.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr, .stringLiteralExpr, .integerLiteralExpr, .prefixOperatorExpr:
      return KeyText.of(right, given: constants).map { $0 == constant }
    default: return nil
    }
  }

  /// The text of a constant that is a pattern: `"save"`, `true`.
  private func constant(_ pattern: PatternSyntax) -> String? {
    pattern.as(ExpressionPatternSyntax.self).flatMap { KeyText.of($0.expression) }
  }

  /// The branch that a constant selects in a `switch`, with its pattern if it has one; `nil` if none decides it.
  func knownBranch(
    of node: SwitchExprSyntax
  ) -> (pattern: PatternSyntax?, statements: CodeBlockItemListSyntax)? {
    guard let constant = name(node.subject).flatMap({ constants[$0] }) else { return nil }
    for case .switchCase(let way) in node.cases {
      guard case .case(let label) = way.label else { return (nil, way.statements) }
      let meant = label.caseItems.first {
        $0.whereClause == nil
          && (caseName(of: $0.pattern) ?? self.constant($0.pattern)) == constant
      }
      if let meant { return (meant.pattern, way.statements) }
    }
    return nil
  }

  /// Whether constants exclude all patterns of a `case`.
  func excludes(_ label: SwitchCaseLabelSyntax, of subject: ExprSyntax) -> Bool {
    label.caseItems.allSatisfy { excludes($0.pattern, subject) }
  }

  /// Whether a constant is another case than the one in a pattern for it, or a part of a tuple is.
  private func excludes(_ pattern: PatternSyntax, _ subject: ExprSyntax) -> Bool {
    guard let subjects = subject.as(TupleExprSyntax.self)?.elements else {
      return isOther(subject, than: caseName(of: pattern))
    }
    let written = pattern.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self)
    return zip(subjects, written?.elements ?? []).contains {
      isOther($0.expression, than: caseName(in: $1.expression))
    }
  }

  private func isOther(_ subject: ExprSyntax, than name: String?) -> Bool {
    guard let name, let constant = self.name(subject).flatMap({ constants[$0] }) else {
      return false
    }
    return constant != name
  }
}
