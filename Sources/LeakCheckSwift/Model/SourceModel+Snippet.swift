import SwiftSyntax

/// Guides show a callback, or a part of one, without its class: such a file is the body of a screen of its own.
extension SourceModel {
  /// The screen whose body the top-level code is, or `nil` if it is a program.
  func snippet(
    _ functions: [MethodModel], _ items: [CodeBlockItemSyntax]
  ) -> TypeModel? {
    let isCallback = functions.contains {
      $0.isOverride || $0.name != "init" && Frameworks.callbacks.contains($0.name)
    }
    let bodies = functions.compactMap(\.body).map { Syntax($0) }
    let names = SelfNames(bodies + items.map { Syntax($0) })
    guard isCallback || names.usesSelf, let first = files.first else { return nil }
    let name = ["Screen", "SnippetScreen"].first { self[$0] == nil } ?? "ScreenOfSnippet"
    let place =
      functions.first?.place ?? place(of: items.first.map { Syntax($0) } ?? Syntax(first.tree))
    let screen = TypeModel(name: name, kind: .classType, place: place)
    screen.inherits = ["UIViewController"]
    screen.methods = functions
    var rest: [CodeBlockItemSyntax] = []
    for item in items {
      if isCallback, case .decl(let declaration) = item.item,
        let variable = declaration.as(VariableDeclSyntax.self)
      {
        screen.properties += MemberReader(model: self).properties(variable)
      } else {
        rest.append(item)
      }
    }
    if !rest.isEmpty, !functions.contains(where: { $0.name == "viewDidLoad" }) {
      var body = MethodModel(
        name: "viewDidLoad", key: "viewDidLoad", parameters: [], body: nil, place: place)
      body.items = rest
      screen.methods.append(body)
    }
    for name in names.assigned.sorted() where !isDeclared(name, in: screen) {
      screen.properties.append(PropertyModel(name: name, type: .unknown, place: place))
    }
    return screen
  }

  private func isDeclared(_ name: String, in screen: TypeModel) -> Bool {
    screen.property(name) != nil || screen.methods.contains { $0.name == name }
      || Frameworks.controllerProperties[name] != nil || Frameworks.controllerValues.contains(name)
      || Frameworks.controllerSetters.contains(name)
  }
}

/// The uses of `self` by code outside types, and the members that it fills.
private final class SelfNames: SyntaxVisitor {
  private(set) var usesSelf = false
  /// The members and undeclared variables that are assigned, or passed as `&name`.
  private(set) var assigned: Set<String> = []
  private var bound: Set<String> = []

  init(_ nodes: [Syntax]) {
    super.init(viewMode: .sourceAccurate)
    for node in nodes { walk(node) }
    assigned.subtract(bound)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    if node.baseName.tokenKind == .keyword(.self), !isMember { usesSelf = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if node.name.tokenKind == .keyword(.self) { usesSelf = true }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    bound.insert(node.identifier.text)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.is(AssignmentExprSyntax.self) { take(node.leftOperand) }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    take(node.expression)
    return .visitChildren
  }

  private func take(_ target: ExprSyntax) {
    if let access = target.as(MemberAccessExprSyntax.self) {
      let base = access.base?.as(OptionalChainingExprSyntax.self)?.expression ?? access.base
      guard base?.trimmedDescription == "self" else { return }
      assigned.insert(access.declName.baseName.text)
    } else if let name = target.as(DeclReferenceExprSyntax.self)?.baseName {
      if name.text != "_" { assigned.insert(name.text) }
    }
  }

  // A type declaration has a `self` of its own.
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
