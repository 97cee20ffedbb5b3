import SwiftSyntax

/// The names of methods and functions that loop as long as elements arrive, such as over a stream.
final class EndlessNames: SyntaxVisitor {
  private var names: Set<String> = []
  private var around: [String] = []

  /// - Complexity: O(nodes).
  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    for file in files where file.contains("await") { walk(file.tree) }
  }

  /// Whether a node names one of them.
  func isUsed(in node: some SyntaxProtocol) -> Bool {
    !names.isEmpty && node.tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    around.append(node.name.text)
    return .visitChildren
  }

  override func visitPost(_ node: FunctionDeclSyntax) { around.removeLast() }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.awaitKeyword != nil, let name = around.last { names.insert(name) }
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    let waits = node.body.tokens(viewMode: .sourceAccurate).contains { $0.text == "await" }
    if waits, let name = around.last { names.insert(name) }
    return .visitChildren
  }
}
