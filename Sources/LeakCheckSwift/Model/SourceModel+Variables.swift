import SwiftSyntax

/// The variables of top-level code.
extension SourceModel {
  /// The types of variables that keep their value to the end; those set to `nil` do not.
  func namesOfVariables() -> Set<String> {
    var types: [String: String] = [:]
    for item in statements {
      if case .decl(let declaration) = item.item,
        let variable = declaration.as(VariableDeclSyntax.self)
      {
        for property in MemberReader(model: self).properties(variable) {
          types[property.name] = property.type.element.name
        }
      } else if let assignment = item.item.as(InfixOperatorExprSyntax.self),
        assignment.operator.is(AssignmentExprSyntax.self),
        assignment.rightOperand.is(NilLiteralExprSyntax.self)
      {
        types[assignment.leftOperand.trimmedDescription] = nil
      }
    }
    return Set(types.values)
  }
}
