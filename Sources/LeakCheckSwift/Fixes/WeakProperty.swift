import SwiftSyntax

/// A stored property that becomes weak: its declaration, and the changes in code that uses it if it is not yet
/// optional.
struct WeakProperty {
  private let name: String
  private let type: String
  private let declarations: DeclaredTypes
  private let declaration: VariableDeclSyntax

  /// The property, or `nil` unless the sources declare it exactly once.
  init?(_ name: String, of type: String, declarations: DeclaredTypes) {
    guard let declaration = declarations.property(name, of: type) else { return nil }
    (self.name, self.type) = (name, type)
    (self.declarations, self.declaration) = (declarations, declaration)
  }

  /// The file of the declaration.
  var root: SyntaxIdentifier { declaration.root.id }

  /// The edits, or `nil` if it is unknown what compiles.
  ///
  /// - Parameter trees: the sources that may use the property.
  /// - Returns: the edits.
  func edits(in trees: [SourceFileSyntax]) -> [SourceEdit]? {
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      binding.accessorBlock == nil, isPlain, let written = binding.typeAnnotation?.type,
      !usesPlaceholder(in: written)
    else { return nil }
    if let wrapped = declarations.optional(written) {
      let startsEmpty = binding.initializer.map { $0.value.is(NilLiteralExprSyntax.self) } ?? true
      return startsEmpty && declarations.isClass(wrapped) ? [keyword] : nil
    }
    guard !isStatic, binding.initializer == nil, declarations.isClass(written),
      !declarations.requirements.contains(name)
    else { return nil }
    let uses = PropertyReferences(of: name, in: type, declarations: declarations)
    for tree in trees { uses.walk(tree) }
    guard !uses.isUnknown, uses.marked.allSatisfy({ $0.root.id == root }) else { return nil }
    return [keyword] + optional(written)
      + uses.marked.map {
        SourceEdit(offset: $0.endPositionBeforeTrailingTrivia.utf8Offset, text: "?")
      }
  }

  /// Whether a type is a generic parameter here, which may stand for a struct.
  private func usesPlaceholder(in type: TypeSyntax) -> Bool {
    var node = Syntax(declaration)
    var names: Set<String> = []
    while let parent = node.parent {
      let clause =
        parent.as(ClassDeclSyntax.self)?.genericParameterClause
        ?? parent.as(ActorDeclSyntax.self)?.genericParameterClause
      names.formUnion(
        (clause?.parameters ?? []).filter { $0.inheritedType == nil }.map(\.name.text))
      node = parent
    }
    return type.tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }

  private var isPlain: Bool {
    let isOutlet = declaration.attributes.allSatisfy {
      ["@IBOutlet", "@objc"].contains($0.trimmedDescription)
    }
    return isOutlet
      && !declaration.modifiers.contains {
        ["lazy", "weak", "unowned", "override"].contains($0.name.text)
      } && !declarations.isSendable(type)
  }

  private var isStatic: Bool {
    declaration.modifiers.contains { ["static", "class"].contains($0.name.text) }
  }

  private var keyword: SourceEdit {
    let keyword = declaration.bindingSpecifier
    let isConstant = keyword.tokenKind == .keyword(.let)
    return SourceEdit(
      offset: keyword.positionAfterSkippingLeadingTrivia.utf8Offset,
      length: isConstant ? keyword.trimmedLength.utf8Length : 0,
      text: isConstant ? "weak var" : "weak ")
  }

  /// The type as an optional.
  private func optional(_ type: TypeSyntax) -> [SourceEdit] {
    let (start, end) = (
      type.positionAfterSkippingLeadingTrivia.utf8Offset,
      type.endPositionBeforeTrailingTrivia.utf8Offset
    )
    guard type.is(SomeOrAnyTypeSyntax.self) else { return [SourceEdit(offset: end, text: "?")] }
    return [SourceEdit(offset: start, text: "("), SourceEdit(offset: end, text: ")?")]
  }
}

/// The uses of a property that need a question mark once it is optional.
private final class PropertyReferences: TypeVisitor {
  /// The expressions that need a question mark.
  private(set) var marked: [ExprSyntax] = []
  /// Whether a use has, or may have, a form that leakcheck cannot fix.
  private(set) var isUnknown = false

  private let name: String
  private let owner: String
  private let declarations: DeclaredTypes

  init(of name: String, in type: String, declarations: DeclaredTypes) {
    (self.name, owner, self.declarations) = (name, type, declarations)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseName.text == name else { return .skipChildren }
    if node.parent?.is(KeyPathPropertyComponentSyntax.self) == true { isUnknown = true }
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      // An enum case has no base.
      guard let base = access.base else { return .skipChildren }
      let isOwn = base.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
      if isOwn, type == owner { use(ExprSyntax(access)) } else if !isOwn { isUnknown = true }
    } else if type == owner, !isParameter(node) {
      use(ExprSyntax(node))
    }
    return .skipChildren
  }

  /// Whether the name is a parameter of an enclosing function or closure.
  private func isParameter(_ node: DeclReferenceExprSyntax) -> Bool {
    var next = node.parent
    while let parent = next, !parent.is(MemberBlockItemSyntax.self) {
      let parameters: FunctionParameterClauseSyntax? =
        parent.as(FunctionDeclSyntax.self)?.signature.parameterClause
        ?? parent.as(InitializerDeclSyntax.self)?.signature.parameterClause
      if parameters?.parameters.contains(where: { ($0.secondName ?? $0.firstName).text == name })
        == true
      {
        return true
      }
      if let closure = parent.as(ClosureExprSyntax.self), declares(closure) { isUnknown = true }
      next = parent.parent
    }
    return false
  }

  private func declares(_ closure: ClosureExprSyntax) -> Bool {
    let signature = closure.signature?.trimmedDescription ?? ""
    return signature.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
  }

  private func use(_ expression: ExprSyntax) {
    guard let infix = expression.parent?.as(InfixOperatorExprSyntax.self) else {
      return mark(expression)
    }
    let isSet =
      infix.operator.is(AssignmentExprSyntax.self) && infix.leftOperand.id == expression.id
    if !isSet, !["===", "!=="].contains(infix.operator.trimmedDescription) { mark(expression) }
  }

  private func mark(_ expression: ExprSyntax) {
    guard NameUses.beginsStatement(expression), !isResult(expression) else {
      return isUnknown = true
    }
    marked.append(expression)
  }

  /// Whether the surrounding code returns the value of the statement that an expression begins.
  private func isResult(_ expression: ExprSyntax) -> Bool {
    var next = Syntax(expression).parent
    while let node = next, !node.is(CodeBlockItemListSyntax.self) { next = node.parent }
    guard next?.as(CodeBlockItemListSyntax.self)?.count == 1, let around = next?.parent else {
      return false
    }
    if let closure = around.as(ClosureExprSyntax.self) {
      return declarations.result(of: closure).map(DeclaredTypes.isVoid) != true
    }
    guard let owner = around.parent, around.is(CodeBlockSyntax.self) else { return true }
    if owner.is(AccessorDeclSyntax.self) {
      return owner.as(AccessorDeclSyntax.self)?.accessorSpecifier.text == "get"
    }
    return owner.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
  }

  /// The name may be a local instead.
  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true
    if node.identifier.text == name, type == owner, !isMember { isUnknown = true }
    return .visitChildren
  }
}
