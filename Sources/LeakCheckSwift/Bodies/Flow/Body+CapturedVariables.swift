import LeakCheckLifecycle
import SwiftSyntax

/// Variables that closures capture: a closure that uses the variable it is in keeps itself.
extension Body {
  /// Whether a variable gets a closure that uses the variable itself: `visit = { visit($0) }`.
  ///
  /// Then both are in a box, which the closure keeps, and which keeps the closure.
  func isKeptByItsClosure(_ name: String, _ declaration: some SyntaxProtocol) -> Bool {
    guard let list = Self.statements(around: declaration) else { return false }
    return list.contains { item in
      guard case .expr(let expression) = item.item,
        let assignment = expression.as(InfixOperatorExprSyntax.self),
        assignment.operator.is(AssignmentExprSyntax.self),
        assignment.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        let closure = Self.closure(in: assignment.rightOperand)
      else { return false }
      return Self.captures(name, in: closure)
    }
  }

  /// A closure, or that of a new work item.
  private static func closure(in expression: ExprSyntax) -> ClosureExprSyntax? {
    if let closure = expression.as(ClosureExprSyntax.self) { return closure }
    guard let call = expression.as(FunctionCallExprSyntax.self).map(Call.init),
      call.name == workItem
    else { return nil }
    return call.closures.last
  }

  /// A class whose object is its block here.
  static let workItem = "DispatchWorkItem"

  /// Whether a closure uses a name from outside that its capture list does not copy.
  private static func captures(_ name: String, in closure: ClosureExprSyntax) -> Bool {
    let listed = closure.signature?.capture?.items.contains { $0.name.text == name } ?? false
    return !listed
      && closure.statements.tokens(viewMode: .sourceAccurate).contains {
        $0.text == name && $0.parent?.is(DeclReferenceExprSyntax.self) == true
      }
  }

  /// The innermost statements that a node is in.
  static func statements(around node: some SyntaxProtocol) -> CodeBlockItemListSyntax? {
    var around = node.parent
    while let node = around, !node.is(CodeBlockItemListSyntax.self) { around = node.parent }
    return around?.as(CodeBlockItemListSyntax.self)
  }

  /// The place of a name that is bound to an object.
  static func place(_ binding: Binding) -> String? {
    if case .object(let place, _) = binding { place } else { nil }
  }

  /// Declares a variable in a box.
  func captured(_ name: String, _ node: some SyntaxProtocol) {
    let local = local(name, .function)
    actions.new(FrameworkType.captured, as: local)
    bind(name, .object(local + Self.weakValue, .function))
  }
}
