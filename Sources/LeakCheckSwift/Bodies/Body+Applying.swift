import LeakCheckLifecycle
import SwiftSyntax

/// Functions that are given to `map`, `forEach` and the like, as closures or by their names.
extension Body {
  /// What a function gives for one element.
  func apply(_ function: ExprSyntax, to element: Term) -> Term {
    if let closure = function.as(ClosureExprSyntax.self) {
      let name = parameters(of: closure).first?.name ?? "_"
      return inline(closure, binding: [name: .term(element)])
    }
    if isOfFramework(function) { return callOfFramework(function, with: element) }
    let term = evaluate(function)
    guard case .function(let value) = term else { return term }
    let given = self.value(of: element, function)
    let result = temporary("result")
    if case .method(let target) = value {
      actions.call(target, with: [given], as: result)
    } else {
      let local = temporary("function")
      actions.set(Place(stringLiteral: local), to: value)
      actions.call(Place(stringLiteral: local), with: [given], as: result)
    }
    return .object(result, resultType(of: function))
  }

  /// Applies a function that is named to each of what a place has; once, where nobody knows how many there are.
  func applyEach(
    _ function: ExprSyntax, _ call: Call, _ place: String?, _ type: TypeReference
  ) -> Term {
    guard let place, case .many(let element) = type else {
      let term = apply(function, to: .unknown)
      return self.type(of: term) == .value ? .nothing : .many([term])
    }
    let local = fresh("item")
    let body = list {
      conditions += 1
      finish(apply(function, to: .object(local, element)))
      conditions -= 1
    }
    actions.each(Place(stringLiteral: place), as: local) { $0.append(contentsOf: body) }
    return .unknown
  }

  /// Whether a named function is nobody's here, as `addSubview` and `center.removeObserver` are.
  private func isOfFramework(_ function: ExprSyntax) -> Bool {
    guard let name = lastName(of: function) else { return false }
    return binding(name) == nil && model.methods(anywhere: name).isEmpty
      && !model.functions.contains { $0.name == name } && !model.memberNames.contains(name)
  }

  /// Calls a framework's function as if the call were written.
  private func callOfFramework(_ function: ExprSyntax, with element: Term) -> Term {
    let argument = DeclReferenceExprSyntax(baseName: .dollarIdentifier("$0"))
    let call = FunctionCallExprSyntax(
      calledExpression: function.trimmed, leftParen: .leftParenToken(),
      arguments: [LabeledExprSyntax(expression: argument)], rightParen: .rightParenToken())
    let around = model.standIn
    model.standIn = model.place(of: function)
    scopes.append(["$0": .term(element)])
    defer {
      scopes.removeLast()
      model.standIn = around
    }
    return evaluate(ExprSyntax(call))
  }

  /// The name that an expression is, or ends with behind a dot; `nil` of any other.
  func lastName(of expression: ExprSyntax) -> String? {
    expression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// What a function of the sources gives, which is named.
  func resultType(of function: ExprSyntax) -> TypeReference {
    let name = lastName(of: function) ?? ""
    let method =
      model.methods(anywhere: name).first ?? model.functions.first { $0.name == name }
    return method?.result ?? .unknown
  }
}
