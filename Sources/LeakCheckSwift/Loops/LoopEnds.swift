import SwiftSyntax

/// Finds whether an endless loop can end: when its task is cancelled, or at all.
final class LoopEnds: SyntaxVisitor {
  private var found = false

  /// Whether a loop continues after its task is cancelled: `while true { try? await Task.sleep(for: .seconds(1)) }`.
  static func ignoresCancellation(
    _ conditions: ConditionElementListSyntax?, _ body: CodeBlockItemListSyntax
  ) -> Bool {
    guard let conditions, conditions.count == 1,
      conditions.first?.condition.trimmedDescription == "true"
    else { return false }
    return !endsIn(body)
  }

  private static func endsIn(_ node: some SyntaxProtocol) -> Bool {
    let visitor = LoopEnds(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  private static let words: Set = ["isCancelled", "checkCancellation", "exit", "fatalError"]

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    found = found || Self.words.contains(node.baseName.text)
    return .visitChildren
  }

  override func visit(_: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { end() }
  override func visit(_: BreakStmtSyntax) -> SyntaxVisitorContinueKind { end() }
  override func visit(_: ThrowStmtSyntax) -> SyntaxVisitorContinueKind { end() }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark == nil { found = true }
    return .visitChildren
  }

  /// A `do` that catches everything stops what is thrown in it.
  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    guard node.catchClauses.contains(where: { $0.catchItems.isEmpty }) else {
      return .visitChildren
    }
    found = found || node.catchClauses.contains { Self.endsIn($0.body) }
    found = found || Self.leaves(node.body)
    return .skipChildren
  }

  /// Whether a block has an exit besides throwing.
  private static func leaves(_ block: CodeBlockSyntax) -> Bool {
    block.tokens(viewMode: .sourceAccurate).contains {
      ["return", "break", "isCancelled", "exit", "fatalError"].contains($0.text)
    }
  }

  // Exits of inner closures and functions do not end the loop.
  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func end() -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
}
