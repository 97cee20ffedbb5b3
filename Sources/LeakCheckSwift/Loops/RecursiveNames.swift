import SwiftSyntax

/// The names of functions, and of properties that hold closures, that may call themselves by way of others.
///
/// Names alone are compared, so some are here that do not: what has no caller, or calls nothing, is not.
struct RecursiveNames {
  private var calls: [String: Set<String>] = [:]

  /// - Complexity: O(calls).
  init(_ files: [SourceFile]) {
    for file in files {
      calls.merge(file.names.calls.calls) { $0.union($1) }
    }
    leaveOutEnds()
  }

  func contains(_ name: String) -> Bool { calls[name] != nil }

  /// Leaves out, again and again, what calls nothing that is left, and what nothing that is left calls.
  private mutating func leaveOutEnds() {
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
}

extension RecursiveNames {
  /// Who calls whom in a file.
  struct Facts: Sendable {
    fileprivate var calls: [String: Set<String>] = [:]
    /// Whose body the walk is in, the outermost first.
    private var around: [String] = []
  }
}

extension RecursiveNames.Facts {
  mutating func enter(_ node: FunctionDeclSyntax) { around.append(node.name.text) }

  mutating func enter(_ node: InfixOperatorExprSyntax) {
    around.append(assigned(by: node) ?? around.last ?? "")
  }

  mutating func enter(_ node: PatternBindingSyntax) {
    let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    let isClosure = node.initializer?.value.is(ClosureExprSyntax.self) == true
    around.append((isClosure ? name : nil) ?? around.last ?? "")
  }

  mutating func leave() { around.removeLast() }

  mutating func look(at node: FunctionCallExprSyntax) {
    guard let caller = around.last, !caller.isEmpty else { return }
    calls[caller, default: []].insert(Call.name(of: node))
  }

  /// The last name of what a closure is assigned to.
  private func assigned(by node: InfixOperatorExprSyntax) -> String? {
    guard node.operator.is(AssignmentExprSyntax.self), node.rightOperand.is(ClosureExprSyntax.self)
    else { return nil }
    return node.leftOperand.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? node.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
