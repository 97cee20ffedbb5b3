import LeakCheckLifecycle
import SwiftSyntax

/// Waiting, either for code of the sources or for an outside reply.
extension Body {
  /// `await expression`.
  func awaited(
    _ expression: ExprSyntax, _ expecting: TypeReference, _ naming: String?, _ isWanted: Bool
  ) -> Term {
    let before = actions.count
    // A task waits on its own: code that asks for its value adds nothing.
    if let access = bare(expression).as(MemberAccessExprSyntax.self), let base = access.base,
      ["value", "result"].contains(access.declName.baseName.text),
      model["Task"] == nil, evaluate(base).typeName == "Task"
    {
      return .unknown
    }
    let term = evaluate(expression, expecting: expecting, naming: naming, isWanted: isWanted)
    // Functions of the sources wait where their own bodies do; everything else replies some time later.
    if isAsync, !isChild(expression), !callsOwnCode(expression),
      actions.count == before || !isOwn(term)
    {
      wait(for: fresh("reply"))
    }
    return term
  }

  /// Whether it is an `async let` that runs code of the sources, which starts at its declaration.
  private func isChild(_ expression: ExprSyntax) -> Bool {
    let name = bare(expression).as(DeclReferenceExprSyntax.self)?.baseName.text
    return name.map(childTasks.contains) ?? false
  }

  private func isOwn(_ term: Term) -> Bool {
    if case .object = term { true } else { false }
  }

  /// Whether a call runs a declaration of the sources, or waits by itself: for a task group's children, which are
  /// theirs, or for a continuation.
  func callsOwnCode(_ expression: ExprSyntax) -> Bool {
    guard let node = bare(expression).as(FunctionCallExprSyntax.self) else { return false }
    let call = Call(node)
    if call.base == nil {
      if Frameworks.taskGroups.contains(call.name), !call.closures.isEmpty { return true }
      if Frameworks.continuations.contains(call.name) { return true }
      return self.binding(call.name) != nil || model[call.name] != nil
        || !model.methods(call.name, of: typeName).isEmpty
        || model.functions.contains { $0.name == call.name }
    }
    let text = call.base?.plainText ?? ""
    if ["Task", "MainActor"].contains(text), model[text] == nil {
      return call.name != "sleep" && call.name != "yield"
    }
    return !model.methods(anywhere: call.name).isEmpty
  }
}
