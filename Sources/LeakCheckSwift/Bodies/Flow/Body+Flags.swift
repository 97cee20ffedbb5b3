import LeakCheckLifecycle
import SwiftSyntax

/// Flags: stored values that a run knows, as entries under the name of their value that no report shows.
extension Body {
  /// The flag that an expression is, with its place; `nil` for anything else.
  private func place(ofFlag expression: ExprSyntax) -> String? {
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard model.flags.contains(name), binding(name) == nil,
        model.property(name, of: typeName) != nil
      else { return nil }
      use(me)
      return "\(me).\(FlagNames.property(of: name))"
    }
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base,
      model.flags.contains(access.declName.baseName.text),
      case .object(let place, let type) = evaluate(base),
      model.property(access.declName.baseName.text, of: type.name) != nil
    else { return nil }
    return "\(place).\(FlagNames.property(of: access.declName.baseName.text))"
  }

  /// Whether a condition asks for a flag, by its form.
  func asksForFlag(_ condition: ConditionElementSyntax.Condition) -> Bool {
    guard let (subject, _, _) = question(condition) else { return false }
    let name = lastName(of: subject)
    return name.map { model.flags.contains($0) && binding($0) == nil } ?? false
  }

  /// What a condition asks: whether a variable has a value, or has not.
  private func question(
    _ condition: ConditionElementSyntax.Condition
  ) -> (subject: ExprSyntax, value: String, holds: Bool)? {
    switch condition {
    case .expression(let expression): return question(expression)
    case .matchingPattern(let matching):
      return caseName(of: matching.pattern).map { (matching.initializer.value, $0, true) }
    default: return nil
    }
  }

  private func question(
    _ expression: ExprSyntax
  ) -> (subject: ExprSyntax, value: String, holds: Bool)? {
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return question(prefix.expression).map { ($0.subject, $0.value, !$0.holds) }
    }
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      guard ["==", "!="].contains(infix.operator.plainText),
        let value = FlagNames.value(of: infix.rightOperand)
      else { return nil }
      return (infix.leftOperand, value, infix.operator.plainText == "==")
    }
    return lastName(of: expression) == nil ? nil : (expression, "true", true)
  }

  /// A local that is non-nil exactly if a condition on a flag holds; `nil` for other conditions.
  func flag(asked condition: ConditionElementSyntax.Condition) -> Place? {
    guard let (subject, value, holds) = question(condition), let place = place(ofFlag: subject)
    else { return nil }
    let found = has(value, place)
    return Place(stringLiteral: holds ? found : marker(unless: found).description)
  }

  /// A local that is non-nil exactly if a flag has a value.
  private func has(_ value: String, _ flag: String) -> String {
    let found = temporary("flag")
    actions.pick(Place(stringLiteral: flag), as: found, .key(value))
    return found
  }

  /// Sets a flag that is assigned.
  func setFlag(_ source: ExprSyntax, at target: ExprSyntax) {
    guard let value = FlagNames.value(of: source), let place = place(ofFlag: target) else { return }
    setFlag(value, at: place)
  }

  /// Sets a flag at a place.
  func setFlag(_ value: String, at place: String) {
    let mark = temporary("flag")
    actions.new(FrameworkType.flag, as: mark)
    actions.clear(Place(stringLiteral: place))
    actions.append(
      .place(Place(stringLiteral: mark)), to: Place(stringLiteral: place), key: value)
  }

  /// Follows the branch of a `switch` that a flag selects; `false` if its subject is none.
  func switchOnFlag(_ node: SwitchExprSyntax) -> Bool {
    var ways: [(values: [String], pattern: PatternSyntax?, statements: CodeBlockItemListSyntax)] =
      []
    for case .switchCase(let way) in node.cases {
      guard case .case(let label) = way.label else {
        ways.append(([], nil, way.statements))
        continue
      }
      let values = label.caseItems.compactMap {
        $0.whereClause == nil ? caseName(of: $0.pattern) : nil
      }
      guard values.count == label.caseItems.count else { return false }
      ways.append((values, label.caseItems.first?.pattern, way.statements))
    }
    guard let place = place(ofFlag: node.subject) else { return false }
    let term = evaluate(node.subject)
    let open = fresh("open")
    actions.new("NSObject", as: open)
    // All are asked before any branch runs, because a branch may change the flag.
    let found = ways.map { $0.values.map { has($0, place) } }
    for (way, found) in zip(ways, found) {
      let body = list {
        actions.set(Place(stringLiteral: open), to: .null)
        if let pattern = way.pattern { bindNames(of: pattern, in: term) }
        conditions += 1
        statements(way.statements)
        conditions -= 1
      }
      for condition in way.values.isEmpty ? [open] : found {
        actions.each(Place(stringLiteral: condition), as: fresh("case")) {
          $0.append(contentsOf: body)
        }
      }
    }
    actions.set(Place(stringLiteral: open), to: .null)
    return true
  }
}
