import SwiftSyntax

/// A call as it is written: what is called, on what, with what.
struct Call {
  struct Argument {
    var label: String?
    var expression: ExprSyntax
    var isTrailing = false
  }

  let node: FunctionCallExprSyntax
  let callee: ExprSyntax
  /// The last name of what is called, or empty.
  let name: String
  /// What stands before the dot.
  let base: ExprSyntax?
  /// Whether it begins with a dot, as `.init(…)` does.
  let isImplicit: Bool
  let arguments: [Argument]

  init(_ node: FunctionCallExprSyntax) {
    self.node = node
    callee = Self.callee(of: node)
    name = Self.name(of: callee)
    let access = callee.as(MemberAccessExprSyntax.self)
    base = access?.base
    isImplicit = access.map { $0.base == nil } ?? false
    var arguments = node.arguments.map {
      Argument(label: $0.label?.text, expression: $0.expression)
    }
    if let trailing = node.trailingClosure {
      arguments.append(Argument(label: nil, expression: ExprSyntax(trailing), isTrailing: true))
    }
    for closure in node.additionalTrailingClosures {
      arguments.append(Argument(label: closure.label.text, expression: ExprSyntax(closure.closure)))
    }
    arguments.removeAll { [name] in Self.isFirstFrame($0, of: name) }
    self.arguments = arguments
  }

  /// The last name of what a call calls, or empty, for who asks for nothing else.
  static func name(of node: FunctionCallExprSyntax) -> String { name(of: callee(of: node)) }

  private static func name(of callee: ExprSyntax) -> String {
    callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? callee.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
  }

  /// What is called: `handler?(x)` and `make!()` call what is before the mark.
  private static func callee(of node: FunctionCallExprSyntax) -> ExprSyntax {
    var callee = node.calledExpression
    while let inner = unwrapped(callee) { callee = inner }
    return callee
  }

  /// Whether an argument is the frame that a view begins with: that is a first size, and a layout gives it another.
  private static func isFirstFrame(_ argument: Argument, of name: String) -> Bool {
    guard name == "init" || name.first?.isUppercase == true, argument.label == "frame",
      let access = argument.expression.as(MemberAccessExprSyntax.self)
    else { return false }
    return ["bounds", "frame"].contains(access.declName.baseName.text)
  }

  private static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let node): node.expression
    case .forceUnwrapExpr(let node): node.expression
    case .genericSpecializationExpr(let node): node.expression
    case .tupleExpr(let node): node.elements.count == 1 ? node.elements.first?.expression : nil
    default: nil
    }
  }

  subscript(label: String) -> ExprSyntax? { arguments.first { $0.label == label }?.expression }

  /// The first argument without label.
  var first: ExprSyntax? { arguments.first?.expression }

  /// The last argument that is written as a closure, a method or a name: a handler comes last.
  var last: ExprSyntax? { arguments.last?.expression }

  var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
  }

  /// What stands before the parenthesis, without white space.
  var text: String {
    // What is no letter of ASCII is a letter of a name: a look at bytes is enough.
    String(decoding: callee.plainText.utf8.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// Which argument each parameter gets, or `nil` for its default.
  func matching(_ parameters: [MethodModel.Parameter]) -> [Argument?] {
    var result = [Argument?](repeating: nil, count: parameters.count)
    var next = 0
    for argument in arguments {
      let rest = next..<parameters.count
      let index =
        argument.isTrailing
        ? rest.first { parameters[$0].type == .function } ?? rest.last
        : rest.first { parameters[$0].label == argument.label }
      guard let index else { continue }
      result[index] = argument
      next = index + 1
    }
    return result
  }

  /// Whether the labels fit: each stands among those of the parameters, in their order.
  func fits(_ parameters: [MethodModel.Parameter]) -> Bool {
    matching(parameters).compactMap(\.self).count == arguments.count
  }

  /// Whether they fit, and nothing is left out that has no default.
  func fillsAll(_ parameters: [MethodModel.Parameter]) -> Bool {
    fits(parameters)
      && zip(matching(parameters), parameters).allSatisfy { $0 != nil || $1.defaultValue != nil }
  }
}
