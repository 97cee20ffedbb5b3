import SwiftSyntax

/// Finds the expressions in one type's code that fixes replace: calls, and methods passed as values.
final class ExpressionFinder: TypeVisitor {
  private let wanted: String
  private let matches: (ExprSyntax) -> Bool
  /// The expressions found, in source order.
  private(set) var found: [ExprSyntax] = []

  /// - Parameters:
  ///   - type: the type to search, with its extensions.
  ///   - matches: whether to find an expression.
  init(in type: String, where matches: @escaping (ExprSyntax) -> Bool) {
    (wanted, self.matches) = (type, matches)
    super.init(viewMode: .sourceAccurate)
  }

  private func look(at node: some ExprSyntaxProtocol) -> SyntaxVisitorContinueKind {
    guard type == wanted, matches(ExprSyntax(node)) else { return .visitChildren }
    found.append(ExprSyntax(node))
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    look(at: node)
  }
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    look(at: node)
  }
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    look(at: node)
  }

  /// The argument of `#selector` is not a value.
  override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
