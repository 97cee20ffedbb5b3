import SwiftSyntax

/// Subscripts are methods whose names no Swift method can have.
extension MemberReader {
  static let getter = "get_subscript"
  static let setter = "set_subscript"

  /// The getter of a subscript, and its setter if it has one.
  func subscripts(_ node: SubscriptDeclSyntax) -> [MethodModel] {
    guard let accessors = node.accessorBlock?.accessors else { return [] }
    let parameters = node.parameterClause.parameters.map { parameter in
      MethodModel.Parameter(
        // A parameter without a second name has no label.
        label: parameter.secondName == nil || parameter.firstName.text == "_"
          ? nil : parameter.firstName.text,
        name: (parameter.secondName ?? parameter.firstName).text,
        type: TypeReference(parameter.type, own: model.ownNames),
        defaultValue: parameter.defaultValue?.value)
    }
    let element = TypeReference(node.returnClause.type, own: model.ownNames)
    var method = MethodModel(
      name: Self.getter, key: Self.getter, parameters: parameters, body: nil, result: element,
      place: model.place(of: node))
    // Only subscript expressions call it.
    method.isHelper = true
    method.isStatic = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
    switch accessors {
    case .getter(let body):
      method.body = body
      return [method]
    case .accessors(let list): return list.compactMap { accessor($0, of: method, element) }
    }
  }

  private func accessor(
    _ node: AccessorDeclSyntax, of subscripted: MethodModel, _ element: TypeReference
  ) -> MethodModel? {
    var method = subscripted
    method.body = node.body?.statements
    switch node.accessorSpecifier.text {
    case "get": return method
    case "set":
      (method.name, method.key, method.result) = (Self.setter, Self.setter, nil)
      method.parameters.append(
        .init(label: nil, name: node.parameters?.name.text ?? "newValue", type: element))
      return method
    default: return nil
    }
  }
}
