import SwiftSyntax

/// Walks the members of types, and tracks the meaning of names and `self`.
class ScopedVisitor: MemberVisitor {
  private(set) var scopes = ScopeStack()
  /// The scopes of the members around a local type.
  private var outer: [ScopeStack] = []
  /// For each closure of the member that captures `self` strongly, the place of the first use.
  private(set) var held: [SyntaxIdentifier: Int] = [:]

  override func begin(_ node: Syntax, hasSelf: Bool) {
    outer.append(scopes)
    scopes = ScopeStack()
    scopes.push(state: hasSelf ? .strong : ScopeStack.SelfState.none)
  }

  override func end() {
    if let last = outer.popLast() { scopes = last }
    if outer.isEmpty { held = [:] }
  }

  // MARK: - Names

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    scopes.bind(node.identifier.text)
    return .skipChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    scopes.bind((node.secondName ?? node.firstName).text)
    return .skipChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    scopes.push()
    if let name = node.parameters?.name.text { scopes.bind(name) }
    return .visitChildren
  }
  override func visitPost(_ node: AccessorDeclSyntax) { scopes.pop() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if isMember(node) { return super.visit(node) }
    scopes.bind(node.name.text)
    scopes.push()
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) {
    isMember(node) ? super.visitPost(node) : { scopes.pop() }()
  }

  // MARK: - Blocks

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    scopes.push()
    return .visitChildren
  }
  override func visitPost(_ node: CodeBlockSyntax) { scopes.pop() }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    scopes.push()
    return .visitChildren
  }
  override func visitPost(_ node: SwitchCaseSyntax) { scopes.pop() }

  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    scopes.push()
    scopes.bind("error")
    return .visitChildren
  }
  override func visitPost(_ node: CatchClauseSyntax) { scopes.pop() }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    scopes.push()
    walk(node.conditions)
    walk(node.body)
    scopes.pop()
    if let other = node.elseBody { walk(other) }
    return .skipChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    scopes.push()
    return .visitChildren
  }
  override func visitPost(_ node: WhileStmtSyntax) { scopes.pop() }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    walk(node.sequence)
    scopes.push()
    walk(node.pattern)
    if let condition = node.whereClause { walk(condition) }
    walk(node.body)
    scopes.pop()
    return .skipChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    // The bound names exist after the statement, but not in its `else`.
    let before = scopes
    walk(node.conditions)
    let after = scopes
    scopes = before
    walk(node.body)
    scopes = after
    return .skipChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    if let value = node.initializer {
      walk(value)
    } else if name == "self" {
      use(node.pattern)
    }
    if name == "self" {
      scopes.unwrapSelf()
    } else {
      walk(node.pattern)
    }
    return .skipChildren
  }

  // MARK: - self

  private func use(_ node: some SyntaxProtocol) {
    scopes.use(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.tokenKind == .keyword(.self) { use(node) }
    return .skipChildren
  }

  override func visit(_ node: SuperExprSyntax) -> SyntaxVisitorContinueKind {
    use(node)
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // `Screen.self` is a type, not an object.
    if let base = node.base { walk(base) }
    return .skipChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    ["selector", "keyPath"].contains(node.macroName.text) ? .skipChildren : .visitChildren
  }

  // MARK: - Closures

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let around = scopes.state
    var (own, alias): (ScopeStack.SelfState?, Int?) = (nil, nil)
    var names: [String] = []
    for item in node.signature?.capture?.items ?? [] {
      let state = Self.state(of: item)
      let isSelf = item.name.tokenKind == .keyword(.self)
      if let value = item.initializer { walk(value) } else if isSelf { use(item.name) }
      let value = item.initializer?.value.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind
      if state == .strong, isSelf || value == .keyword(.self) {
        alias = item.name.positionAfterSkippingLeadingTrivia.utf8Offset
      }
      if isSelf { own = state } else { names.append(item.name.text) }
    }
    scopes.push(state: own, isClosure: true)
    for name in names { scopes.bind(name) }
    bindParameters(of: node)
    walk(node.statements)
    let use = scopes.pop()
    if let alias, around != .none {
      held[node.id] = alias
    } else if let use, around == .strong {
      held[node.id] = use
    }
    return .skipChildren
  }

  private static func state(of item: ClosureCaptureSyntax) -> ScopeStack.SelfState {
    switch item.specifier?.specifier.tokenKind {
    case .keyword(.weak)?: .weak
    case .keyword(.unowned)?: .unowned
    default: .strong
    }
  }

  private func bindParameters(of node: ClosureExprSyntax) {
    switch node.signature?.parameterClause {
    case .simpleInput(let parameters)?:
      for parameter in parameters { scopes.bind(parameter.name.text) }
    case .parameterClause(let clause)?:
      for parameter in clause.parameters {
        scopes.bind((parameter.secondName ?? parameter.firstName).text)
      }
    case nil: break
    }
  }
}
