import SwiftSyntax

/// The names of variables whose tasks continue after cancellation, because a loop in them swallows it.
final class UncancelledNames: SyntaxVisitor {
  private(set) var names: Set<String> = []
  /// The functions with such a loop.
  private(set) var functions: Set<String> = []
  private var tasks: [(name: String, task: ExprSyntax)] = []
  private var around: [String] = []

  /// - Complexity: O(nodes) of the files with such a loop.
  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    guard files.contains(where: { $0.contains("while true") }) else { return }
    for file in files where file.contains("await") { walk(file.tree) }
    for (name, task) in tasks {
      let isEndless = task.tokens(viewMode: .sourceAccurate).contains {
        functions.contains($0.text)
      }
      if isEndless { names.insert(name) }
    }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    around.append(node.name.text)
    return .visitChildren
  }

  override func visitPost(_: FunctionDeclSyntax) { around.removeLast() }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.operator.is(AssignmentExprSyntax.self) else { return .visitChildren }
    let name =
      node.leftOperand.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? node.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
    return enter(name, node.rightOperand)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let value = node.initializer?.value else { return .visitChildren }
    return enter(node.pattern.trimmedDescription, value)
  }

  /// Looks at a variable's value if it is a task; a loop in it belongs to that task, not to a function.
  private func enter(_ name: String?, _ value: ExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name, let call = value.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription.hasPrefix("Task")
    else { return .visitChildren }
    tasks.append((name, value))
    around.append("task of \(name)")
    walk(call.calledExpression)
    walk(call.arguments)
    if let closure = call.trailingClosure { walk(closure) }
    around.removeLast()
    if functions.contains("task of \(name)") { names.insert(name) }
    return .skipChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    let waits = node.body.tokens(viewMode: .sourceAccurate).contains { $0.text == "await" }
    if waits, let name = around.last,
      LoopEnds.ignoresCancellation(node.conditions, node.body.statements)
    {
      functions.insert(name)
    }
    return .visitChildren
  }
}
