import SwiftSyntax

/// Walks a file, and tracks the enclosing member and type.
///
/// It skips branches that are never compiled. Subclasses handle the members of interest; all overrides of `visit` that
/// return early are here.
class MemberVisitor: SyntaxVisitor {
  /// An enclosing type.
  struct Frame {
    var facts: TypeFacts
    /// Its number among the declarations in the file.
    var number: Int
    var isExtension: Bool
    /// The enclosing member, its node, and its kind.
    var member = ""
    var node: Syntax?
    var isDeinitializer = false
  }

  private(set) var frames: [Frame] = []
  private(set) var types: [TypeFacts] = []
  private(set) var aliases: [String: Set<String>] = [:]
  private var localTypes = 0

  init() { super.init(viewMode: .sourceAccurate) }

  var frame: Frame? { frames.last }

  // MARK: - For subclasses

  /// Called before a member; `hasSelf` says whether its `self` is an object.
  func begin(_ node: Syntax, hasSelf: Bool) {}
  /// Called after a member.
  func end() {}

  // MARK: - Types

  private func enter(
    _ path: String, _ kind: TypeFacts.Kind, _ inheritance: InheritanceClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    let isExtension = kind == .extensionOfType
    var name = path
    if !isExtension, let frame {
      // No other code can name a type declared in a body.
      if frame.node != nil { localTypes += 1 }
      name = frame.facts.path + (frame.node == nil ? "." : ".\(localTypes).") + path
    }
    var facts = TypeFacts(path: name, kind: kind)
    facts.inherits = inheritance?.inheritedTypes.compactMap { Self.path(of: $0.type) } ?? []
    types.append(facts)
    frames.append(Frame(facts: facts, number: types.count - 1, isExtension: isExtension))
    return .visitChildren
  }

  private func leave() { types[frames[frames.count - 1].number] = frames.removeLast().facts }

  /// The name of a type with its enclosing types, without generic arguments.
  static func path(of type: TypeSyntax) -> String? {
    var (names, next): ([String], TypeSyntax?) = ([], type)
    while let type = next {
      if let member = type.as(MemberTypeSyntax.self) {
        names.append(member.name.text)
        next = member.baseType
      } else if let identifier = type.as(IdentifierTypeSyntax.self) {
        return (names + [identifier.name.text]).reversed().joined(separator: ".")
      } else if let attributed = type.as(AttributedTypeSyntax.self) {
        next = attributed.baseType
      } else {
        return nil
      }
    }
    return nil
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, .classType, node.inheritanceClause)
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, .actorType, node.inheritanceClause)
  }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, .valueType, node.inheritanceClause)
  }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, .valueType, node.inheritanceClause)
  }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, .protocolType, node.inheritanceClause)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(Self.path(of: node.extendedType) ?? "", .extensionOfType, node.inheritanceClause)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    let words = node.initializer.value.tokens(viewMode: .sourceAccurate).prefix(16).compactMap {
      if case .identifier(let word) = $0.tokenKind { word } else { nil }
    }
    aliases[node.name.text, default: []].formUnion(words)
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in node.clauses {
      let literal = clause.condition?.as(BooleanLiteralExprSyntax.self)?.literal.text
      if literal == "false" { continue }
      if let elements = clause.elements { walk(elements) }
      if literal == "true" { break }
    }
    return .skipChildren
  }

  // MARK: - Members

  /// Whether a declaration is a member of the enclosing type.
  func isMember(_ node: some SyntaxProtocol) -> Bool {
    node.parent?.is(MemberBlockItemSyntax.self) == true && !frames.isEmpty
  }

  private func member(
    _ name: String, _ node: some SyntaxProtocol, hasSelf: Bool, isDeinitializer: Bool = false
  ) {
    let last = frames.count - 1
    frames[last].member = name
    frames[last].node = Syntax(node)
    frames[last].isDeinitializer = isDeinitializer
    let kind = frames[last].facts.kind
    begin(Syntax(node), hasSelf: hasSelf && kind != .valueType && kind != .protocolType)
  }

  private func endMember() {
    end()
    frames[frames.count - 1].node = nil
  }

  static func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { $0.name.text == "static" || $0.name.text == "class" }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isMember(node) else { return .visitChildren }
    let isStatic = Self.isStatic(node.modifiers)
    if !isStatic { frames[frames.count - 1].facts.methods.insert(node.name.text) }
    member(Self.label(node.name, node.signature.parameterClause), node, hasSelf: !isStatic)
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { if isMember(node) { endMember() } }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isMember(node) else { return .visitChildren }
    member(Self.label(node.initKeyword, node.signature.parameterClause), node, hasSelf: true)
    return .visitChildren
  }
  override func visitPost(_ node: InitializerDeclSyntax) { if isMember(node) { endMember() } }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isMember(node) else { return .visitChildren }
    member("deinit", node, hasSelf: true, isDeinitializer: true)
    return .visitChildren
  }
  override func visitPost(_ node: DeinitializerDeclSyntax) { if isMember(node) { endMember() } }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isMember(node) else { return .visitChildren }
    member("subscript", node, hasSelf: !Self.isStatic(node.modifiers))
    return .visitChildren
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { if isMember(node) { endMember() } }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isMember(node) else { return .visitChildren }
    let isLazy = node.modifiers.contains { $0.name.text == "lazy" }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      let facts = PropertyFacts(node, binding)
      frames[frames.count - 1].facts.properties[name, default: []].append(facts)
      // A property's initial value has no `self`, unless the property is lazy.
      let isStatic = Self.isStatic(node.modifiers)
      member(name, binding, hasSelf: isLazy && !isStatic)
      if let value = binding.initializer { walk(value) }
      endMember()
      member(name, binding, hasSelf: !isStatic)
      if let accessors = binding.accessorBlock { walk(accessors) }
      endMember()
    }
    return .skipChildren
  }

  private static func label(
    _ name: TokenSyntax, _ clause: FunctionParameterClauseSyntax
  ) -> String {
    "\(name.text)(\(clause.parameters.map { $0.firstName.text + ":" }.joined()))"
  }
}
