import SwiftSyntax

/// Sizes and frames, which are a guess before a view is laid out.
extension Body {
  /// Whether an expression is a size or a frame; a layout guide used for its anchors does not read its size.
  func isGeometry(_ name: String, at node: some SyntaxProtocol) -> Bool {
    guard Frameworks.geometry.contains(name) else { return false }
    return !name.hasSuffix("Guide")
      || node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "layoutFrame"
  }

  /// Whether an expression is the first frame of a view that follows its superview's size: its `autoresizingMask` is
  /// set too.
  func isResized(_ node: some SyntaxProtocol) -> Bool {
    var statement = Syntax(node)
    while let parent = statement.parent, !statement.is(CodeBlockItemSyntax.self) {
      statement = parent
    }
    guard let item = statement.as(CodeBlockItemSyntax.self), let view = Self.view(placedBy: item),
      let around = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    return around.contains { $0.trimmedDescription.hasPrefix("\(view).autoresizingMask = ") }
  }

  /// The view whose frame a statement sets, or which it makes.
  private static func view(placedBy item: CodeBlockItemSyntax) -> String? {
    switch item.item {
    case .decl(let declaration):
      let bindings = declaration.as(VariableDeclSyntax.self)?.bindings
      return bindings?.first?.pattern.trimmedDescription
    case .expr(let expression):
      let target = expression.as(InfixOperatorExprSyntax.self)?.leftOperand
      guard let frame = target?.as(MemberAccessExprSyntax.self),
        frame.declName.baseName.text == "frame"
      else { return target?.trimmedDescription }
      return frame.base?.trimmedDescription
    case .stmt: return nil
    }
  }
}
