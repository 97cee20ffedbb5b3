import LeakCheckLifecycle
import SwiftSyntax

/// Conditions on whether a view is in a window or another view, when that is known.
extension Body {
  /// `if window != nil { … }`: follows only the selected branch; `false` if the conditions do not decide it.
  func branchOnWindow(_ node: IfExprSyntax) -> Bool {
    let answers = answers(to: node.conditions)
    if answers.contains(false) {
      switch node.elseBody {
      case .codeBlock(let block)?: scope { statements(block.statements) }
      case .ifExpr(let inner)?: branch(inner)
      case nil: break
      }
      return true
    }
    guard !answers.isEmpty, !answers.contains(nil) else { return false }
    scope {
      for condition in node.conditions { self.condition(condition.condition, leavesBody: false) }
      statements(node.body.statements)
    }
    return true
  }

  /// `guard window != nil else { … }`, likewise.
  func guardWindow(_ node: GuardStmtSyntax) -> Bool {
    let answers = answers(to: node.conditions)
    if answers.contains(false) {
      scope { statements(node.body.statements) }
      return true
    }
    guard !answers.isEmpty, !answers.contains(nil) else { return false }
    for condition in node.conditions { self.condition(condition.condition, leavesBody: false) }
    return true
  }

  /// `window == nil ? stop() : start()`: the selected side.
  func sideForWindow(_ node: TernaryExprSyntax) -> ExprSyntax? {
    answer(to: node.condition).map { $0 ? node.thenExpression : node.elseExpression }
  }

  private func answers(to conditions: ConditionElementListSyntax) -> [Bool?] {
    translator.presence == nil ? [] : conditions.map { answer(to: $0.condition) }
  }

  private func answer(to condition: ConditionElementSyntax.Condition) -> Bool? {
    switch condition {
    case .expression(let expression): return answer(to: expression)
    case .optionalBinding(let binding):
      guard let value = binding.initializer?.value else {
        return isThere(binding.pattern.trimmedDescription)
      }
      return isThere(value.plainText)
    default: return nil
    }
  }

  private func answer(to expression: ExprSyntax) -> Bool? {
    if let group = expression.as(TupleExprSyntax.self), group.elements.count == 1 {
      return group.elements.first.flatMap { answer(to: $0.expression) }
    }
    guard translator.presence != nil, let pair = expression.as(InfixOperatorExprSyntax.self) else {
      return nil
    }
    let (left, right) = (pair.leftOperand, pair.rightOperand)
    switch pair.operator.plainText {
    case "&&":
      let sides = [answer(to: left), answer(to: right)]
      return sides.contains(false) ? false : sides.contains(nil) ? nil : true
    case "||":
      let sides = [answer(to: left), answer(to: right)]
      return sides.contains(true) ? true : sides.contains(nil) ? nil : false
    case "==" where right.is(NilLiteralExprSyntax.self): return isThere(left.plainText).map { !$0 }
    case "!=" where right.is(NilLiteralExprSyntax.self): return isThere(left.plainText)
    default: return nil
    }
  }

  private func isThere(_ name: String) -> Bool? {
    guard let presence = translator.presence else { return nil }
    let plain = name.hasPrefix("self.") ? String(name.dropFirst("self.".count)) : name
    return presence.isThere[plain]
  }

  /// Where `show(_:sender:)` pushes: onto the navigation controller itself, or onto that of a screen.
  func navigation(of target: Place, _ type: TypeReference) -> Place {
    let isNavigation =
      type == .unknown || model.isKind(type.name, of: ["UINavigationController"])
    return isNavigation ? target : Place(stringLiteral: "\(target).navigationController")
  }
}
