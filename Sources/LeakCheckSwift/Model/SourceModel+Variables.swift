import SwiftSyntax

/// The variables of top-level code, and what computed ones do.
extension SourceModel {
  /// The names of computed properties that give a value without objects, but assign something, call a method or create
  /// the value of a lazy property.
  func namesOfActingGetters() -> Set<String> {
    let properties = types.flatMap(\.properties)
    let lazy = Set(properties.filter(\.isLazy).map(\.name))
    let acting = properties.filter { property in
      guard property.type == .value, let getter = property.getter else { return false }
      return getter.tokens(viewMode: .sourceAccurate).contains { token in
        if token.tokenKind == .equal { return token.parent?.is(AssignmentExprSyntax.self) == true }
        return lazy.contains(token.text)
          || token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .leftParen
            && !methods(anywhere: token.text).isEmpty
      }
    }
    return Set(acting.map(\.name))
  }

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
