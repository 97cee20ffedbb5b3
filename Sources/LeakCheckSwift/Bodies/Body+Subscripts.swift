import LeakCheckLifecycle
import SwiftSyntax

/// Subscripts declared in the sources.
extension Body {
  /// The accessor of a subscript in a type of the sources, or `nil` if none fits.
  func ownSubscript(
    _ name: String, _ node: SubscriptCallExprSyntax, of type: TypeReference
  ) -> MethodModel? {
    guard let owner = type.name, model[owner] != nil else { return nil }
    let labels = node.arguments.map { $0.label?.text }
    let all = model.methods(name, of: owner)
    return all.first { method in
      let count =
        name == MemberReader.setter ? method.parameters.count - 1 : method.parameters.count
      return method.parameters.prefix(count).map(\.label) == labels
    }
  }

  /// Calls an accessor; a setter gets the assigned value.
  func callSubscript(
    _ method: MethodModel, _ node: SubscriptCallExprSyntax, on place: String,
    giving source: ExprSyntax? = nil
  ) -> Term {
    let given = node.arguments.map(\.expression) + (source.map { [$0] } ?? [])
    let values = zip(method.parameters, given).map { parameter, expression in
      value(of: evaluate(expression, expecting: parameter.type), expression)
    }
    let target = Place(stringLiteral: "\(place).\(method.key)")
    guard source == nil, let result = method.result, result != .value else {
      actions.call(target, with: values)
      return .nothing
    }
    let local = temporary("element")
    actions.call(target, with: values, as: local)
    return .object(local, result)
  }

  // MARK: - Changes through accessors

  private static let changing: Set = [
    "append", "insert", "removeFirst", "removeLast", "popLast", "removeAll", "remove",
    "removeValue", "updateValue",
  ]

  /// `registry[key].append(handler)`: changes the getter's result and passes it to the setter, or stores it under the
  /// key of a dictionary; `nil` if neither is meant.
  func changedThroughSetter(_ call: Call, on place: String, _ type: TypeReference) -> Term? {
    guard Self.changing.contains(call.name), let base = call.base else { return nil }
    return throughSetter(of: base, place, type) { collectionWord(call, on: $0, type) }
  }

  /// `registry[key] += [handler]`, likewise.
  func addsThroughSetter(
    _ added: Term, to target: ExprSyntax, _ place: String, _ type: TypeReference
  ) -> Bool {
    let term = throughSetter(of: target, place, type) { list in
      spread(added, to: list, target)
      return .nothing
    }
    return term != nil
  }

  private func throughSetter(
    of target: ExprSyntax, _ place: String, _ type: TypeReference, change: (String) -> Term?
  ) -> Term? {
    guard isMany(type) else { return nil }
    let list: String
    let term: Term?
    if let (holder, key) = keyedList(bare(target)) {
      (list, term) = changed(place, change)
      actions.append(.place(Place(stringLiteral: list)), to: holder, key: key)
    } else {
      guard !place.contains("."), let (setter, values) = setter(of: bare(target)) else {
        return nil
      }
      (list, term) = changed(place, change)
      actions.call(setter, with: values + [.place(Place(stringLiteral: list))])
    }
    return term
  }

  /// A changed copy of a list.
  private func changed(
    _ place: String, _ change: (String) -> Term?
  ) -> (list: String, result: Term?) {
    let list = newList("changed")
    actions.copy(Place(stringLiteral: place), to: Place(stringLiteral: "\(list).elements"))
    return (list, change("\(list).elements"))
  }

  /// Changes the list under a key of a dictionary, at its place; `false` if another expression is meant.
  func changeKeyedList(
    _ expression: ExprSyntax, _ place: String, _ change: (String) -> Void
  ) -> Bool {
    guard let (holder, key) = keyedList(bare(expression)) else { return false }
    let list = changed(place) {
      change($0)
      return nil
    }.list
    actions.append(.place(Place(stringLiteral: list)), to: holder, key: key)
    return true
  }

  /// The dictionary and the key of a list in it, if they are known.
  private func keyedList(_ expression: ExprSyntax) -> (holder: Place, key: String)? {
    guard let node = expression.as(SubscriptCallExprSyntax.self),
      case .key(let key)? = one(of: node),
      case .object(let holder, .many(.many)) = evaluate(node.calledExpression)
    else { return nil }
    return (Place(stringLiteral: holder), key)
  }

  /// The setter for an expression in the sources, and its arguments before the new value.
  private func setter(of expression: ExprSyntax) -> (place: Place, values: [Value])? {
    if let node = expression.as(SubscriptCallExprSyntax.self) {
      guard case .object(let owner, let type) = evaluate(node.calledExpression),
        let method = ownSubscript(MemberReader.setter, node, of: type)
      else { return nil }
      let values = zip(method.parameters, node.arguments).map {
        value(of: evaluate($1.expression, expecting: $0.type), $1.expression)
      }
      return (Place(stringLiteral: "\(owner).\(method.key)"), values)
    }
    if let node = expression.as(DeclReferenceExprSyntax.self) {
      let name = node.baseName.text
      guard binding(name) == nil else { return nil }
      return setter(of: name, at: me, typeName)
    }
    guard let node = expression.as(MemberAccessExprSyntax.self), let base = node.base,
      case .object(let owner, let type) = evaluate(base)
    else { return nil }
    return setter(of: node.declName.baseName.text, at: owner, type.name)
  }

  private func setter(
    of name: String, at owner: String, _ type: String?
  ) -> (place: Place, values: [Value])? {
    guard model.property(name, of: type)?.setter != nil else { return nil }
    return (Place(stringLiteral: "\(owner).set_\(name)"), [])
  }
}
