import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Closures with their capture lists, explicit and implied.
extension Body {
  /// A closure as written; with `builds`, a result builder collects its expressions in a list.
  func closure(
    _ node: ClosureExprSyntax, isAsync: Bool = false, builds: Bool = false
  ) -> ClosureLiteral {
    var captures: [(name: String, strength: Strength)] = []
    var renamed: [String: Binding] = [:]
    for item in node.signature?.capture?.items ?? [] {
      capture(item, &captures, &renamed)
    }
    return closure(
      at: node, captures: captures, parameters: parameters(of: node), isAsync: isAsync,
      names: renamed
    ) {
      if builds { build(node.statements) } else { bodyOfClosure(node.statements) }
    }
  }

  /// The list that a result builder makes from a closure's expressions.
  private func build(_ items: CodeBlockItemListSyntax) {
    let list = newList()
    built = list
    statements(items)
    built = nil
    actions.giveBack(.place(Place(stringLiteral: list)))
    dropTemporaries()
  }

  private func capture(
    _ item: ClosureCaptureSyntax, _ captures: inout [(name: String, strength: Strength)],
    _ renamed: inout [String: Binding]
  ) {
    let name = item.name.text
    let strength: Strength =
      switch item.specifier?.specifier.text {
      case "weak": .weak
      case "unowned": .unowned
      default: .strong
      }
    let term = item.initializer.map { evaluate($0.value) } ?? self.term(named: name, at: item)
    guard case .object(let place, let type) = term else {
      if case .function(let value) = term {
        let local = temporary(name)
        actions.set(Place(stringLiteral: local), to: value)
        captures.append((local, strength))
        renamed[name] = .object(local, .function)
        return
      }
      renamed[name] = .term(term)
      return
    }
    if place == "self" || !place.contains(".") && !isStruct(type) && !isMany(type) {
      captures.append((place, strength))
      renamed[name] = .object(place, type)
      return
    }
    // The current value, under the name in the capture list.
    let local = temporary(name)
    actions.set(Place(stringLiteral: local), to: value(of: term, item))
    captures.append((local, strength))
    renamed[name] = .object(local, type)
  }

  func parameters(of node: ClosureExprSyntax) -> [(name: String, type: TypeReference)] {
    switch node.signature?.parameterClause {
    case .simpleInput(let names)?: return names.map { ($0.name.text, .unknown) }
    case .parameterClause(let clause)?:
      return clause.parameters.map {
        (
          ($0.secondName ?? $0.firstName).text,
          model.resolved(TypeReference($0.type, own: model.ownNames))
        )
      }
    case nil:
      let numbers = node.statements.tokens(viewMode: .sourceAccurate)
        .compactMap { $0.text.hasPrefix("$") ? Int($0.text.dropFirst()) : nil }
      guard let most = numbers.max(), most < 8 else { return [] }
      return (0...most).map { ("$\($0)", .unknown) }
    }
  }

  /// A closure with a body; `names` are the names in its capture list.
  func closure(
    at node: some SyntaxProtocol, captures: [(name: String, strength: Strength)],
    parameters: [(name: String, type: TypeReference)], _ body: CodeBlockItemListSyntax,
    isAsync: Bool = false, names: [String: Binding] = [:]
  ) -> ClosureLiteral {
    closure(
      at: node, captures: captures, parameters: parameters, isAsync: isAsync, names: names
    ) { bodyOfClosure(body) }
  }

  /// The closure for an argument whose parameter is an `@autoclosure`.
  func autoclosure(_ expression: ExprSyntax) -> ClosureLiteral {
    closure(at: expression, captures: [], parameters: [], isAsync: isAsync, names: [:]) {
      giveBack(expression)
    }
  }

  private func closure(
    at node: some SyntaxProtocol, captures: [(name: String, strength: Strength)],
    parameters: [(name: String, type: TypeReference)], isAsync: Bool, names: [String: Binding],
    _ write: () -> Void
  ) -> ClosureLiteral {
    let outer = (actions, conditions, temporaries, self.isAsync, resultType, unowned, built)
    let known = constants
    built = nil
    // A property may have another value when the closure runs; a parameter has not.
    constants = constants.filter { model.property($0.key, of: typeName) == nil }
    defer { constants = known }
    unowned = Set(captures.filter { $0.strength == .unowned }.map(\.name))
    actions = ActionList()
    (conditions, temporaries, resultType) = (0, [], .unknown)
    self.isAsync = isAsync
    stand(at: node)
    used.append([])
    scopes.append(names)
    locals.append([])
    defers.append([])
    let handed = take(parameters)
    write()
    runDefers()
    scopes.removeLast()
    locals.removeLast()
    defers.removeLast()
    let inner = declaring(handed, before: actions, at: node)
    let needed = used.removeLast()
    (actions, conditions, temporaries, self.isAsync, resultType, unowned, built) = outer
    for name in needed where unowned.contains(name) {
      // Code that passes the name on reads it now.
      actions.set(Place(stringLiteral: temporary("read")), to: .place(Place(stringLiteral: name)))
    }
    var literal = ClosureLiteral(capturing: captures, do: inner, at: model.place(of: node))
    let captured = needed.isEmpty ? [] : inner.neededNames
    for name in needed where !captured.contains(name) {
      // A weak capture may be `nil`; code that uses an unowned one assumes that it is not.
      let listed = captures.first { $0.name == name }
      if listed == nil || listed?.strength == .unowned { literal.use(name) }
    }
    return literal
  }

  /// The actions of a closure after its parameters and its own locals.
  ///
  /// Undeclared, those would be taken for names from outside.
  private func declaring(
    _ parameters: [String], before body: ActionList, at node: some SyntaxProtocol
  ) -> ActionList {
    let needed = body.neededNames
    let own = locals(inClosure: used.count, among: needed).filter { !parameters.contains($0) }
    guard !parameters.isEmpty || !own.isEmpty else { return body }
    var actions = ActionList()
    actions.place = model.place(of: node)
    actions.parameters(parameters + own)
    actions.append(contentsOf: body)
    return actions
  }

  /// Binds parameters and returns the names of their locals; empty if the body uses none.
  private func take(_ parameters: [(name: String, type: TypeReference)]) -> [String] {
    let names = parameters.map { parameter -> String in
      guard parameter.name != "_" else { return fresh("unnamed") }
      let local = fresh(parameter.name.hasPrefix("$") ? "argument" : parameter.name)
      bind(parameter.name, parameter.type == .value ? .value : .object(local, parameter.type))
      return local
    }
    return parameters.contains { $0.name != "_" } ? names : []
  }

  /// A closure with a single expression returns it.
  private func bodyOfClosure(_ body: CodeBlockItemListSyntax) {
    guard body.count == 1, case .expr(let expression)? = body.first?.item,
      !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self),
      expression.as(InfixOperatorExprSyntax.self)?.operator.is(AssignmentExprSyntax.self) != true
    else { return statements(body) }
    giveBack(expression)
  }

  private func giveBack(_ expression: ExprSyntax) {
    stand(at: expression)
    let term = evaluate(expression, isWanted: false)
    switch term {
    case .nothing, .null, .unknown, .type: break
    case .service: finish(term)
    default: actions.giveBack(value(of: term, expression))
    }
    dropTemporaries()
  }

  /// A term that is created later, as if it were created here.
  private func standing(_ term: Term) -> Term {
    guard case .service(let type, let make) = term else { return term }
    let place = actions.place
    return .service(type) { list, target in
      let around = list.place
      list.place = place
      make(&list, target)
      list.place = around
    }
  }

  /// The body of a closure that is called immediately and that nothing keeps.
  func inline(_ node: ClosureExprSyntax, binding bindings: [String: Binding] = [:]) -> Term {
    inline(node.statements, binding: bindings)
  }

  /// Runs statements in place, and returns the result of the last one.
  func inline(
    _ statements: CodeBlockItemListSyntax, binding bindings: [String: Binding]
  ) -> Term {
    var result = Term.nothing
    var kept: [String] = []
    let around = (actions.place, built)
    built = nil
    defer { (actions.place, built) = around }
    scopes.append(bindings)
    locals.append([])
    defers.append([])
    let items = Array(statements)
    for (number, item) in items.enumerated() {
      let returned: ExprSyntax? =
        switch item.item {
        case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
        case .expr(let expression): number == 0 && items.count == 1 ? expression : nil
        default: nil
        }
      guard number == items.count - 1, let returned else {
        conditions += 1
        statement(item)
        conditions -= 1
        continue
      }
      stand(at: returned)
      result = standing(evaluate(returned))
      if let place = result.place { kept.append(place) }
    }
    runDefers()
    scopes.removeLast()
    defers.removeLast()
    // The surrounding statement drops the results.
    temporaries += locals.removeLast()
    return result
  }
}
