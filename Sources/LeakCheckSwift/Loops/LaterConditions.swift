import SwiftSyntax

/// The conditions under which methods that ask for their next call later do so again.
struct LaterConditions {
  /// What is known about the end of such calls.
  enum End {
    /// No condition: they go on forever.
    case none
    /// A condition on what the methods change themselves, such as a counter.
    case counted
    /// A condition on what other methods change, such as a flag that is set when a screen goes.
    case set
    /// A condition on something else.
    case unknown
  }

  private let conditions: [Syntax]
  /// What the methods assign, count, or take elements from, and what they pass on.
  private let changed: Set<String>

  /// - Parameters:
  ///   - closure: The delayed call.
  ///   - owner: The body that asks for it, and its parameters.
  ///   - others: The bodies on the way from the closure back to the owner.
  ///   - certain: The names that are always true.
  /// - Complexity: O(tokens of the bodies).
  init(
    of closure: ClosureExprSyntax, in owner: MethodModel?,
    through others: [CodeBlockItemListSyntax], certain: CertainNames
  ) {
    let inside = ([Syntax(closure.statements)] + others.map { Syntax($0) })
      .flatMap { Self.conditions(in: $0) }
    conditions = (Self.conditions(around: closure) + inside).filter {
      $0.as(ConditionElementListSyntax.self).map { !certain.hold($0) } ?? true
    }
    let bodies = [owner?.body].compactMap(\.self) + others + [closure.statements]
    let passedOn = (owner?.parameters ?? []).map(\.name)
    changed = Set(bodies.flatMap { ChangedNames.all(in: $0) } + passedOn)
  }

  /// How the calls end, with the names that `others` change: methods that are not on the way.
  func end(changedBy others: [CodeBlockItemListSyntax]) -> End {
    if conditions.isEmpty { return .none }
    let names = Set(conditions.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
    if !names.isDisjoint(with: changed) { return .counted }
    let isSet = others.contains { !names.isDisjoint(with: ChangedNames.all(in: $0)) }
    return isSet ? .set : .unknown
  }

  /// The conditions around a node in its function, and of statements before it that leave the function.
  private static func conditions(around closure: ClosureExprSyntax) -> [Syntax] {
    var found: [Syntax] = []
    var node = Syntax(closure)
    while let parent = node.parent, !parent.is(FunctionDeclSyntax.self) {
      if let branch = parent.as(IfExprSyntax.self) { found.append(Syntax(branch.conditions)) }
      if let branch = parent.as(SwitchExprSyntax.self) { found.append(Syntax(branch.subject)) }
      if let items = parent.as(CodeBlockItemListSyntax.self) {
        found += items.prefix { $0.id != node.id }.compactMap { leaving($0) }
      }
      node = parent
    }
    return found
  }

  /// The condition of a statement that may leave the function.
  private static func leaving(_ item: CodeBlockItemSyntax) -> Syntax? {
    let node = Syntax(item.item)
    if let check = node.as(GuardStmtSyntax.self) { return Syntax(check.conditions) }
    let expression = node.as(ExpressionStmtSyntax.self)?.expression ?? node.as(ExprSyntax.self)
    let tokens = expression?.tokens(viewMode: .sourceAccurate)
    guard tokens?.contains(where: { $0.text == "return" }) == true else { return nil }
    return expression?.as(IfExprSyntax.self).map { Syntax($0.conditions) }
      ?? expression?.as(SwitchExprSyntax.self).map { Syntax($0.subject) }
  }

  /// The conditions in code.
  private static func conditions(in code: Syntax) -> [Syntax] {
    code.tokens(viewMode: .sourceAccurate).compactMap { token in
      switch token.tokenKind {
      case .keyword(.if):
        token.parent?.as(IfExprSyntax.self).map { Syntax($0.conditions) } ?? token.parent
      case .keyword(.guard):
        token.parent?.as(GuardStmtSyntax.self).map { Syntax($0.conditions) } ?? token.parent
      case .keyword(.switch):
        token.parent?.as(SwitchExprSyntax.self).map { Syntax($0.subject) } ?? token.parent
      default: nil
      }
    }
  }
}
