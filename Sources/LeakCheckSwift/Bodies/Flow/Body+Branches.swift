import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Conditions. Few values are known, so usually both branches are followed.
extension Body {
  func branch(_ node: IfExprSyntax) {
    if branchOnWindow(node) { return }
    if let holds = known(node.conditions) { return follow(node, holds) }
    if asksForOverflow(node.conditions) {
      note(node, Self.belowLimit)
      return follow(node, false)
    }
    if node.elseBody == nil, asksForMember(node.conditions) {
      doubt(node, "whether it contains the value is not known: assumed that it does")
      if translator.reading == .letsGo { return follow(node, false) }
    }
    let marker = marksElse(node) ? fresh("none") : nil
    if let marker { actions.new("NSObject", as: marker) }
    var isDecided = true
    let depth = node.elseBody == nil && isCertain(node.conditions) ? 0 : 1
    scope {
      conditions += depth
      follow(node.conditions.map(\.condition)[...], &isDecided) {
        if let marker { actions.set(Place(stringLiteral: marker), to: .null) }
        statements(node.body.statements)
      }
      conditions -= depth
    }
    let binds = node.conditions.allSatisfy {
      $0.condition.is(OptionalBindingConditionSyntax.self) || asksForNil($0.condition) != nil
        || isDecided && (compared($0.condition) != nil || asksForFlag($0.condition))
    }
    if !binds || node.elseBody != nil && !isDecided { noteBothWays(node) }
    guard let elseBody = node.elseBody else { return }
    guard let marker, isDecided else {
      if let marker { actions.set(Place(stringLiteral: marker), to: .null) }
      return otherwise(elseBody)
    }
    let otherwise = list { self.otherwise(elseBody) }
    actions.each(Place(stringLiteral: marker), as: fresh("none")) {
      $0.append(contentsOf: otherwise)
    }
    actions.set(Place(stringLiteral: marker), to: .null)
  }

  /// Follows the only branch that runs.
  private func follow(_ node: IfExprSyntax, _ holds: Bool) {
    capture(node, besides: holds)
    followOnly(node, holds)
  }

  /// Notes what the branch that does not run captures: a closure keeps that as well.
  private func capture(_ node: IfExprSyntax, besides holds: Bool) {
    guard !used.isEmpty else { return }
    _ = list { followOnly(node, !holds) }
  }

  private func followOnly(_ node: IfExprSyntax, _ holds: Bool) {
    guard !holds else { return scope { statements(node.body.statements) } }
    switch node.elseBody {
    case .codeBlock(let block)?: scope { statements(block.statements) }
    case .ifExpr(let inner)?: branch(inner)
    case nil: break
    }
  }

  private func otherwise(_ elseBody: IfExprSyntax.ElseBody) {
    switch elseBody {
    case .codeBlock(let block):
      scope {
        conditions += 1
        statements(block.statements)
        conditions -= 1
      }
    case .ifExpr(let inner): branch(inner)
    }
  }

  /// Whether to add a marker object for the `else` branch: when the conditions only bind names, all of them decided.
  private func marksElse(_ node: IfExprSyntax) -> Bool {
    node.elseBody != nil
      && node.conditions.allSatisfy { element in
        if asksForNil(element.condition) != nil || compared(element.condition) != nil
          || asksForFlag(element.condition)
        {
          return true
        }
        guard case .optionalBinding(let binding) = element.condition else { return false }
        guard let source = binding.initializer?.value else {
          return model.decidedNames.contains(binding.pattern.trimmedDescription)
        }
        return isDecided(source)
      }
  }

  /// Follows conditions and their bodies; if the sources decide a condition, only the branch that it selects.
  private func follow(
    _ conditions: ArraySlice<ConditionElementSyntax.Condition>, _ isDecided: inout Bool,
    _ work: () -> Void
  ) {
    guard let first = conditions.first else { return work() }
    if let (asked, isNil) = asksForNil(first), case .object(let place, let type) = evaluate(asked),
      isOne(type)
    {
      let body = list { follow(conditions.dropFirst(), &isDecided, work) }
      let condition = isNil ? marker(unless: place) : Place(stringLiteral: place)
      return actions.each(condition, as: fresh("there")) { $0.append(contentsOf: body) }
    }
    if let condition = identity(asked: first) ?? flag(asked: first) {
      let body = list { follow(conditions.dropFirst(), &isDecided, work) }
      return actions.each(condition, as: fresh("same")) { $0.append(contentsOf: body) }
    }
    guard case .optionalBinding(let binding) = first, let bound = decided(binding) else {
      isDecided = false
      condition(first, leavesBody: false)
      return follow(conditions.dropFirst(), &isDecided, work)
    }
    let local = fresh(bound.name)
    let body = list {
      bind(bound.name, .object(local, bound.type))
      follow(conditions.dropFirst(), &isDecided, work)
    }
    actions.each(Place(stringLiteral: bound.place), as: local) { $0.append(contentsOf: body) }
  }

  /// `x == nil` or `x != nil`, if the sources decide whether `x` is `nil`.
  private func asksForNil(
    _ condition: ConditionElementSyntax.Condition
  ) -> (asked: ExprSyntax, isNil: Bool)? {
    guard case .expression(let expression) = condition,
      let infix = expression.as(InfixOperatorExprSyntax.self),
      infix.rightOperand.is(NilLiteralExprSyntax.self), isNameOrElement(infix.leftOperand),
      isDecided(infix.leftOperand)
    else { return nil }
    switch infix.operator.plainText {
    case "==", "===": return (infix.leftOperand, true)
    case "!=", "!==": return (infix.leftOperand, false)
    default: return nil
    }
  }

  /// `a === b` or `a !== b`.
  private func compared(
    _ condition: ConditionElementSyntax.Condition
  ) -> InfixOperatorExprSyntax? {
    guard case .expression(let expression) = condition,
      let infix = expression.as(InfixOperatorExprSyntax.self)
    else { return nil }
    return ["===", "!=="].contains(infix.operator.plainText) ? infix : nil
  }

  /// A local that is non-nil exactly if `a === b`, or `a !== b`, holds; `nil` for other conditions.
  ///
  /// A list of the one loses the other: what is left is different.
  private func identity(asked condition: ConditionElementSyntax.Condition) -> Place? {
    guard let infix = compared(condition),
      case .object(let left, let type) = evaluate(infix.leftOperand), isOne(type),
      case .object(let right, let other) = evaluate(infix.rightOperand), isOne(other)
    else { return nil }
    let (list, different) = (newList("compared"), temporary("different"))
    let elements = Place(stringLiteral: "\(list).elements")
    actions.append(.place(Place(stringLiteral: left)), to: elements)
    actions.remove(.place(Place(stringLiteral: right)), from: elements)
    actions.pick(elements, as: different)
    return infix.operator.plainText == "!=="
      ? Place(stringLiteral: different) : marker(unless: different)
  }

  /// A local that is non-nil exactly if a place is `nil`.
  func marker(unless place: String) -> Place {
    let marker = temporary("missing")
    actions.new("NSObject", as: marker)
    actions.each(Place(stringLiteral: place), as: fresh("there")) {
      $0.set(Place(stringLiteral: marker), to: .null)
    }
    return Place(stringLiteral: marker)
  }

  /// The name and the place of a binding, if it is known whether the place is `nil`.
  private func decided(
    _ binding: OptionalBindingConditionSyntax
  ) -> (name: String, place: String, type: TypeReference)? {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      name != "self", let term = nameOnly(binding),
      case .object(let place, let type) = term(), isOne(type)
    else { return nil }
    return (name, place, type)
  }

  /// The term of the variable, member or element in a binding, if the sources decide it.
  private func nameOnly(_ binding: OptionalBindingConditionSyntax) -> (() -> Term)? {
    guard let source = binding.initializer?.value else {
      let name = binding.pattern.trimmedDescription
      return model.decidedNames.contains(name) ? { self.term(named: name, at: binding) } : nil
    }
    return isNameOrElement(source) && isDecided(source) ? { self.evaluate(source) } : nil
  }

  /// Whether a variable of the type has one object, rather than many or only a value.
  func isOne(_ type: TypeReference) -> Bool {
    !isMany(type) && type != .value && type.name.flatMap({ model[$0] })?.isPlainCase != true
  }

  func noteBothWays(_ node: some SyntaxProtocol) {
    note(node, "values are not known here: each branch runs in turn")
  }

  /// The names that a condition binds.
  ///
  /// `leavesBody` is for `guard`, which continues only if they exist.
  func condition(
    _ condition: ConditionElementSyntax.Condition, leavesBody: Bool,
    otherwise: ActionList? = nil
  ) {
    switch condition {
    case .optionalBinding(let binding): optionalBinding(binding, leavesBody: leavesBody, otherwise)
    case .expression, .matchingPattern:
      if leavesBody, !isSteps || !used.isEmpty,
        let place = identity(asked: condition) ?? flag(asked: condition)
      {
        actions.guardName(place, otherwise: otherwise)
        if case .matchingPattern(let matching) = condition {
          bindNames(of: matching.pattern, in: evaluate(matching.initializer.value))
        }
        return
      }
      ask(condition)
    case .availability: break
    }
  }

  /// A condition on values that are not known.
  private func ask(_ condition: ConditionElementSyntax.Condition) {
    switch condition {
    case .expression(let expression): finish(evaluate(expression))
    case .matchingPattern(let matching):
      let term = evaluate(matching.initializer.value)
      finish(term)
      bindNames(of: matching.pattern, in: term)
    case .availability, .optionalBinding: break
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
    if name == "self", place == me {
      if guards { return actions.guardName(Place(stringLiteral: me), otherwise: otherwise) }
      let local = local("self", type, for: "self")
      return actions.set(Place(stringLiteral: local), to: .place(Place(stringLiteral: me)))
    }
    if isMany(type) {
      keepToEnd(of: place)
      return bind(name, .term(term))
    }
    // Values are not known, so there may be one.
    guard isOne(type) else { return bind(name, .value) }
    bindLocal(name, to: term, type, binding)
    if guards, case .object(let local, _)? = self.binding(name) {
      actions.guardName(Place(stringLiteral: local), otherwise: otherwise)
    }
  }

  func guardStatement(_ node: GuardStmtSyntax) {
    var otherwise: ActionList?
    if let holds = known(node.conditions) {
      return holds ? () : statements(node.body.statements)
    }
    if leavesUnlessNil(node) || guardWindow(node) || guardContents(node) { return }
    defer {
      if !node.conditions.allSatisfy({ $0.condition.is(OptionalBindingConditionSyntax.self) }),
        !isCertain(node.conditions)
      {
        mayHaveLeft = true
      }
    }
    let deferred = defers[defers.count - 1]
    let isMore = node.body.statements.count > 1 || returnsCall(node.body.statements)
    if isMore || !deferred.isEmpty {
      otherwise = list {
        // What is deferred runs where the body is left.
        for item in node.body.statements.dropLast() { statement(item) }
        for body in deferred.reversed() { statements(body) }
        if let last = node.body.statements.last { statement(last) }
      }
    }
    if isMore { leaveUnlessHeld(node) }
    for condition in node.conditions {
      self.condition(condition.condition, leavesBody: true, otherwise: otherwise)
    }
  }

  /// `return finish(.failed)`: what runs besides leaving.
  private func returnsCall(_ statements: CodeBlockItemListSyntax) -> Bool {
    guard statements.count == 1, case .stmt(let only)? = statements.first?.item,
      let result = only.as(ReturnStmtSyntax.self)?.expression
    else { return false }
    return callsOwnCode(result)
  }

  /// `guard !jobs.isEmpty else { … }`: while the collection has objects, only the code behind it runs.
  private func guardContents(_ node: GuardStmtSyntax) -> Bool {
    guard node.conditions.count == 1, !isSteps || !used.isEmpty,
      let condition = node.conditions.first?.condition, let place = placeAskedFor(condition)
    else { return false }
    mayHaveLeft = true
    let first = temporary("first")
    actions.pick(place, as: first)
    let otherwise = list {
      conditions += 1
      statements(node.body.statements)
      conditions -= 1
    }
    let name = place.description.split(separator: ".").last ?? ""
    if model.decidedNames.contains(name) {
      actions.guardName(Place(stringLiteral: first), otherwise: otherwise)
    } else if otherwise.count > 0 {
      noteBothWays(node)
      actions.each(marker(unless: first), as: fresh("none")) { $0.append(contentsOf: otherwise) }
    }
    return true
  }

  /// The body of a `guard` whose condition depends on values: it runs, and so does the code after it.
  private func leaveUnlessHeld(_ node: GuardStmtSyntax) {
    let isDecided = node.conditions.allSatisfy {
      if case .optionalBinding = $0.condition { return true }
      return asksForFlag($0.condition) || compared($0.condition) != nil
    }
    guard Self.asksForValues(node.conditions), !isCertain(node.conditions), !isDecided else {
      return
    }
    let body = list {
      conditions += 1
      statements(node.body.statements)
      conditions -= 1
    }
    guard body.count > 0 else { return }
    noteBothWays(node)
    actions.append(contentsOf: body)
  }

  /// Whether conditions always hold; checked only in code that may call itself.
  private func isCertain(_ conditions: ConditionElementListSyntax) -> Bool {
    model.recursiveNames.contains(owner) && model.certainNames.hold(conditions)
  }

  /// `guard timer == nil else { return }`.
  private func leavesUnlessNil(_ node: GuardStmtSyntax) -> Bool {
    guard node.conditions.count == 1, !isSteps || !used.isEmpty, node.body.statements.count == 1,
      node.body.statements.first?.item.is(ReturnStmtSyntax.self) == true,
      let condition = node.conditions.first?.condition, let (asked, isNil) = asksForNil(condition),
      isNil, case .object(let place, let type) = evaluate(asked), isOne(type)
    else { return false }
    actions.unless(Place(stringLiteral: place))
    return true
  }

  /// The actions of code that runs elsewhere or later.
  func list(_ work: () -> Void) -> ActionList {
    let outer = actions
    actions = ActionList()
    actions.place = outer.place
    let start = temporaries.count
    scope {
      work()
      dropTemporaries(from: min(start, temporaries.count))
    }
    let inner = actions
    actions = outer
    return inner
  }
}
