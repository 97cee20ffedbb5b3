import LeakCheckLifecycle
import SwiftOperators
import SwiftSyntax

/// Operators: those of the sources are functions; few of the standard library's concern objects.
extension Body {
  func infix(_ node: InfixOperatorExprSyntax) -> Term {
    if node.operator.is(AssignmentExprSyntax.self) {
      assign(node.rightOperand, to: node.leftOperand)
      return .nothing
    }
    if node.operator.plainText == "??" { return coalesced(node) }
    let first = evaluate(node.leftOperand)
    if let own = ownOperator(node, on: first) { return own }
    switch node.operator.plainText {
    case "+=":
      let second = evaluate(node.rightOperand)
      guard case .object(let place, let type) = first else {
        finish(second)
        return .nothing
      }
      if addsThroughSetter(second, to: node.leftOperand, place, type) { return .nothing }
      spread(second, to: place, node)
    case "+": return joined(first, evaluate(node.rightOperand), node)
    default:
      finish(first)
      // The right side of `&&` may not run.
      let mayNotRun = ["&&", "||"].contains(node.operator.plainText) ? 1 : 0
      conditions += mayNotRun
      finish(evaluate(node.rightOperand))
      conditions -= mayNotRun
    }
    return .nothing
  }

  /// `list + [object]`.
  private func joined(_ first: Term, _ second: Term, _ node: InfixOperatorExprSyntax) -> Term {
    let terms = [first, second]
    guard terms.contains(where: { isMany(type(of: $0)) }) else { return first }
    let list = newList()
    for term in terms { spread(term, to: "\(list).elements", node) }
    let known = terms.map { type(of: $0) }.first { $0.element != .unknown }
    return .object("\(list).elements", known ?? .many(.unknown))
  }

  /// `cache[key] ?? make(key)`: the right side is created only if the left one is `nil`.
  private func coalesced(_ node: InfixOperatorExprSyntax) -> Term {
    let first = evaluate(node.leftOperand)
    switch first {
    case .nothing, .null, .unknown: return evaluate(node.rightOperand)
    case .object(let place, let type) where isOne(type):
      return either(place, type, or: node.rightOperand) ?? first
    default: return first
    }
  }

  /// The object at a place, or else the one that an expression creates; `nil` if the expression creates nothing.
  private func either(
    _ place: String, _ type: TypeReference, or other: ExprSyntax
  ) -> Term? {
    let (local, place) = (fresh("either"), Place(stringLiteral: place))
    var second = Term.nothing
    let rest = list {
      conditions += 1
      second = evaluate(other, expecting: type)
      if holdsObject(second) {
        actions.set(Place(stringLiteral: local), to: value(of: second, other))
      }
      conditions -= 1
    }
    guard rest.count > 0 else { return nil }
    temporaries.append(local)
    aliases.insert(local)
    actions.set(Place(stringLiteral: local), to: .place(place))
    actions.each(marker(unless: place.description), as: fresh("none")) {
      $0.append(contentsOf: rest)
    }
    return .object(local, type == .unknown ? self.type(of: second) : type)
  }

  // MARK: - Operators of the sources

  /// Calls the operator function of the sources; `nil` if none fits.
  private func ownOperator(_ node: InfixOperatorExprSyntax, on first: Term) -> Term? {
    let name = node.operator.plainText
    guard let own = model.operators[name] else { return nil }
    guard let (type, function) = own.first(where: { takes(first, node, $0.function) }) else {
      return nil
    }
    let place = type.map { "\(translator.statics(of: $0)).\(function.key)" }
    return callOperator(
      function, at: Place(stringLiteral: place ?? translator.functions(function)), node, first)
  }

  /// Whether a function is the right one: the left operand has the type of its first parameter.
  private func takes(
    _ first: Term, _ node: InfixOperatorExprSyntax, _ function: MethodModel
  ) -> Bool {
    let isClosure = node.rightOperand.is(ClosureExprSyntax.self)
    if isClosure, function.parameters[1].type != .function { return false }
    guard let expected = translator.resolved(function.parameters[0].type).name,
      let given = type(of: first).name
    else {
      // The standard library's operators take neither closures nor objects of the sources' types.
      return isClosure || OperatorOrder.library.infixOperator(named: function.name) == nil
    }
    return given == expected
      || model.chain(of: given).contains { $0.name == expected || $0.inherits.contains(expected) }
  }

  private func callOperator(
    _ function: MethodModel, at place: Place, _ node: InfixOperatorExprSyntax, _ first: Term
  ) -> Term {
    translator.noteCall(of: function.name, from: owner)
    let start = givenBack.count
    defer { giveBack(from: start) }
    let left =
      function.parameters[0].isInout
      ? handOver(changing: node.leftOperand) : value(of: first, node.leftOperand)
    let values = [left, argument(node.rightOperand, for: function.parameters[1])]
    noteRegistrations(of: values)
    return call(function, at: place, with: values)
  }
}
