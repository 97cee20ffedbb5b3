import SwiftSyntax

/// The flags of the sources: stored `Bool`s and enum values that get nothing but constants, so that a run knows them.
final class FlagNames: SyntaxVisitor {
  /// The possible values of a flag.
  private enum Kind: Equatable {
    case bool
    /// A case of an enum of the sources.
    case cases(String)
  }

  private let model: SourceModel
  private var kinds: [String: Kind] = [:]
  private var assigned: Set<String> = []
  private var asked: Set<String> = []
  /// The names of variables whose value is not known somewhere.
  private var open: Set<String> = []

  /// - Complexity: O(tokens).
  init(_ files: [SourceFile], _ model: SourceModel) {
    self.model = model
    super.init(viewMode: .sourceAccurate)
    for file in files { walk(file.tree) }
    for file in files { Assignments(self).walk(file.tree) }
  }

  /// Whether a name is that of a flag.
  func contains(_ name: String) -> Bool {
    kinds[name] != nil && assigned.contains(name) && asked.contains(name) && !open.contains(name)
  }

  /// The property that a run knows a flag by, beside what the flag itself may hold.
  static func property(of name: String) -> String { "\(name)_is" }

  /// The name of a constant: `true`, `false`, or a case.
  static func value(of expression: ExprSyntax) -> String? {
    if let literal = expression.as(BooleanLiteralExprSyntax.self) { return literal.literal.text }
    let callee = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
    guard let access = callee.as(MemberAccessExprSyntax.self) else { return nil }
    let isOfType = access.base.map { $0.plainText.first?.isUppercase == true } ?? true
    return isOfType ? access.declName.baseName.text : nil
  }

  // MARK: - Declarations

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.parent?.is(MemberBlockItemSyntax.self) == true else { return .visitChildren }
    let owner = node.parent?.parent?.parent?.parent
    let isOfObject =
      owner?.is(ClassDeclSyntax.self) == true || owner?.is(ActorDeclSyntax.self) == true
    let modifiers = Set(node.modifiers.map(\.name.text))
    let attributes = node.attributes.compactMap {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription
    }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      let kind = kind(of: binding)
      let isStored =
        isOfObject && modifiers.isDisjoint(with: ["static", "class", "lazy", "override"])
        && attributes.allSatisfy { ["Published", "objc", "MainActor"].contains($0) }
        && !Self.isComputed(binding)
      if let kind, isStored, kinds[name].map({ $0 == kind }) ?? true {
        kinds[name] = kind
        if let value = binding.initializer?.value { note(value, for: name) }
      } else {
        open.insert(name)
      }
    }
    return .visitChildren
  }

  private func kind(of binding: PatternBindingSyntax) -> Kind? {
    if let type = binding.typeAnnotation?.type.as(IdentifierTypeSyntax.self)?.name.text {
      return type == "Bool" ? .bool : isEnum(type) ? .cases(type) : nil
    }
    guard binding.typeAnnotation == nil, let value = binding.initializer?.value else { return nil }
    if value.is(BooleanLiteralExprSyntax.self) { return .bool }
    let base = value.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)
    guard let type = base?.baseName.text, isEnum(type) else { return nil }
    return .cases(type)
  }

  private func isEnum(_ type: String) -> Bool { model[type]?.kind == .enumType }

  private static func isComputed(_ binding: PatternBindingSyntax) -> Bool {
    switch binding.accessorBlock?.accessors {
    case nil: false
    case .getter?: true
    case .accessors(let list)?:
      list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  // MARK: - Questions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    noteAsked(Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    noteAsked(Syntax(node.subject))
    return .visitChildren
  }

  private func noteAsked(_ node: Syntax) {
    for token in node.tokens(viewMode: .sourceAccurate) {
      if case .identifier(let name) = token.tokenKind { asked.insert(name) }
    }
  }

  // MARK: - Values

  fileprivate func note(_ value: ExprSyntax, for name: String) {
    guard let kind = kinds[name] else { return }
    guard let constant = Self.value(of: value) else { return leaveOpen(name) }
    switch kind {
    case .bool: if !value.is(BooleanLiteralExprSyntax.self) { leaveOpen(name) }
    case .cases(let type):
      if model[type]?.cases.contains(where: { $0.name == constant }) != true { leaveOpen(name) }
    }
  }

  fileprivate func assign(_ value: ExprSyntax, to name: String) {
    assigned.insert(name)
    note(value, for: name)
  }

  fileprivate func leaveOpen(_ name: String) { open.insert(name) }
}

/// Finds what variables get.
private final class Assignments: SyntaxVisitor {
  private let flags: FlagNames

  init(_ flags: FlagNames) {
    self.flags = flags
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.is(AssignmentExprSyntax.self) {
      if let name = Self.name(of: node.leftOperand) { flags.assign(node.rightOperand, to: name) }
    } else if node.operator.plainText.hasSuffix("="),
      !["==", "!=", "<=", ">="].contains(node.operator.plainText)
    {
      Self.name(of: node.leftOperand).map(flags.leaveOpen)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "toggle"
    {
      access.base.flatMap(Self.name).map(flags.leaveOpen)
    }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    Self.name(of: node.expression).map(flags.leaveOpen)
    return .visitChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    for token in node.tokens(viewMode: .sourceAccurate) { flags.leaveOpen(token.text) }
    return .skipChildren
  }

  private static func name(of expression: ExprSyntax) -> String? {
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      return name(of: chained.expression)
    }
    if let access = expression.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
