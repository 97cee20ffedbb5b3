import SwiftSyntax

/// Keys of collections that are constants although a parameter carries them, because each call passes a constant.
///
/// In `handlers[event] = handler` the key is one if every call reads like `on("save") { … }`, and in
/// `makers["\(T.self)"] = make` if every call says which type it means.
final class ConstantKeys: SyntaxVisitor {
  /// The functions with a body, by base name.
  private var functions: [String: [FunctionDeclSyntax]] = [:]
  /// The number of requirements in protocols, by base name.
  private var requirements: [String: Int] = [:]
  private var calls: [String: [FunctionCallExprSyntax]] = [:]
  /// The number of uses of each name.
  private var uses: [String: Int] = [:]
  /// The parameters whose calls are being looked at, so that functions that call each other end.
  private var open: Set<String> = []

  /// The most calls of a function that are told apart.
  private static let mostCalls = 64

  /// - Complexity: O(tokens).
  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    for file in files { walk(file.tree) }
  }

  /// Whether a key is a constant in each call of its function.
  func isConstant(_ key: ExprSyntax) -> Bool {
    if KeyText.of(key) != nil { return true }
    guard let name = KeyText.name(in: key),
      let function = Self.function(around: Syntax(key)), !Self.isParameterOfClosure(name, function)
    else { return false }
    let declared = Self.declarations(of: name, in: function)
    if declared.count == 1, let value = declared[0] { return isConstant(value) }
    return declared.isEmpty && isConstant(name, in: function)
  }

  private func isConstant(_ name: String, in function: FunctionDeclSyntax) -> Bool {
    let base = function.name.text
    guard functions[base]?.count == 1, let calls = calls[base], calls.count <= Self.mostCalls,
      uses[base] == calls.count + 1 + requirements[base, default: 0],
      open.insert("\(base).\(name)").inserted
    else { return false }
    defer { open.remove("\(base).\(name)") }
    let parameters = Array(function.signature.parameterClause.parameters)
    if let index = parameters.firstIndex(where: { ($0.secondName ?? $0.firstName).text == name }) {
      return calls.allSatisfy { call in
        Self.argument(index, parameters[index].firstName.text, of: call).map(isConstant) ?? false
      }
    }
    let generics = GenericNames.of(function)
    guard generics.contains(name) else { return false }
    let carriers = parameters.indices.filter {
      GenericNames.determined(by: parameters[$0].type, among: generics) == name
    }
    return calls.allSatisfy { call in
      carriers.contains { index in
        Self.argument(index, parameters[index].firstName.text, of: call)
          .map { KeyText.ofType($0) != nil || isConstant($0) } ?? false
      }
    }
  }

  /// The argument for the parameter with this position and label; `nil` if the call uses the default.
  private static func argument(
    _ index: Int, _ label: String, of call: FunctionCallExprSyntax
  ) -> ExprSyntax? {
    let arguments = Call(call).arguments
    if let labelled = arguments.first(where: { label != "_" && $0.label == label }) {
      return labelled.expression
    }
    guard arguments.indices.contains(index), arguments[index].label == nil,
      label == "_" || arguments[index].isTrailing
    else { return nil }
    return arguments[index].expression
  }

  /// The method or function of the file around a node.
  private static func function(around node: Syntax) -> FunctionDeclSyntax? {
    var next = node.parent
    while let parent = next {
      if let function = parent.as(FunctionDeclSyntax.self) {
        return function.parent?.is(MemberBlockItemSyntax.self) == true ? function : nil
      }
      if parent.is(InitializerDeclSyntax.self) || parent.is(AccessorDeclSyntax.self)
        || parent.is(SubscriptDeclSyntax.self)
      {
        return nil
      }
      next = parent.parent
    }
    return nil
  }

  private static func isParameterOfClosure(_ name: String, _ function: FunctionDeclSyntax) -> Bool {
    function.body?.tokens(viewMode: .sourceAccurate).contains {
      $0.text == name
        && ($0.parent?.is(ClosureParameterSyntax.self) == true
          || $0.parent?.is(ClosureShorthandParameterSyntax.self) == true)
    } ?? true
  }

  /// The values of a function's constants with a name; `nil` for a variable, or for one that is bound otherwise.
  private static func declarations(
    of name: String, in function: FunctionDeclSyntax
  ) -> [ExprSyntax?] {
    let tokens = function.body?.tokens(viewMode: .sourceAccurate).filter {
      $0.text == name && $0.parent?.is(IdentifierPatternSyntax.self) == true
    }
    return (tokens ?? []).map { token in
      guard let binding = token.parent?.parent?.as(PatternBindingSyntax.self),
        let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.tokenKind == .keyword(.let)
      else { return nil }
      return binding.initializer?.value
    }
  }

  // MARK: - Walking

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    guard case .identifier(let name) = token.tokenKind, let parent = token.parent,
      !parent.is(LabeledExprSyntax.self), !parent.is(FunctionParameterSyntax.self)
    else { return .skipChildren }
    uses[name, default: 0] += 1
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.body == nil {
      requirements[node.name.text, default: 0] += 1
    } else {
      functions[node.name.text, default: []].append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls[Call.name(of: node), default: []].append(node)
    return .visitChildren
  }
}
