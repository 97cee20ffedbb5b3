import SwiftSyntax

/// The uses of a name in a closure's body, without those in inner closures that capture it themselves.
final class NameUses: SyntaxVisitor {
  private let name: String
  /// The uses, in source order.
  private(set) var uses: [DeclReferenceExprSyntax] = []
  /// The other bare names, which may be members of `self`.
  private(set) var bare: Set<String> = []
  /// Whether an inner closure has the name in its capture list, which is a use too.
  private(set) var isListedInside = false
  /// Whether an inner closure captures it strongly, so that it must not be `nil`.
  private(set) var isStrongInside = false
  /// Whether the body waits for something.
  private(set) var awaits = false

  init(of name: String, in body: some SyntaxProtocol) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
    walk(body)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id { return .skipChildren }
    if node.baseName.text == name { uses.append(node) } else { bare.insert(node.baseName.text) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let item = node.signature?.capture?.items.first {
      $0.name.text == name && $0.initializer == nil
    }
    guard let item else { return .visitChildren }
    isListedInside = true
    if item.specifier?.specifier.text != "weak" { isStrongInside = true }
    return .skipChildren
  }

  override func visit(_: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    awaits = true
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.awaitKeyword != nil { awaits = true }
    return .visitChildren
  }

  override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  /// Whether each use begins a statement, such as `self.refresh()` or `self.count += 1`, so that an optional only needs
  /// a question mark.
  var beginStatements: Bool {
    !uses.isEmpty && uses.allSatisfy { Self.beginsStatement(ExprSyntax($0)) }
  }

  /// Whether each use already treats the name as optional, such as `timer?.invalidate()`.
  var areOptional: Bool {
    !uses.isEmpty && uses.allSatisfy { $0.parent?.is(OptionalChainingExprSyntax.self) == true }
  }

  /// Whether a statement begins with a member access on an expression.
  static func beginsStatement(_ use: ExprSyntax) -> Bool {
    var node = Syntax(use)
    guard use.parent?.as(MemberAccessExprSyntax.self)?.base?.id == use.id else { return false }
    while let parent = node.parent {
      switch parent.as(SyntaxEnum.self) {
      case .codeBlockItem: return true
      case .memberAccessExpr(let access) where access.base?.id == node.id: break
      case .functionCallExpr(let call) where call.calledExpression.id == node.id: break
      case .subscriptCallExpr(let call) where call.calledExpression.id == node.id: break
      case .infixOperatorExpr(let infix) where infix.leftOperand.id == node.id && assigns(infix):
        break
      case .optionalChainingExpr, .awaitExpr: break
      default: return false
      }
      node = parent
    }
    return false
  }

  private static func assigns(_ infix: InfixOperatorExprSyntax) -> Bool {
    if infix.operator.is(AssignmentExprSyntax.self) { return true }
    return ["+=", "-=", "*=", "/="].contains(infix.operator.trimmedDescription)
  }
}
