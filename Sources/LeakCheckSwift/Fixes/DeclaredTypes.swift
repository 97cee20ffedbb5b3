import SwiftSyntax

/// The declarations that decide whether a fix compiles: the results of function types, the properties of types, and the
/// names of protocols, classes and values.
final class DeclaredTypes: SyntaxVisitor {
  /// The properties by `Type.name`, without those declared twice.
  private(set) var properties: [String: VariableDeclSyntax] = [:]
  /// The names of all members of types.
  private(set) var members: Set<String> = []
  /// The classes by name, without those declared twice.
  private(set) var classes: [String: ClassDeclSyntax] = [:]
  /// The methods of types by `Type.name`; of several with one name, the last.
  private(set) var methods: [String: FunctionDeclSyntax] = [:]

  /// The properties that protocols require.
  private(set) var requirements: Set<String> = []

  private var actors: Set<String> = []
  private var repeated: Set<String> = []
  private var repeatedClasses: Set<String> = []
  private var types: [String] = []
  /// The function types of variables, and of parameters by `function.label`.
  private var functions: [String: [TypeSyntax]] = [:]
  private var aliases: [String: TypeSyntax] = [:]
  private var values: Set<String> = []
  /// The cached results of ``single(_:)``, because every screen may have a property of the same name.
  private var results: [String: String?] = [:]
  private var freeProtocols: Set<String> = []

  // MARK: Declarations

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      if let type = binding.typeAnnotation?.type { functions[name, default: []].append(type) }
      guard let owner = types.last, node.parent?.is(MemberBlockItemSyntax.self) == true else {
        continue
      }
      members.insert(name)
      let key = "\(owner).\(name)"
      if properties.updateValue(node, forKey: key) != nil { repeated.insert(key) }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(MemberBlockItemSyntax.self) == true {
      members.insert(node.name.text)
      if let owner = types.last {
        let key = "\(owner).\(node.name.text)"
        if methods.updateValue(node, forKey: key) != nil { repeated.insert("\(key)()") }
      }
    }
    add(node.signature.parameterClause, of: node.name.text)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = types.last { add(node.signature.parameterClause, of: type) }
    return .visitChildren
  }

  private func add(_ parameters: FunctionParameterClauseSyntax, of function: String) {
    for parameter in parameters.parameters {
      functions["\(function).\(parameter.firstName.text)", default: []].append(parameter.type)
      // A trailing closure has no label.
      if functionResult(of: parameter.type) != nil {
        functions["\(function).", default: []].append(parameter.type)
      }
    }
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    for parameter in node.parameterClause?.parameters ?? [] {
      let label = parameter.firstName?.text ?? "_"
      functions["\(node.name.text).\(label)", default: []].append(parameter.type)
      if functionResult(of: parameter.type) != nil {
        functions["\(node.name.text).", default: []].append(parameter.type)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    aliases[node.name.text] = node.initializer.value
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    if !inherited.contains(where: ["AnyObject", "class", "NSObjectProtocol"].contains) {
      freeProtocols.insert(node.name.text)
    }
    for member in node.memberBlock.members {
      for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? [] {
        requirements.insert(binding.pattern.trimmedDescription)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text
    if classes[name] != nil { repeatedClasses.insert(name) }
    classes[name] = repeatedClasses.contains(name) ? nil : node
    return enter(node.name)
  }

  override func visitPost(_: ClassDeclSyntax) { types.removeLast() }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    actors.insert(node.name.text)
    return enter(node.name)
  }

  override func visitPost(_: ActorDeclSyntax) { types.removeLast() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    values.insert(node.name.text)
    return enter(node.name)
  }

  override func visitPost(_: StructDeclSyntax) { types.removeLast() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    values.insert(node.name.text)
    return enter(node.name)
  }

  override func visitPost(_: EnumDeclSyntax) { types.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    types.append(node.extendedType.trimmedDescription)
    return .visitChildren
  }

  override func visitPost(_: ExtensionDeclSyntax) { types.removeLast() }

  private func enter(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    types.append(name.text)
    return .visitChildren
  }
}

// MARK: - Results of closures

extension DeclaredTypes {
  /// Framework functions whose closures return nothing.
  private static let callers: Set = [
    "Task", "detached", "addTask", "async", "asyncAfter", "sink", "scheduledTimer", "Timer",
    "addObserver", "observe", "setEventHandler", "setCancelHandler", "UIAction", "UIAlertAction",
    "animate", "addOperation", "addCompletion", "DispatchWorkItem", "BlockOperation", "notify",
    "dataTask",
    "perform", "performBatchUpdates", "addPeriodicTimeObserver", "addAnimations",
    "UIViewPropertyAnimator", "downloadTask", "uploadTask",
    "addBarrierBlock", "schedule", "handleEvents", "addCompletedHandler",
  ]
  /// Framework properties whose closures return nothing.
  private static let holders: Set = [
    "completionBlock", "invalidationHandler", "interruptionHandler", "pathUpdateHandler",
    "stateUpdateHandler", "terminationHandler", "readabilityHandler", "completionHandler",
  ]

  /// The result type of a closure, as written, or `nil` if the sources do not say.
  func result(of closure: ClosureExprSyntax) -> String? {
    if let clause = closure.signature?.returnClause { return clause.type.trimmedDescription }
    var node = Syntax(closure)
    // A closure in parentheses or in a collection goes where those go.
    while let parent = node.parent, Self.passesOn(parent) { node = parent }
    guard let parent = node.parent else { return nil }
    switch parent.as(SyntaxEnum.self) {
    case .infixOperatorExpr(let infix) where infix.operator.is(AssignmentExprSyntax.self):
      return Self.lastName(of: infix.leftOperand).flatMap {
        single($0) ?? (functions[$0] == nil && Self.holders.contains($0) ? "Void" : nil)
      }
    case .initializerClause(let clause):
      guard let binding = clause.parent?.as(PatternBindingSyntax.self) else { return nil }
      return binding.typeAnnotation.flatMap { functionResult(of: $0.type) }
    case .functionCallExpr(let call):
      return result(ofArgument: nil, of: call)
        ?? (Self.lastName(of: call.calledExpression) == "map" ? resultOfBody(closure) : nil)
    case .multipleTrailingClosureElement(let element):
      guard let call = parent.parent?.parent?.as(FunctionCallExprSyntax.self) else { return nil }
      return result(ofArgument: element.label.text, of: call)
    case .labeledExpr(let argument):
      guard let call = parent.parent?.parent?.as(FunctionCallExprSyntax.self) else { return nil }
      return result(ofArgument: argument.label?.text ?? "_", of: call)
    default: return nil
    }
  }

  private static func passesOn(_ node: Syntax) -> Bool {
    switch node.as(SyntaxEnum.self) {
    case .arrayElement, .arrayElementList, .arrayExpr, .dictionaryElement, .dictionaryElementList,
      .dictionaryExpr:
      true
    default: false
    }
  }

  private func result(ofArgument label: String?, of call: FunctionCallExprSyntax) -> String? {
    guard let name = Self.lastName(of: call.calledExpression) else { return nil }
    if let known = single("\(name).\(label ?? "")") { return known }
    if let label, let known = single(label) { return known }
    if ["append", "insert"].contains(name),
      let list = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    {
      return Self.lastName(of: list).flatMap { single($0) }
    }
    if Self.callers.contains(name) { return "Void" }
    return ["filter", "allSatisfy", "drop"].contains(name) ? "Bool" : nil
  }

  /// The result type of a closure's only expression, if that calls a method or reads a property of `self`.
  private func resultOfBody(_ closure: ClosureExprSyntax) -> String? {
    guard closure.statements.count == 1, let item = closure.statements.first?.item else {
      return nil
    }
    let called = item.as(FunctionCallExprSyntax.self)?.calledExpression
    let expression = called ?? item.as(ExprSyntax.self)
    guard let access = expression?.as(MemberAccessExprSyntax.self),
      access.base?.trimmedDescription == "self"
    else { return nil }
    let name = access.declName.baseName.text
    let suffix = ".\(name)"
    if called != nil {
      let results = methods.filter { $0.key.hasSuffix(suffix) && !repeated.contains("\($0.key)()") }
        .map { $0.value.signature.returnClause?.type.trimmedDescription ?? "Void" }
      return results.count == 1 ? results.first : nil
    }
    let types = properties.filter { $0.key.hasSuffix(suffix) && !repeated.contains($0.key) }
      .map { $0.value.bindings.first?.typeAnnotation?.type.trimmedDescription }
    return types.count == 1 ? types.first ?? nil : nil
  }

  private static func lastName(of expression: ExprSyntax) -> String? {
    if let access = expression.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text
    }
    if let chain = expression.as(OptionalChainingExprSyntax.self) {
      return lastName(of: chain.expression)
    }
    if let element = expression.as(SubscriptCallExprSyntax.self) {
      return lastName(of: element.calledExpression)
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// The result type that all declarations of a name agree on.
  private func single(_ name: String) -> String? {
    if let known = results[name] { return known }
    let all = Set((functions[name] ?? []).map(functionResult))
    let result = all.count == 1 ? all.first ?? nil : nil
    results[name] = .some(result)
    return result
  }

  private func functionResult(of type: TypeSyntax) -> String? {
    var (type, steps) = (type, 0)
    // An alias of itself is invalid Swift, but must not hang leakcheck.
    while steps < 16 {
      steps += 1
      switch type.as(TypeSyntaxEnum.self) {
      case .optionalType(let optional): type = optional.wrappedType
      case .implicitlyUnwrappedOptionalType(let optional): type = optional.wrappedType
      case .attributedType(let attributed): type = attributed.baseType
      case .tupleType(let tuple):
        guard tuple.elements.count == 1, let element = tuple.elements.first else { return nil }
        type = element.type
      case .arrayType(let list): type = list.element
      case .dictionaryType(let table): type = table.value
      case .functionType(let function): return function.returnClause.type.trimmedDescription
      case .identifierType(let identifier):
        guard let meant = aliases[identifier.name.text] else { return nil }
        type = meant
      default: return nil
      }
    }
    return nil
  }

  static func isVoid(_ result: String) -> Bool { ["Void", "()"].contains(result) }

  /// The value that a closure returns when its `self` is gone: nothing, or the empty value of its type; `nil` if there
  /// is none.
  static func exit(of result: String) -> String? {
    switch result {
    case "Void", "()": ""
    case "String": "\"\""
    case "Int", "Double", "CGFloat", "Float", "TimeInterval": "0"
    case "Bool": "false"
    case _ where result.hasSuffix("?"): "nil"
    case _ where result.hasPrefix("[") && result.hasSuffix("]"):
      result.contains(":") ? "[:]" : "[]"
    default: nil
    }
  }
}

// MARK: - Weak properties

extension DeclaredTypes {
  /// The wrapped type of an optional type, or `nil` for another type.
  func optional(_ type: TypeSyntax) -> TypeSyntax? {
    type.as(OptionalTypeSyntax.self)?.wrappedType
      ?? type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
  }

  /// The only declaration of a property of a type, or `nil` if there is none or more than one.
  func property(_ name: String, of type: String) -> VariableDeclSyntax? {
    let key = "\(type).\(name)"
    return repeated.contains(key) ? nil : properties[key]
  }

  /// The properties that a type declares once, in alphabetical order.
  func properties(of type: String) -> [(name: String, node: VariableDeclSyntax)] {
    let prefix = "\(type)."
    return properties.filter { $0.key.hasPrefix(prefix) && !repeated.contains($0.key) }
      .map { (String($0.key.dropFirst(prefix.count)), $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// The methods of a type, in alphabetical order.
  func methods(of type: String) -> [FunctionDeclSyntax] {
    methods.filter { $0.key.hasPrefix("\(type).") }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The only declaration of a method of a type, or `nil` if there is none or more than one.
  func method(_ name: String, of type: String) -> FunctionDeclSyntax? {
    let key = "\(type).\(name)"
    return repeated.contains("\(key)()") ? nil : methods[key]
  }

  /// Whether objects of a class cross threads, so that its properties must not be variable.
  func isSendable(_ type: String) -> Bool {
    classes[type]?.inheritanceClause?.inheritedTypes.contains {
      $0.type.trimmedDescription == "Sendable"
    } ?? false
  }

  /// Whether a node is in an actor or an extension of one.
  func isInActor(_ node: some SyntaxProtocol) -> Bool {
    var node = node.parent
    while let outer = node {
      if let type = outer.asProtocol((any DeclGroupSyntax).self) {
        let extended = outer.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        return type.is(ActorDeclSyntax.self) || extended.map(actors.contains) == true
      }
      node = outer.parent
    }
    return false
  }

  /// Whether a name is an alias of another type.
  func isAlias(_ name: String) -> Bool { aliases[name] != nil }

  /// Whether a type is a class, as far as the sources say.
  func isClass(_ type: TypeSyntax) -> Bool {
    var type = type
    while let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      type = element.type
    }
    if let existential = type.as(SomeOrAnyTypeSyntax.self) { type = existential.constraint }
    guard let name = type.as(IdentifierTypeSyntax.self)?.name.text, aliases[name] == nil else {
      return false
    }
    return !values.contains(name) && !freeProtocols.contains(name)
  }
}
