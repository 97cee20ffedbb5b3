import SwiftSyntax

/// The facts of a file about its names, for the types that combine all files.
///
/// One walk finds all of them. Walking a tree creates its nodes, so this happens where several files are read at a
/// time.
struct NameFacts: Sendable {
  var decided = DecidedNames.Facts()
  var keys = CollectionKeys.Facts()
  var calls = RecursiveNames.Facts()

  /// - Complexity: O(nodes).
  static func of(_ file: SourceFileSyntax) -> NameFacts {
    let visitor = NameVisitor(viewMode: .sourceAccurate)
    visitor.walk(file)
    return visitor.facts
  }
}

private final class NameVisitor: SyntaxVisitor {
  var facts = NameFacts()

  // Names and types contain nothing of interest.
  override func visit(_: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: DeclModifierListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    facts.calls.enter(node)
    return .visitChildren
  }
  override func visitPost(_: FunctionDeclSyntax) { facts.calls.leave() }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    facts.calls.enter(node)
    facts.decided.look(at: node)
    return .visitChildren
  }
  override func visitPost(_: InfixOperatorExprSyntax) { facts.calls.leave() }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    facts.calls.enter(node)
    facts.decided.look(at: node)
    facts.keys.look(at: node)
    return .visitChildren
  }
  override func visitPost(_: PatternBindingSyntax) { facts.calls.leave() }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    facts.calls.look(at: node)
    facts.decided.look(at: node)
    facts.keys.look(at: node)
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    facts.keys.look(at: node)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = (node.secondName ?? node.firstName).text
    facts.decided.leaveOpen(name)
    facts.keys.declare(name, node.type, nil)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    facts.decided.leaveOpen((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    facts.decided.leaveOpen(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    facts.decided.look(at: node)
    return .visitChildren
  }
}
