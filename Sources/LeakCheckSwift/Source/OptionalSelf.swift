import SwiftSyntax

/// Finds where `self` is used as an object though its closure holds it weakly, which is no Swift.
///
/// Nobody compiles what is simulated, and `[weak self]` alone is half of a fix: without `self?` or `guard let self` the
/// other half is missing.
///
/// - Complexity: O(nodes).
final class OptionalSelf: ScopedVisitor {
  private var uses: [MemberAccessExprSyntax] = []

  /// The uses in a file, in the order of the source.
  static func uses(in file: SourceFileSyntax) -> [MemberAccessExprSyntax] {
    let visitor = OptionalSelf()
    visitor.walk(file)
    return visitor.uses
  }

  /// What an optional has itself.
  private static let members: Set = ["self", "map", "flatMap", "unsafelyUnwrapped"]

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind
    if base == .keyword(.self), scopes.state == .weak, !scopes.isLocal("self"),
      !Self.members.contains(node.declName.baseName.text)
    {
      uses.append(node)
    }
    return super.visit(node)
  }
}
