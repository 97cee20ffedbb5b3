import LeakCheckLifecycle
import SwiftSyntax

/// Optional chains: code after a link runs only if there is an object before it.
extension Body {
  /// Runs `work` behind the optional links of a chain; `false` if it is unknown for every link whether it is `nil`.
  func onlyIfThere(_ chain: ExprSyntax, _ work: () -> Void) -> Bool {
    guard let link = firstLink(of: chain),
      isDecided(link.expression),
      case .object(let holder, let type) = evaluate(link.expression), isOne(type)
    else { return false }
    let local = fresh("there")
    let body = list {
      unwrapped[link.id] = .object(local, type)
      work()
      unwrapped[link.id] = nil
    }
    actions.each(Place(stringLiteral: holder), as: local) { $0.append(contentsOf: body) }
    return true
  }

  /// The first unresolved link of a chain: `a?` of `a?.b?.c`.
  private func firstLink(of chain: ExprSyntax) -> OptionalChainingExprSyntax? {
    var found: OptionalChainingExprSyntax?
    var next: ExprSyntax? = chain
    while let node = next, unwrapped[node.id] == nil {
      if let link = node.as(OptionalChainingExprSyntax.self) { found = link }
      next =
        node.as(MemberAccessExprSyntax.self)?.base
        ?? node.as(SubscriptCallExprSyntax.self)?.calledExpression
        ?? node.as(OptionalChainingExprSyntax.self)?.expression
    }
    return found
  }

  /// Whether the arguments of a call create objects, which does not happen if the call is skipped.
  static func makesSomething(_ call: FunctionCallExprSyntax) -> Bool {
    call.trailingClosure != nil
      || call.arguments.contains { argument in
        argument.expression.is(FunctionCallExprSyntax.self)
          || argument.expression.is(ClosureExprSyntax.self)
      }
  }
}
