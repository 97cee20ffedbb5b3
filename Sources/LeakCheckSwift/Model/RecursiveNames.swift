import SwiftSyntax

/// The names of functions, and of properties that hold closures, that may call themselves by way of others.
///
/// Names alone are compared, so some are here that do not: what has no caller, or calls nothing, is not.
final class RecursiveNames: SyntaxVisitor {
  private var calls: [String: Set<String>] = [:]
  private var around: [String] = []

  /// - Complexity: O(nodes).
  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    for file in files { walk(file.tree) }
    leaveOutEnds()
  }

  func contains(_ name: String) -> Bool { calls[name] != nil }

  /// Leaves out, again and again, what calls nothing that is left, and what nothing that is left calls.
  private func leaveOutEnds() {
    var callers: [String: Set<String>] = [:]
    for (caller, called) in calls {
      calls[caller] = called.filter { calls[$0] != nil }
      for name in called where calls[name] != nil { callers[name, default: []].insert(caller) }
    }
    var ends = calls.keys.filter { calls[$0]?.isEmpty == true || callers[$0] == nil }
    while let end = ends.popLast() {
      guard let called = calls.removeValue(forKey: end) else { continue }
      for name in called where name != end {
        callers[name]?.remove(end)
        if callers[name]?.isEmpty == true { ends.append(name) }
      }
      for name in callers[end] ?? [] where name != end {
        calls[name]?.remove(end)
        if calls[name]?.isEmpty == true { ends.append(name) }
      }
    }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }

  override func visitPost(_ node: FunctionDeclSyntax) { around.removeLast() }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    enter(assigned(by: node) ?? around.last ?? "")
  }

  override func visitPost(_ node: InfixOperatorExprSyntax) { around.removeLast() }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    let isClosure = node.initializer?.value.is(ClosureExprSyntax.self) == true
    return enter((isClosure ? name : nil) ?? around.last ?? "")
  }

  override func visitPost(_ node: PatternBindingSyntax) { around.removeLast() }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let caller = around.last, !caller.isEmpty {
      calls[caller, default: []].insert(Call(node).name)
    }
    return .visitChildren
  }

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    around.append(name)
    return .visitChildren
  }

  /// The last name of what a closure is assigned to.
  private func assigned(by node: InfixOperatorExprSyntax) -> String? {
    guard node.operator.is(AssignmentExprSyntax.self), node.rightOperand.is(ClosureExprSyntax.self)
    else { return nil }
    return node.leftOperand.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? node.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
