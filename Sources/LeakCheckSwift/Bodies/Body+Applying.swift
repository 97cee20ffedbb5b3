import LeakCheckLifecycle
import SwiftSyntax

/// Functions passed to `map`, `forEach` and the like, as closures or by name.
extension Body {
  /// A call of a function that runs its closure before it returns.
  func immediate(_ call: Call, _ place: String?, _ type: TypeReference) -> Term {
    if let place, let term = reduced(call, over: place, type) { return term }
    for argument in call.arguments {
      // What is done at a cancellation is not done: nobody cancels.
      if argument.label == "onCancel" {
        finish(evaluate(argument.expression))
        continue
      }
      guard let closure = argument.expression.as(ClosureExprSyntax.self) else {
        guard Frameworks.iterating.contains(call.name) else {
          finish(evaluate(argument.expression))
          continue
        }
        return applyEach(argument.expression, call, place, type)
      }
      let names = parameters(of: closure)
      if let place, case .many(let element) = type {
        // The element comes last in callbacks that count or fold.
        let isLast = ["forEach", "reduce"].contains(call.name)
        let name = isLast ? names.last : names.first
        for other in names where other.name != name?.name {
          bind(other.name, call.name == "forEach" ? .value : .term(.unknown))
        }
        each(place, element, named: name?.name ?? "_") { finish(inline(closure)) }
      } else {
        var bindings: [String: Binding] = [:]
        for parameter in names { bindings[parameter.name] = .term(.unknown) }
        let start = temporaries.count
        // These functions may not call their closure at all, so recursion through it ends.
        let isCertain = call.name == "run" && call.base?.plainText == "MainActor"
        if !isCertain { conditions += 1 }
        let term = inline(closure, binding: bindings)
        if !isCertain { conditions -= 1 }
        if call.name != "map" && call.name != "compactMap" && call.name != "run" {
          finish(term)
          continue
        }
        if case .service = term { return .many([term]) }
        if temporaries.count > start || holdsObject(term) { return .many([term]) }
      }
    }
    return .unknown
  }

  /// The result of a function for one element.
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

  /// Applies a named function to each element of a place; once if their number is unknown.
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

  /// `UILabel().then { $0.text = "…" }` from the Then library: its closures run at once, on their receiver.
  func configured(_ call: Call, _ receiver: Term) -> Term? {
    guard ["then", "with", "do"].contains(call.name), model.importsThen, call.arguments.count == 1,
      let closure = call.closures.first, model.methods(anywhere: call.name).isEmpty
    else { return nil }
    var receiver = receiver
    if case .service(let type, let make) = receiver {
      let local = temporary(type.prefix(1).lowercased() + type.dropFirst())
      make(&actions, Place(stringLiteral: local))
      receiver = .object(local, .named(type))
    }
    let name = parameters(of: closure).first?.name ?? "_"
    let binding: Binding =
      if case .object(let place, let type) = receiver { .object(place, type) } else {
        .term(receiver)
      }
    finish(inline(closure, binding: [name: binding]))
    return receiver
  }

  /// Whether the sources do not declare a named function, such as `addSubview` or `center.removeObserver`.
  private func isOfFramework(_ function: ExprSyntax) -> Bool {
    guard let name = lastName(of: function) else { return false }
    return binding(name) == nil && model.methods(anywhere: name).isEmpty
      && !model.functions.contains { $0.name == name } && !model.memberNames.contains(name)
  }

  /// Calls a framework's function as if the call were written out.
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

  /// The name that an expression is, or ends with after a dot; `nil` for any other expression.
  func lastName(of expression: ExprSyntax) -> String? {
    expression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// The result type of a named function of the sources.
  func resultType(of function: ExprSyntax) -> TypeReference {
    let name = lastName(of: function) ?? ""
    let method =
      model.methods(anywhere: name).first ?? model.functions.first { $0.name == name }
    return method?.result ?? .unknown
  }
}
