import LeakCheckGraph
import SwiftSyntax

/// Property wrappers declared in the sources: wrapped properties become what the compiler makes of them.
extension SourceModel {
  /// Splits each property with such a wrapper: the wrapper is stored, and the property asks it.
  func expandWrappers() {
    for type in types {
      for property in type.properties {
        guard let attribute = property.ownWrapper, !property.isStatic, !property.isComputed,
          let wrapper = TypeReference(attribute.attributeName, own: ownNames).name,
          let wrapped = self[wrapper]?.property("wrappedValue")
        else { continue }
        expand(property, of: type, wrapper: wrapper, wrapped, attribute)
      }
    }
  }

  private func expand(
    _ property: PropertyModel, of type: TypeModel, wrapper: String, _ wrapped: PropertyModel,
    _ attribute: AttributeSyntax
  ) {
    guard let index = type.properties.firstIndex(where: { $0.name == property.name }) else {
      return
    }
    let storage = "_\(property.name)"
    let value = Self.member("wrappedValue", of: storage)
    var asked = property
    (asked.initial, asked.ownWrapper, asked.strength) = (nil, nil, .strong)
    if asked.type == .unknown { asked.type = wrapped.type }
    asked.getter = Self.body(value)
    if wrapped.isVariable, !wrapped.isComputed || wrapped.setter != nil {
      let assignment = InfixOperatorExprSyntax(
        leftOperand: value, operator: AssignmentExprSyntax(),
        rightOperand: DeclReferenceExprSyntax(baseName: .identifier("newValue")))
      asked.setter = AccessorModel(
        parameter: "newValue", body: Self.body(ExprSyntax(assignment)))
    }
    var stored = PropertyModel(name: storage, type: .named(wrapper), place: property.place)
    stored.initial = initial(of: property, wrapper, attribute)
    type.properties[index] = asked
    type.properties.insert(stored, at: index)
    guard let projected = self[wrapper]?.property("projectedValue") else { return }
    var dollar = PropertyModel(
      name: "$\(property.name)", type: projected.type, place: property.place)
    dollar.getter = Self.body(Self.member("projectedValue", of: storage))
    type.properties.append(dollar)
  }

  /// `Wrapper(wrappedValue: initial, …)` with the attribute's arguments.
  private func initial(
    of property: PropertyModel, _ wrapper: String, _ attribute: AttributeSyntax
  ) -> ExprSyntax {
    var arguments: [(label: String?, expression: ExprSyntax)] = []
    if let initial = property.initial { arguments.append(("wrappedValue", initial)) }
    if case .argumentList(let list)? = attribute.arguments {
      arguments += list.map { ($0.label?.text, $0.expression) }
    }
    let list = LabeledExprListSyntax(
      arguments.map { argument in
        LabeledExprSyntax(
          label: argument.label.map { .identifier($0) },
          colon: argument.label.map { _ in .colonToken() }, expression: argument.expression)
      })
    return ExprSyntax(
      FunctionCallExprSyntax(
        calledExpression: DeclReferenceExprSyntax(baseName: .identifier(wrapper)),
        leftParen: .leftParenToken(), arguments: list, rightParen: .rightParenToken()))
  }

  private static func member(_ name: String, of base: String) -> ExprSyntax {
    ExprSyntax(
      MemberAccessExprSyntax(
        base: DeclReferenceExprSyntax(baseName: .identifier(base)),
        declName: DeclReferenceExprSyntax(baseName: .identifier(name))))
  }

  private static func body(_ expression: ExprSyntax) -> CodeBlockItemListSyntax {
    CodeBlockItemListSyntax([CodeBlockItemSyntax(item: .expr(expression))])
  }
}
