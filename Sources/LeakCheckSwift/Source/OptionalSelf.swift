import SwiftSyntax

/// Finds uses of `self` as an object in closures that capture it weakly, which is invalid Swift.
///
/// Simulated code is not compiled, and `[weak self]` alone is only half of a fix: without `self?` or `guard let self`,
/// the other half is missing.
///
/// - Complexity: O(nodes).
final class OptionalSelf: ScopedVisitor {
  private var uses: [MemberAccessExprSyntax] = []

  /// The uses in a file, in source order.
  static func uses(in file: SourceFileSyntax) -> [MemberAccessExprSyntax] {
    let visitor = OptionalSelf()
    visitor.walk(file)
    return visitor.uses
  }

  /// The members of an optional itself.
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

extension SourceModel {
  /// Notes each use of a weak `self` that was not unwrapped.
  func noteOptionalSelf() {
    for use in files.flatMap(\.optionalSelves) {
      let name = use.declName.baseName.text
      note(
        use,
        "self is weak here and may be nil: write self?.\(name), or guard let self before",
        unsettles: true)
    }
  }
}
