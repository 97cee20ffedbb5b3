import SwiftSyntax

/// Finds the types that are declared within bodies: they see nothing of what is around them, so they stand for themselves
/// as well as those outside.
final class LocalTypes: SyntaxVisitor {
  private(set) var declarations: [DeclSyntax] = []

  /// The types within the bodies of a declaration or of statements.
  static func within(_ file: SourceFileSyntax) -> [DeclSyntax] {
    let visitor = LocalTypes(viewMode: .sourceAccurate)
    visitor.walk(file)
    return visitor.declarations
  }

  // No type is declared within a name, a type or a literal, of which most of a file is.
  override func visit(_: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionSignatureSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: DeclModifierListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func take(_ node: some DeclSyntaxProtocol) -> SyntaxVisitorContinueKind {
    // One that is a member of another is read with that.
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
