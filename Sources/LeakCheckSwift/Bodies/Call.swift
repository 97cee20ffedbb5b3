import SwiftSyntax

/// A call as written: the callee, its base, and the arguments.
struct Call {
  struct Argument {
    var label: String?
    var expression: ExprSyntax
    var isTrailing = false
  }

  let node: FunctionCallExprSyntax
  let callee: ExprSyntax
  /// The last name of the callee, or empty.
  let name: String
  /// The expression before the dot.
  let base: ExprSyntax?
  /// Whether it begins with a dot, as in `.init(…)`.
  let isImplicit: Bool
  let arguments: [Argument]
  /// The type that the result should have, if the code around the call tells it.
  var expecting: TypeReference = .unknown

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

  /// The last name of a call's callee, or empty; cheaper than making a `Call`.
  static func name(of node: FunctionCallExprSyntax) -> String { name(of: callee(of: node)) }

  private static func name(of callee: ExprSyntax) -> String {
    callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? callee.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
  }

  /// The callee: for `handler?(x)` and `make!()` it is the expression before the mark.
  private static func callee(of node: FunctionCallExprSyntax) -> ExprSyntax {
    var callee = node.calledExpression
    while let inner = unwrapped(callee) { callee = inner }
    return callee
  }

  /// Whether an argument is a view's initial frame: that is only a first size, which layout replaces.
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

  /// The first argument without a label.
  var first: ExprSyntax? { arguments.first?.expression }

  /// The last argument that is a closure, a method or a name: handlers come last.
  var last: ExprSyntax? { arguments.last?.expression }

  var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
  }

  /// The callee as text, without white space.
  var text: String {
    // Non-ASCII characters belong to names, so comparing bytes is enough.
    String(decoding: callee.plainText.utf8.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// The argument for each parameter, or `nil` for a default.
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

  /// Whether the labels fit: each is among those of the parameters, in order.
  func fits(_ parameters: [MethodModel.Parameter]) -> Bool {
    matching(parameters).compactMap(\.self).count == arguments.count
  }

  /// Whether the labels fit, and only parameters with a default are left out.
  func fillsAll(_ parameters: [MethodModel.Parameter]) -> Bool {
    fits(parameters)
      && zip(matching(parameters), parameters).allSatisfy { $0 != nil || $1.defaultValue != nil }
  }
}
