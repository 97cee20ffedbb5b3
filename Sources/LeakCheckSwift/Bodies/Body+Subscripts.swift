import LeakCheckLifecycle
import SwiftSyntax

/// Subscripts that the sources declare.
extension Body {
  /// The accessor of a subscript of a type of the sources, or `nil` where it has none that fits.
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

  /// Calls an accessor; a setter is given what is assigned.
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
}
