import SwiftSyntax

/// The names of variables that are always `true`: their initial value is, and nothing else is assigned.
final class CertainNames: SyntaxVisitor {
  private var certain: Set<String> = []
  private var open: Set<String> = []

  /// - Complexity: O(nodes).
  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    for file in files { walk(file.tree) }
    certain.subtract(open)
  }

  /// Whether conditions always hold.
  func hold(_ conditions: ConditionElementListSyntax) -> Bool {
    conditions.allSatisfy { element in
      guard case .expression(let expression) = element.condition else { return false }
      let name = expression.trimmedDescription
      return name == "true" || Self.name(of: expression).map(certain.contains) == true
    }
  }

  private static func name(of expression: ExprSyntax) -> String? {
    if let access = expression.as(MemberAccessExprSyntax.self) {
      return access.base?.trimmedDescription == "self" ? access.declName.baseName.text : nil
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    let name = node.pattern.trimmedDescription
    if node.initializer?.value.trimmedDescription == "true" {
      certain.insert(name)
    } else {
      open.insert(name)
    }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.is(AssignmentExprSyntax.self),
      node.rightOperand.trimmedDescription != "true"
    {
      leaveOpen(node.leftOperand)
    }
    return .visitChildren
  }

  // `isOn.toggle()`, and any call with `&isOn`.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "toggle", let base = access.base
    {
      leaveOpen(base)
    }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    leaveOpen(node.expression)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    open.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    open.insert(node.name.text)
    return .visitChildren
  }

  private func leaveOpen(_ expression: ExprSyntax) {
    let name =
      expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? expression.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let name { open.insert(name) }
  }
}
