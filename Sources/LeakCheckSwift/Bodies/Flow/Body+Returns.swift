import LeakCheckLifecycle
import SwiftSyntax

/// What a body returns: at its end, or in one of its branches.
extension Body {
  /// Prepares a body whose result comes from the branches of its last statement: the first that gives one counts.
  func collectResult(of statements: CodeBlockItemListSyntax) {
    guard let last = statements.last?.item, Self.endsInBranches(last) else { return }
    let returned = fresh("returned")
    self.returned = returned
    actions.set(Place(stringLiteral: returned), to: .null)
    onlyResult = statements.count == 1 ? statements.id : nil
  }

  /// Returns what branches gave.
  func giveCollected() {
    guard let returned else { return }
    actions.giveBack(.place(Place(stringLiteral: returned)))
  }

  /// A `switch`, or an `if` with an `else`.
  private static func endsInBranches(_ item: CodeBlockItemSyntax.Item) -> Bool {
    let expression: ExprSyntax? =
      switch item {
      case .expr(let expression): expression
      case .stmt(let statement): statement.as(ExpressionStmtSyntax.self)?.expression
      default: nil
      }
    if let branch = expression?.as(IfExprSyntax.self) { return branch.elseBody != nil }
    return expression?.is(SwitchExprSyntax.self) == true
  }

  /// Whether an expression is the result of the body without a `return`, as the only one in a branch.
  func isResult(_ item: CodeBlockItemSyntax) -> Bool {
    guard let onlyResult, used.isEmpty, let list = item.parent?.as(CodeBlockItemListSyntax.self),
      list.count == 1, list.id != onlyResult, list.parent.map(Self.isBranch) == true
    else { return false }
    return !Self.endsInBranches(item.item)
  }

  /// Whether a node has a branch's statements; loops, `defer` and the like have no result.
  private static func isBranch(_ node: Syntax) -> Bool {
    node.is(SwitchCaseSyntax.self) || node.parent?.is(IfExprSyntax.self) == true
  }

  /// `return`: only if it is certain to be reached.
  func giveBack(_ expression: ExprSyntax?, at node: some SyntaxProtocol) {
    defer { if conditions > 0 { mayHaveLeft = true } }
    guard let expression else {
      if conditions == 0, !isSteps || !used.isEmpty { leave(with: .null) }
      return
    }
    let term = returned(expression)
    let value = value(of: term, expression)
    guard conditions > 0 || isSteps && used.isEmpty else { return leave(with: value) }
    if case .null = value { return }
    guard let returned, used.isEmpty else {
      return note(node, "a conditional return: the code after it runs instead")
    }
    actions.each(marker(unless: returned), as: fresh("first")) {
      $0.set(Place(stringLiteral: returned), to: value)
    }
  }

  private func leave(with value: Value) {
    runDefers()
    actions.giveBack(value)
  }
}
