import LeakCheckLifecycle
import SwiftSyntax

/// `switch` over an enum, and patterns: associated values have keys with the case's name.
extension Body {
  /// Follows the branches of a `switch`: only the selected one if the sources decide it, otherwise all of them.
  func branches(_ node: SwitchExprSyntax) {
    if switchOnFlag(node) { return }
    let term = evaluate(node.subject)
    if let (pattern, statements) = knownBranch(of: node) {
      return scope {
        if let pattern { bindNames(of: pattern, in: term) }
        self.statements(statements)
      }
    }
    guard case .object(let place, let type) = term, isFollowedEnum(type, node) else {
      finish(term)
      return everyWay(node, of: term)
    }
    let (open, empty) = (fresh("open"), fresh("empty"))
    for marker in [open, empty] { actions.new("NSObject", as: marker) }
    actions.each(Place(stringLiteral: place), as: fresh("held")) {
      $0.set(Place(stringLiteral: empty), to: .null)
    }
    // The conditions are evaluated before any branch runs, because a branch may change the value.
    let ways = node.cases.flatMap { self.ways(of: $0, at: place, type) }
    for way in ways {
      take(way, if: way.held ?? (way.pattern == nil ? open : empty), of: place, open)
    }
    for marker in [open, empty] { actions.set(Place(stringLiteral: marker), to: .null) }
  }

  /// A branch of a `switch`, its condition, and the local that is non-nil if the condition holds.
  private struct Way {
    var statements: CodeBlockItemListSyntax
    var pattern: PatternSyntax?
    var name = ""
    var types: [TypeReference] = []
    var held: String?
  }

  private func ways(
    of element: SwitchCaseListSyntax.Element, at place: String, _ type: TypeReference
  ) -> [Way] {
    guard case .switchCase(let node) = element else { return [] }
    guard case .case(let label) = node.label else { return [Way(statements: node.statements)] }
    return label.caseItems.map { item in
      var way = Way(statements: node.statements, pattern: item.pattern)
      way.name = caseName(of: item.pattern) ?? ""
      way.types =
        type.name.flatMap { model[$0]?.cases.first { $0.name == way.name }?.types } ?? []
      guard let first = way.types.firstIndex(where: { $0 != .value }) else { return way }
      let held = temporary("held")
      actions.pick(Place(stringLiteral: place), as: held, .key("\(way.name).\(first)"))
      way.held = held
      return way
    }
  }

  /// Follows a branch if a local is non-nil, and ends the others.
  private func take(_ way: Way, if condition: String, of place: String, _ open: String) {
    let body = list {
      actions.set(Place(stringLiteral: open), to: .null)
      if let pattern = way.pattern { bindPayload(of: pattern, way.name, way.types, at: place) }
      conditions += 1
      statements(way.statements)
      conditions -= 1
    }
    actions.each(Place(stringLiteral: condition), as: fresh("case")) {
      $0.append(contentsOf: body)
    }
  }

  /// Whether the selection between branches is known: every listed case but one has objects.
  private func isFollowedEnum(_ type: TypeReference, _ node: SwitchExprSyntax) -> Bool {
    guard let name = type.name, let model = model[name], model.hasPayload,
      self.model.decidedNames.contains(node.subject.plainText)
    else { return false }
    let empty = model.cases.filter { !$0.types.contains { $0 != .value } }
    let isPlain = node.cases.allSatisfy { element in
      guard case .switchCase(let way) = element, case .case(let label) = way.label else {
        return true
      }
      return label.caseItems.allSatisfy { $0.whereClause == nil && caseName(of: $0.pattern) != nil }
    }
    return isPlain && empty.count <= 1
  }

  private func isFailure(_ element: SwitchCaseListSyntax.Element) -> Bool {
    guard case .switchCase(let way) = element, case .case(let label) = way.label else {
      return false
    }
    return label.caseItems.allSatisfy { caseName(of: $0.pattern) == "failure" }
  }

  private func everyWay(_ node: SwitchExprSyntax, of term: Term) {
    noteBothWays(node)
    // Of a result, the success comes last: that is what most users see. What leaks then may not where it fails, and the
    // other way round.
    if node.cases.contains(where: isFailure) { translator.asksForOutcomes = true }
    let cases = node.cases.sorted {
      translator.endsInFailure
        ? !isFailure($0) && isFailure($1) : isFailure($0) && !isFailure($1)
    }
    for element in cases {
      guard case .switchCase(let way) = element else { continue }
      if case .case(let label) = way.label, excludes(label, of: node.subject) { continue }
      scope {
        conditions += 1
        if case .case(let label) = way.label {
          for item in label.caseItems { bindNames(of: item.pattern, in: term) }
        }
        statements(way.statements)
        conditions -= 1
      }
    }
  }

  /// Binds the names in a pattern to the associated values of a term.
  func bindNames(of pattern: PatternSyntax, in term: Term) {
    for token in pattern.tokens(viewMode: .sourceAccurate)
    where token.parent?.is(IdentifierPatternSyntax.self) == true {
      bind(token.text, .value)
    }
    guard let name = caseName(of: pattern), case .object(let place, let type) = term else { return }
    let types = type.name.flatMap { model[$0]?.cases.first { $0.name == name }?.types } ?? []
    bindPayload(of: pattern, name, types, at: place)
  }

  private func bindPayload(
    of pattern: PatternSyntax, _ name: String, _ types: [TypeReference], at place: String
  ) {
    for (index, part) in parts(of: pattern).enumerated() {
      let type = types.indices.contains(index) ? types[index] : .unknown
      guard let part, part != "_", type != .value else {
        if let part { bind(part, .value) }
        continue
      }
      let local = local(part, type, for: part)
      actions.pick(Place(stringLiteral: place), as: local, .key("\(name).\(index)"))
    }
  }

  /// The case's name in a pattern: `one` for `.one(let a)`, `let .one(a)` and `Slot.one`.
  func caseName(of pattern: PatternSyntax) -> String? {
    if let bound = pattern.as(ValueBindingPatternSyntax.self) {
      return caseName(of: bound.pattern)
    }
    return pattern.as(ExpressionPatternSyntax.self).flatMap { caseName(in: $0.expression) }
  }

  /// The case's name in the expression that a pattern is: `one` for `.one(let a)`.
  func caseName(in pattern: ExprSyntax) -> String? {
    var expression = pattern.as(OptionalChainingExprSyntax.self)?.expression ?? pattern
    if let call = expression.as(FunctionCallExprSyntax.self) { expression = call.calledExpression }
    return expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// The names in a pattern for a case's associated values, in order; `nil` for an unnamed value.
  private func parts(of pattern: PatternSyntax) -> [String?] {
    if let bound = pattern.as(ValueBindingPatternSyntax.self) { return parts(of: bound.pattern) }
    guard var expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return [] }
    if let optional = expression.as(OptionalChainingExprSyntax.self) {
      expression = optional.expression
    }
    return expression.as(FunctionCallExprSyntax.self)?.arguments.map { argument in
      guard let inner = argument.expression.as(PatternExprSyntax.self)?.pattern else {
        return argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
      }
      let name = inner.as(ValueBindingPatternSyntax.self)?.pattern ?? inner
      return name.as(IdentifierPatternSyntax.self)?.identifier.text
    } ?? []
  }
}
