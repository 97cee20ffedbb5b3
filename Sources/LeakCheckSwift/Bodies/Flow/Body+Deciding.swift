import SwiftSyntax

/// What a constant decides in code: a branch, the key of an element, or something in another method that gets it.
extension Body {
  /// The most calls through which a constant is followed.
  private static let mostHops = 4

  /// Whether a name decides something in code that does not declare it again.
  func decides(_ name: String, in code: CodeBlockItemListSyntax, hops: Int = 0) -> Bool {
    let uses = code.tokens(viewMode: .sourceAccurate).filter { $0.text == name }
    return !uses.contains(where: Self.isDeclared)
      && uses.contains {
        Self.isInCondition(Syntax($0)) || isInKey(Syntax($0), of: code, hops)
          || isHandedOn($0, hops) || isReceiver($0, hops)
      }
  }

  /// Whether a name is that of another variable or parameter here.
  private static func isDeclared(_ name: TokenSyntax) -> Bool {
    guard let parent = name.parent else { return false }
    return parent.is(IdentifierPatternSyntax.self) || parent.is(FunctionParameterSyntax.self)
      || parent.is(ClosureParameterSyntax.self) || parent.is(ClosureShorthandParameterSyntax.self)
  }

  private static func isInCondition(_ node: Syntax) -> Bool {
    var inner = node
    while let outer = inner.parent, !outer.is(CodeBlockItemSyntax.self) {
      if outer.is(ConditionElementSyntax.self) { return true }
      if outer.as(TernaryExprSyntax.self)?.condition.id == inner.id { return true }
      if outer.as(SwitchExprSyntax.self)?.subject.id == inner.id { return true }
      inner = outer
    }
    return false
  }

  /// Whether a node is the key of an element, or makes one: `table[name]`, `let key = "\(T.self)"`.
  private func isInKey(_ node: Syntax, of code: CodeBlockItemListSyntax, _ hops: Int) -> Bool {
    var inner = node
    while let outer = inner.parent, !outer.is(CodeBlockItemSyntax.self) {
      if let argument = outer.as(LabeledExprSyntax.self),
        argument.label?.text == "forKey"
          || argument.parent?.parent?.is(SubscriptCallExprSyntax.self) == true
      {
        return true
      }
      if let binding = outer.as(PatternBindingSyntax.self), hops < Self.mostHops,
        let value = binding.initializer?.value, KeyText.name(in: value) != nil,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      {
        return code.tokens(viewMode: .sourceAccurate).contains {
          $0.text == name && $0.parent?.is(DeclReferenceExprSyntax.self) == true
            && isInKey(Syntax($0), of: code, hops + 1)
        }
      }
      inner = outer
    }
    return false
  }

  /// Whether a name is the argument of another method of the sources, in which it decides something.
  private func isHandedOn(_ token: TokenSyntax, _ hops: Int) -> Bool {
    guard hops < Self.mostHops, let use = token.parent?.as(DeclReferenceExprSyntax.self),
      let argument = Self.argument(use),
      let node = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    let call = Call(node)
    guard let methods = model.functionsByName[call.name], methods.count == 1,
      let body = methods[0].body
    else { return false }
    return zip(methods[0].parameters, call.matching(methods[0].parameters)).contains {
      $1?.expression.id == argument.expression.id && decides($0.name, in: body, hops: hops + 1)
    }
  }

  /// Whether a name is the receiver of a method that asks which case it is.
  private func isReceiver(_ token: TokenSyntax, _ hops: Int) -> Bool {
    guard hops < Self.mostHops, let use = token.parent?.as(DeclReferenceExprSyntax.self),
      let access = use.parent?.as(MemberAccessExprSyntax.self), access.base?.id == use.id,
      let node = access.parent?.as(FunctionCallExprSyntax.self),
      let methods = model.functionsByName[Call.name(of: node)], methods.count == 1,
      let body = methods[0].body
    else { return false }
    return decides("self", in: body, hops: hops + 1)
  }

  /// The argument that is a name, or a type by its name: `name`, `T.self`.
  private static func argument(_ use: DeclReferenceExprSyntax) -> LabeledExprSyntax? {
    let access = use.parent?.as(MemberAccessExprSyntax.self)
    return (access?.declName.baseName.text == "self" ? access?.parent : use.parent)?
      .as(LabeledExprSyntax.self)
  }
}
