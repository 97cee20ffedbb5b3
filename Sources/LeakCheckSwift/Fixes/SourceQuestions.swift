import LeakCheckLifecycle
import SwiftSyntax

/// Closures that could capture values instead of the object that has them.
extension SourceFixes {
  /// Whether the closures of a line only read properties of a captured name; `false` if there are none.
  ///
  /// - Complexity: O(bytes of the file).
  public static func readValues(
    of name: String, closuresAt line: Int, file: String, in translation: SwiftReader.Translation
  ) -> Bool {
    guard let source = translation.files.first(where: { $0.name == file }) else { return false }
    return DeepStack.run {
      let finder = ClosureFinder(viewMode: .sourceAccurate)
      finder.walk(source.tree)
      let uses = finder.closures.filter { source.place(of: $0).line == line }
        .map { NameUses(of: name, in: $0.statements) }
      // A bare name may be a method of `self`.
      return !uses.isEmpty
        && uses.allSatisfy { (name != "self" || $0.bare.isEmpty) && $0.uses.allSatisfy(reads) }
    }
  }

  /// Whether a use is the base of a property that is read, and neither changed nor called.
  private static func reads(_ use: DeclReferenceExprSyntax) -> Bool {
    guard let access = use.parent?.as(MemberAccessExprSyntax.self), access.base?.id == use.id,
      let parent = access.parent
    else { return false }
    switch parent.as(SyntaxEnum.self) {
    case .labeledExpr, .expressionSegment, .initializerClause, .returnStmt, .codeBlockItem:
      return true
    case .infixOperatorExpr(let infix):
      return infix.rightOperand.id == access.id
        || !NameUses.beginsStatement(ExprSyntax(use))
    default: return false
    }
  }
}
