import SwiftSyntax

/// Whether the sources say that a value is not `nil`.
extension Body {
  /// Whether the sources alone decide if an expression is `nil`.
  func isDecided(_ expression: ExprSyntax) -> Bool {
    if let collection = collection(of: expression) {
      return model.decidedNames.contains(collection.plainText)
    }
    return model.decidedNames.contains(expression.plainText)
  }

  /// The collection of which an expression reads one element, if it is known which.
  private func collection(of expression: ExprSyntax) -> ExprSyntax? {
    var found: ExprSyntax?
    if let access = expression.as(MemberAccessExprSyntax.self),
      ["first", "last"].contains(access.declName.baseName.text)
    {
      found = access.base
    } else if let node = expression.as(SubscriptCallExprSyntax.self),
      let key = node.arguments.first?.expression, node.arguments.count == 1,
      self.one(of: node.calledExpression, at: key) != nil
    {
      found = node.calledExpression
    } else if let node = expression.as(FunctionCallExprSyntax.self) {
      let call = Call(node)
      let isKnown =
        ["popFirst", "popLast"].contains(call.name)
        || call.name == "removeValue"
          && call["forKey"].flatMap { key in
            call.base.flatMap { self.one(of: $0, at: key) }
          } != nil
      if isKnown { found = call.base }
    }
    guard let found, model.collectionKeys.isCollection(found) else { return nil }
    return found
  }

  /// Whether a binding may read an expression: a variable, a member, or an element.
  func isNameOrElement(_ expression: ExprSyntax) -> Bool {
    expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self)
      || collection(of: expression) != nil
  }
}
