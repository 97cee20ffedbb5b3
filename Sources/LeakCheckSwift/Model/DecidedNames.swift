import SwiftSyntax

/// The names of variables whose value the sources alone decide.
///
/// Whether such a variable has something is known wherever a body asks. What a parameter gives, a call whose source is
/// missing, or nobody at all, is not: a body that asks for it is followed as if something were there.
final class DecidedNames: SyntaxVisitor {
  private var given: Set<String> = []
  private var open: Set<String> = []
  /// What is given the value of another name, which may be open itself.
  private var copies: [(name: String, of: String)] = []

  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    for file in files { walk(file.tree) }
    var count = -1
    while count != open.count {
      count = open.count
      for copy in copies where open.contains(copy.of) { open.insert(copy.name) }
    }
  }

  /// Whether the last name of a place is one of them.
  func contains(_ place: some StringProtocol) -> Bool {
    let name = String(place.split(separator: ".").last ?? "")
    return given.contains(name) && !open.contains(name)
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.is(AssignmentExprSyntax.self), let name = Self.name(of: node.leftOperand) {
      give(name, node.rightOperand)
    }
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.initializer?.value,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      give(name, value)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    open.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    open.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    open.insert(node.name.text)
    return .visitChildren
  }

  private func give(_ name: String, _ value: ExprSyntax) {
    given.insert(name)
    if value.is(NilLiteralExprSyntax.self) || value.is(ClosureExprSyntax.self) { return }
    if let call = value.as(FunctionCallExprSyntax.self) {
      if Self.name(of: call.calledExpression)?.first?.isUppercase != true { open.insert(name) }
    } else if let other = Self.name(of: value) {
      if other != "self" { copies.append((name, other)) }
    } else {
      open.insert(name)
    }
  }

  /// The last name of a variable or a member: `next` of `self.first?.next`.
  private static func name(of expression: ExprSyntax) -> String? {
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      return name(of: chained.expression)
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return name(of: forced.expression) }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
