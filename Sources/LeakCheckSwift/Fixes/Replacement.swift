import SwiftSyntax

/// A replacement of an expression by an equivalent one that retains nothing.
struct Replacement {
  /// The replaced text and the new one.
  let edit: SourceEdit
  /// The file of the expression.
  let root: SyntaxIdentifier

  private init(_ node: some SyntaxProtocol, by text: String) {
    self.init(from: node, to: node, by: text)
  }

  /// Replaces everything from the start of one node to the end of another.
  private init(from first: some SyntaxProtocol, to last: some SyntaxProtocol, by text: String) {
    let start = first.positionAfterSkippingLeadingTrivia.utf8Offset
    edit = SourceEdit(
      offset: start, length: last.endPositionBeforeTrailingTrivia.utf8Offset - start, text: text)
    root = first.root.id
  }

  private static func expressions(
    of type: String, in trees: [SourceFileSyntax], where matches: @escaping (ExprSyntax) -> Bool
  ) -> [ExprSyntax] {
    let finder = ExpressionFinder(in: type, where: matches)
    for tree in trees { finder.walk(tree) }
    return finder.found
  }
}

// MARK: - A method as a value

extension Replacement {
  /// A closure that captures `self` weakly instead of a bound method, as `{ [weak self] in self?.move($0, $1) }`.
  ///
  /// - Parameters:
  ///   - method: the method's name, with labels if it has parameters.
  ///   - type: the type that has the method and passes it on.
  ///   - trees: the sources.
  ///   - declarations: the declarations in the sources.
  /// - Returns: `nil` if the method is passed on more than once, or if it is unknown what compiles.
  static func ofMethod(
    _ method: String, of type: String, in trees: [SourceFileSyntax],
    declarations: DeclaredTypes
  ) -> Replacement? {
    let name = String(method.prefix { $0 != "(" })
    guard let declared = declarations.method(name, of: type),
      declared.signature.effectSpecifiers == nil,
      let call = call(of: declared)
    else { return nil }
    let values = expressions(of: type, in: trees) { isValue($0, named: name) }
    guard values.count == 1, let value = values.first else { return nil }
    let result = declared.signature.returnClause?.type.trimmedDescription ?? "Void"
    guard let exit = DeclaredTypes.exit(of: result) else { return nil }
    let isPlain = exit.isEmpty || exit == "nil"
    return Replacement(
      value, by: "{ [weak self] in self?.\(call)\(isPlain ? "" : " ?? \(exit)") }")
  }

  /// Whether an expression is the method itself, not a call of it.
  private static func isValue(_ expression: ExprSyntax, named name: String) -> Bool {
    let parent = expression.parent
    if parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == expression.id {
      return false
    }
    if let access = expression.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text == name
        && access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      && parent?.is(MemberAccessExprSyntax.self) == false
  }

  /// The call of a method with the closure's arguments.
  private static func call(of method: FunctionDeclSyntax) -> String? {
    let parameters = method.signature.parameterClause.parameters
    let isPlain = parameters.allSatisfy {
      $0.ellipsis == nil && !$0.type.trimmedDescription.hasPrefix("inout ")
    }
    guard isPlain else { return nil }
    let arguments = parameters.enumerated().map { number, parameter in
      let label = parameter.firstName.text
      return label == "_" ? "$\(number)" : "\(label): $\(number)"
    }
    return "\(method.name.text)(\(arguments.joined(separator: ", ")))"
  }
}

// MARK: - assign(to:on:)

extension Replacement {
  /// `sink` with a weak capture, in place of the `assign(to:on:)` with this rank among the `count` that keep `self`.
  static func ofAssignment(
    in type: String, rank: Int, count: Int, trees: [SourceFileSyntax]
  ) -> Replacement? {
    let calls = expressions(of: type, in: trees) { assignedPath($0) != nil }
    guard calls.count == count, rank < count, let path = assignedPath(calls[rank]),
      let call = calls[rank].as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName
    else { return nil }
    return Replacement(from: name, to: call, by: "sink { [weak self] in self?.\(path) = $0 }")
  }

  /// The properties that a call of `assign(to:on: self)` sets.
  private static func assignedPath(_ expression: ExprSyntax) -> String? {
    guard let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "assign",
      call.arguments.map({ $0.label?.text ?? "" }) == ["to", "on"],
      call.arguments.last?.expression.trimmedDescription == "self",
      let path = call.arguments.first?.expression.as(KeyPathExprSyntax.self)
    else { return nil }
    let names = path.components.map { $0.component.trimmedDescription }
    let isPlain = names.allSatisfy { name in
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return isPlain && !names.isEmpty ? names.joined(separator: ".") : nil
  }
}

// MARK: - A child controller

extension Replacement {
  /// The three calls that end a child controller, in place of the one that removes its view.
  static func ofChild(
    in type: String, trees: [SourceFileSyntax], in bytes: (SyntaxIdentifier) -> [UInt8]?
  )
    -> Replacement?
  {
    let calls = expressions(of: type, in: trees) { removedChild($0) != nil }
      .filter { !isEnded(removedChild($0) ?? "", around: $0) }
    guard calls.count == 1, let call = calls.first, let child = removedChild(call),
      call.parent?.is(CodeBlockItemSyntax.self) == true, let bytes = bytes(call.root.id)
    else { return nil }
    let start = call.positionAfterSkippingLeadingTrivia.utf8Offset
    let line = (bytes[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    guard bytes[line..<start].allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    else { return nil }
    let indent = String(decoding: bytes[line..<start], as: UTF8.self)
    let lines = [
      "\(child).willMove(toParent: nil)", call.trimmedDescription, "\(child).removeFromParent()",
    ]
    return Replacement(call, by: lines.joined(separator: "\n\(indent)"))
  }

  /// The controller whose view a call removes from its superview.
  private static func removedChild(_ expression: ExprSyntax) -> String? {
    guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      let removal = call.calledExpression.as(MemberAccessExprSyntax.self),
      removal.declName.baseName.text == "removeFromSuperview",
      let view = removal.base?.as(MemberAccessExprSyntax.self),
      view.declName.baseName.text == "view"
    else { return nil }
    return view.base?.trimmedDescription
  }

  /// Whether the code around a call already ends the child.
  private static func isEnded(_ child: String, around call: ExprSyntax) -> Bool {
    var next = Syntax(call).parent
    while let node = next, !node.is(CodeBlockItemListSyntax.self) { next = node.parent }
    return next?.description.contains("\(child).removeFromParent()") == true
  }
}
