import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Conditions and loops: no values exist, so both ways are followed, and loops run for what there is.
extension Body {
  func branch(_ node: IfExprSyntax) {
    let isDecided = node.conditions.allSatisfy {
      $0.condition.is(OptionalBindingConditionSyntax.self)
    }
    if !isDecided || node.elseBody != nil { noteBothWays(node) }
    scope {
      conditions += 1
      for condition in node.conditions { self.condition(condition.condition, leavesBody: false) }
      statements(node.body.statements)
      conditions -= 1
    }
    switch node.elseBody {
    case .codeBlock(let block)?:
      scope {
        conditions += 1
        statements(block.statements)
        conditions -= 1
      }
    case .ifExpr(let inner)?: branch(inner)
    case nil: break
    }
  }

  func branches(_ node: SwitchExprSyntax) {
    finish(evaluate(node.subject))
    noteBothWays(node)
    for element in node.cases {
      guard case .switchCase(let way) = element else { continue }
      scope {
        conditions += 1
        bindNames(of: way.label)
        statements(way.statements)
        conditions -= 1
      }
    }
  }

  /// What a pattern takes out of an enum, nobody follows.
  private func bindNames(of label: SwitchCaseSyntax.Label) {
    guard case .case(let label) = label else { return }
    for token in label.tokens(viewMode: .sourceAccurate)
    where token.parent?.is(IdentifierPatternSyntax.self) == true {
      bind(token.text, .value)
    }
  }

  private func noteBothWays(_ node: some SyntaxProtocol) {
    note(node, "no values exist here: every way is run, one after the other")
  }

  /// What a condition binds; `leavesBody` for `guard`, which goes on only where something is there.
  private func condition(
    _ condition: ConditionElementSyntax.Condition, leavesBody: Bool,
    otherwise: ActionList? = nil
  ) {
    switch condition {
    case .optionalBinding(let binding): optionalBinding(binding, leavesBody: leavesBody, otherwise)
    case .expression(let expression): finish(evaluate(expression))
    case .matchingPattern(let matching):
      finish(evaluate(matching.initializer.value))
      for token in matching.pattern.tokens(viewMode: .sourceAccurate)
      where token.parent?.is(IdentifierPatternSyntax.self) == true {
        bind(token.text, .value)
      }
    case .availability: break
    }
  }

  private func optionalBinding(
    _ binding: OptionalBindingConditionSyntax, leavesBody: Bool, _ otherwise: ActionList?
  ) {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return
    }
    let source = binding.initializer?.value
    let term = source.map { evaluate($0) } ?? self.term(named: name, at: binding)
    guard case .object(let place, let type) = term else {
      return bindLocal(name, to: term, .unknown, binding)
    }
    let guards = leavesBody && (!isSteps || !used.isEmpty)
    if name == "self", place == "self" {
      if guards { return actions.guardName("self", otherwise: otherwise) }
      let local = local("strongSelf", type, for: "self")
      return actions.set(Place(stringLiteral: local), to: "self")
    }
    if case .many = type { return bind(name, .term(term)) }
    bindLocal(name, to: term, type, binding)
    if guards, case .object(let local, _)? = self.binding(name) {
      actions.guardName(Place(stringLiteral: local), otherwise: otherwise)
    }
  }

  func guardStatement(_ node: GuardStmtSyntax) {
    var otherwise: ActionList?
    let bindsOne = node.conditions.count == 1
    if bindsOne, node.body.statements.count > 1 {
      otherwise = list { statements(node.body.statements) }
    }
    for condition in node.conditions {
      self.condition(condition.condition, leavesBody: true, otherwise: otherwise)
    }
  }

  /// The actions of something that runs elsewhere than here, or later.
  func list(_ work: () -> Void) -> ActionList {
    let outer = actions
    actions = ActionList()
    actions.place = outer.place
    scope(work)
    let inner = actions
    actions = outer
    return inner
  }

  // MARK: - Loops

  func loop(_ node: ForStmtSyntax) {
    let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text ?? "_"
    if node.awaitKeyword != nil { return asyncLoop(node, name) }
    let term = evaluate(node.sequence)
    switch term {
    case .object(let place, let type) where type != .value:
      each(place, type.element, named: name) { statements(node.body.statements) }
    case .many(let terms):
      for term in terms.prefix(16) {
        scope {
          conditions += 1
          bindLocal(name, to: term, .unknown, node)
          statements(node.body.statements)
          conditions -= 1
        }
      }
    default:
      scope {
        conditions += 1
        bind(name, .value)
        statements(node.body.statements)
        conditions -= 1
      }
    }
  }

  /// Turns over what a place has.
  func each(_ place: String, _ element: TypeReference, named name: String, _ work: () -> Void) {
    let local = fresh(name == "_" || name == "$0" ? "item" : name)
    let body = list {
      bind(name, element == .value ? .value : .object(local, element))
      conditions += 1
      work()
      conditions -= 1
    }
    actions.each(Place(stringLiteral: place), as: local) { $0.append(contentsOf: body) }
  }

  private func asyncLoop(_ node: ForStmtSyntax, _ name: String) {
    // What the sequence is read from is used, though no action shows it.
    finish(evaluate(node.sequence))
    let stream = streamName(node.sequence)
    guard isAsync else {
      return note(node, "a loop over a stream outside a task is passed over", unsettles: true)
    }
    let body = list {
      bind(name, .value)
      conditions += 1
      statements(node.body.statements)
      conditions -= 1
    }
    actions.forAwait(stream) { $0.append(contentsOf: body) }
  }

  func streamName(_ node: some SyntaxProtocol) -> String {
    let text = node.trimmedDescription.filter { $0.isLetter || $0.isNumber || $0 == "." }
    return String(text.split(separator: ".").last ?? "stream")
  }

  /// `while` and `repeat`: once; one that waits in each turn goes on for ever.
  func loop(_ conditions: ConditionElementListSyntax?, _ body: CodeBlockItemListSyntax) {
    for condition in conditions ?? [] { self.condition(condition.condition, leavesBody: false) }
    let waits = isAsync && body.tokens(viewMode: .sourceAccurate).contains { $0.text == "await" }
    let inner = list {
      self.conditions += 1
      isAsync = isAsync && !waits
      statements(body)
      isAsync = isAsync || waits
      self.conditions -= 1
    }
    if waits {
      actions.forAwait(fresh("turns")) { $0.append(contentsOf: inner) }
    } else {
      actions.append(contentsOf: inner)
    }
  }
}
