import SwiftSyntax

/// Parameters for which each call passes a different constant key, so that storing under one replaces nothing.
///
/// Only calls count that run once for each object with the collection: in an initializer or in `viewDidLoad`, on a
/// property that is created together with its object.
final class ConstantKeys: SyntaxVisitor {
  private var functions: [String: Int] = [:]
  private var calls: [String: [FunctionCallExprSyntax]] = [:]
  /// The number of uses of each name.
  private var uses: [String: Int] = [:]
  /// The properties created at their declaration, and those assigned elsewhere.
  private var made: Set<String> = []
  private var assigned: Set<String> = []

  /// - Complexity: O(tokens).
  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    for file in files { walk(file.tree) }
  }

  /// Whether a key is such a parameter.
  func areDistinct(_ key: ExprSyntax) -> Bool {
    guard let name = Self.parameter(in: key),
      let function = Self.declaration(around: Syntax(key))?.as(FunctionDeclSyntax.self),
      let index = Array(function.signature.parameterClause.parameters).firstIndex(where: {
        ($0.secondName ?? $0.firstName).text == name
      })
    else { return false }
    // The function's name is unique in the sources, and the parameter's name is unique in the function.
    let base = function.name.text
    guard functions[base] == 1, let calls = calls[base], uses[base] == calls.count + 1,
      !Self.binds(name, in: function)
    else { return false }
    let label = Array(function.signature.parameterClause.parameters)[index].firstName.text
    let keys = calls.map { call in
      runsOnce(call)
        ? Self.argument(index, label, of: call).flatMap(Self.text) : nil
    }
    return !keys.contains(nil) && Set(keys).count == keys.count
  }

  /// The name that a key is, or is made of: `name`, `ObjectIdentifier(type)`, `String(describing: type)`.
  private static func parameter(in key: ExprSyntax) -> String? {
    if let name = key.as(DeclReferenceExprSyntax.self)?.baseName.text { return name }
    guard let call = key.as(FunctionCallExprSyntax.self),
      ["ObjectIdentifier", "String"].contains(Call.name(of: call)), call.arguments.count == 1
    else { return nil }
    return call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// The text of a constant, or of a type: `Int.self`.
  private static func text(of key: ExprSyntax) -> String? {
    if let access = key.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self" {
      return access.trimmedDescription
    }
    return CollectionKeys.text(of: key)
  }

  /// The argument for the parameter with this position and label; `nil` if the call uses the default.
  private static func argument(
    _ index: Int, _ label: String, of call: FunctionCallExprSyntax
  ) -> ExprSyntax? {
    let arguments = Array(call.arguments)
    if label != "_" { return arguments.first { $0.label?.text == label }?.expression }
    guard arguments.indices.contains(index), arguments[index].label == nil else { return nil }
    return arguments[index].expression
  }

  /// The function or initializer around a node, unless a closure or a loop is in between.
  private static func declaration(around node: Syntax) -> DeclSyntax? {
    var next = node.parent
    while let parent = next {
      if parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self) {
        return parent.as(DeclSyntax.self)
      }
      if parent.is(ClosureExprSyntax.self) || parent.is(ForStmtSyntax.self)
        || parent.is(WhileStmtSyntax.self) || parent.is(RepeatStmtSyntax.self)
        || parent.isProtocol((any DeclSyntaxProtocol).self)
      {
        return nil
      }
      next = parent.parent
    }
    return nil
  }

  private static func binds(_ name: String, in function: FunctionDeclSyntax) -> Bool {
    function.body?.tokens(viewMode: .sourceAccurate).contains {
      $0.text == name && $0.parent?.is(IdentifierPatternSyntax.self) == true
    } ?? true
  }

  private func runsOnce(_ call: FunctionCallExprSyntax) -> Bool {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      let declaration = Self.declaration(around: Syntax(call))
    else { return false }
    let isOnce =
      declaration.is(InitializerDeclSyntax.self)
      || declaration.as(FunctionDeclSyntax.self)?.name.text == "viewDidLoad"
    let holder = access.base?.plainText ?? ""
    let name = holder.hasPrefix("self.") ? String(holder.dropFirst("self.".count)) : holder
    return isOnce && made.contains(name) && !assigned.contains(name)
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier(let name) = token.tokenKind { uses[name, default: 0] += 1 }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    functions[node.name.text, default: 0] += 1
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls[Call.name(of: node), default: []].append(node)
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isStatic = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) == true
    for binding in node.bindings {
      let name = binding.pattern.trimmedDescription
      let value = binding.initializer?.value.as(FunctionCallExprSyntax.self)
      let isMade = value?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text.first
      if isMember, !isStatic, isMade?.isUppercase == true {
        made.insert(name)
      } else {
        assigned.insert(name)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    assigned.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.is(AssignmentExprSyntax.self),
      let name = node.leftOperand.plainText.split(separator: ".").last
    {
      assigned.insert(String(name))
    }
    return .visitChildren
  }
}
