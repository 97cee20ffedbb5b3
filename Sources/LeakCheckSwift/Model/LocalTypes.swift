import SwiftSyntax

/// Finds the types declared within bodies.
///
/// They see none of the surrounding names, so they are independent, like types outside.
final class LocalTypes: SyntaxVisitor {
  private(set) var declarations: [DeclSyntax] = []

  /// The types within the bodies of a declaration or of statements.
  static func within(_ file: SourceFileSyntax) -> [DeclSyntax] {
    let visitor = LocalTypes(viewMode: .sourceAccurate)
    visitor.walk(file)
    return visitor.declarations
  }

  // Names, types and literals contain no declarations, and most of a file consists of them.
  override func visit(_: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionSignatureSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: DeclModifierListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func take(_ node: some DeclSyntaxProtocol) -> SyntaxVisitorContinueKind {
    // A member type is read with its enclosing type.
    guard let item = node.parent?.as(CodeBlockItemSyntax.self),
      let body = item.parent?.parent, !body.is(SourceFileSyntax.self)
    else { return .visitChildren }
    declarations.append(DeclSyntax(node))
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }
}
