import SwiftSyntax

/// Walks sources and tracks the enclosing type.
class TypeVisitor: SyntaxVisitor {
  /// The enclosing types, innermost last.
  private var types: [String] = []

  /// The type whose code is walked, or `nil` outside of all types.
  final var type: String? { types.last }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visitPost(_: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visitPost(_: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visitPost(_: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visitPost(_: ActorDeclSyntax) { types.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType)
  }

  override func visitPost(_: ExtensionDeclSyntax) { types.removeLast() }

  private func enter(_ name: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    types.append(name.trimmedDescription)
    return .visitChildren
  }
}
