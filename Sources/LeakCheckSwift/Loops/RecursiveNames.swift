import SwiftSyntax

/// The names of functions, and of properties with closures, that may call themselves through others.
///
/// It compares names only, so some of the results do not. A function without callers, or that calls nothing, is never
/// among them.
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

  /// Repeatedly removes names that call no remaining name, and names that no remaining name calls.
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
  /// The calls in a file, by caller.
  struct Facts: Sendable {
    fileprivate var calls: [String: Set<String>] = [:]
    /// The enclosing bodies, outermost first.
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

  /// The last name of the target that a closure is assigned to.
  private func assigned(by node: InfixOperatorExprSyntax) -> String? {
    guard node.operator.is(AssignmentExprSyntax.self), node.rightOperand.is(ClosureExprSyntax.self)
    else { return nil }
    return node.leftOperand.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? node.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
