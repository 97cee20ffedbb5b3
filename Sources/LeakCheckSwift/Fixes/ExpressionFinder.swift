import SwiftSyntax

/// Finds expressions in the code of one type that fixes replace: calls, and methods that are handed over as values.
final class ExpressionFinder: TypeVisitor {
  private let wanted: String
  private let matches: (ExprSyntax) -> Bool
  /// What was found, in the order of the source.
  private(set) var found: [ExprSyntax] = []

  /// - Parameters:
  ///   - type: the type whose code is looked through, with its extensions.
  ///   - matches: whether an expression is meant.
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

  /// What `#selector` names is no value.
  override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
