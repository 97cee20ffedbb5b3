import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Statements become actions.
extension Body {
  func statements(_ items: CodeBlockItemListSyntax) {
    for item in items { statement(item) }
  }

  func statement(_ item: CodeBlockItemSyntax) {
    stand(at: item)
    let start = temporaries.count
    switch item.item {
    case .decl(let declaration): self.declaration(declaration)
    case .stmt(let statement): self.statement(statement)
    case .expr(let expression) where isResult(item): giveBack(expression, at: item)
    case .expr(let expression): self.expression(expression)
    }
    dropTemporaries(from: min(start, temporaries.count))
  }

  /// An expression whose result is unused.
  func expression(_ expression: ExprSyntax) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .ifExpr(let node): branch(node)
    case .switchExpr(let node): branches(node)
    default:
      if let call = expression.as(FunctionCallExprSyntax.self), Self.makesSomething(call),
        onlyIfThere(call.calledExpression, { self.expression(expression) })
      {
        return
      }
      if let built { return add(evaluate(expression), to: "\(built).elements", expression) }
      finish(evaluate(expression, isWanted: false))
    }
  }

  private func statement(_ statement: StmtSyntax) {
    switch statement.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let node): expression(node.expression)
    case .guardStmt(let node): guardStatement(node)
    case .forStmt(let node): loop(node)
    case .whileStmt(let node): loop(node)
    case .repeatStmt(let node): loop(nil, node.body.statements)
    case .doStmt(let node): attempt(node)
    case .deferStmt(let node): defers[defers.count - 1].append(node.body.statements)
    case .returnStmt(let node): giveBack(node.expression, at: node)
    case .throwStmt(let node): finish(evaluate(node.expression))
    case .labeledStmt(let node): self.statement(node.statement)
    default: break
    }
  }

  // MARK: - Declarations

  private func declaration(_ declaration: DeclSyntax) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .variableDecl(let variable):
      for binding in variable.bindings { self.variable(binding, of: variable) }
    case .functionDecl(let function): localFunction(function)
    case .macroExpansionDecl(let macro):
      for argument in macro.arguments where !expectsNil(argument.expression) {
        finish(evaluate(argument.expression))
      }
    // The model already has the types declared in bodies.
    default: break
    }
  }

  private func variable(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax) {
    guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
      if tuple(binding) { return }
      // Each of its names is something that is not followed.
      if let initial = binding.initializer?.value { finish(evaluate(initial)) }
      for name in binding.pattern.tokens(viewMode: .sourceAccurate) { bind(name.text, .value) }
      return
    }
    let name = pattern.identifier.text
    let type = model.resolved(
      TypeReference(binding.typeAnnotation?.type, own: model.ownNames))
    let modifiers = Set(variable.modifiers.map(\.name.text))
    guard let initial = binding.initializer?.value else {
      return declare(name, type, binding)
    }
    if variable.bindingSpecifier.tokenKind == .keyword(.let), !constants.isEmpty {
      constants[name] = KeyText.of(initial, given: constants)
    }
    if initial.as(FunctionCallExprSyntax.self).map({ Call.name(of: $0) == "UUID" }) == true {
      newKeys.insert(name)
    }
    if modifiers.contains("async"), callsOwnCode(initial) { childTasks.insert(name) }
    let isWeak = modifiers.contains("weak") || modifiers.contains("unowned")
    let term =
      reusedCell(initial, named: name)
      ?? evaluate(initial, expecting: type, naming: isWeak ? nil : name)
    let isGlobal =
      translator.sharedVariables[name] != nil
      || variable.bindingSpecifier.tokenKind == .keyword(.let) && staysForGood(term)
    if isSteps, isGlobal, used.isEmpty {
      return shareGlobally(name, term, type, initial)
    }
    if isWeak { return weakLocal(name, term, initial) }
    if case .function = term, variable.bindingSpecifier.tokenKind == .keyword(.var),
      isKeptByItsClosure(name, binding)
    {
      captured(name, binding)
      if let place = self.binding(name).flatMap(Self.place) { store(term, at: place, initial) }
      return
    }
    bindLocal(name, to: term, type, initial)
  }

  /// Whether a constant of top-level code has an object that something uses later: it lives as long as the process.
  private func staysForGood(_ term: Term) -> Bool {
    guard isSteps, scopes.count == 1, typeName == nil, case .object(_, let type) = term else {
      return false
    }
    return type.name.map(translator.askedLater.contains) ?? false
  }

  /// `let (a, b) = (A(), B())`.
  private func tuple(_ binding: PatternBindingSyntax) -> Bool {
    guard let elements = binding.pattern.as(TuplePatternSyntax.self)?.elements,
      let initial = binding.initializer?.value
    else { return false }
    let names = elements.map {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text ?? "_"
    }
    let isPair = initial.as(FunctionCallExprSyntax.self).map { Call($0).name } == "makeStream"
    if isPair, case .many(let terms) = evaluate(initial), terms.count == names.count {
      for (name, term) in zip(names, terms) { bindLocal(name, to: term, .unknown, initial) }
      return true
    }
    if let call = initial.as(FunctionCallExprSyntax.self), bindParts(names, of: call) {
      return true
    }
    guard let values = initial.as(TupleExprSyntax.self)?.elements, names.count == values.count
    else { return false }
    for (name, value) in zip(names, values) {
      let term = evaluate(value.expression, naming: name)
      if name == "_" { finish(term) } else { bindLocal(name, to: term, .unknown, value) }
    }
    return true
  }

  /// The result of a function; the parts of a tuple have numbers as names.
  func returned(_ expression: ExprSyntax) -> Term {
    guard let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count > 1 else {
      return evaluate(expression, expecting: resultType)
    }
    var parts: [(key: String?, term: Term)] = []
    for (number, element) in tuple.elements.enumerated() {
      let term = evaluate(element.expression)
      if holdsObject(term) { parts.append(("part\(number)", term)) } else { finish(term) }
    }
    return .keyed(.many(.unknown), parts)
  }

  /// `let (model, view) = make()`: each name gets its part of the result.
  private func bindParts(_ names: [String], of call: FunctionCallExprSyntax) -> Bool {
    let parts = Call.name(of: call).isEmpty ? [] : model.parts(of: Call(call), in: typeName)
    guard parts.count == names.count,
      case .object(let list, _) = evaluate(ExprSyntax(call)), !list.contains(".")
    else { return false }
    for (number, (name, type)) in zip(names, parts).enumerated() where name != "_" {
      guard type != .value else {
        bind(name, .value)
        continue
      }
      let local = local(name, type, for: name)
      actions.pick(
        Place(stringLiteral: "\(list).elements"), as: local, .key("part\(number)"))
    }
    return true
  }

  /// A variable without a value yet.
  private func declare(_ name: String, _ type: TypeReference, _ node: some SyntaxProtocol) {
    if isSteps, translator.sharedVariables[name] != nil {
      return bind(name, type == .value ? .value : .object("global.\(name)", type))
    }
    guard type != .value else { return bind(name, .value) }
    if isMany(type) { return manyLocal(name, [], type, node) }
    if type == .function || type == .named(Self.workItem), isKeptByItsClosure(name, node) {
      return captured(name, node)
    }
    let local = local(name, type, for: name)
    actions.set(Place(stringLiteral: local), to: .null)
  }

  private func shareGlobally(
    _ name: String, _ term: Term, _ type: TypeReference, _ node: ExprSyntax
  ) {
    let known = type == .unknown ? self.type(of: term) : type
    bind(name, .object("global.\(name)", known))
    store(term, at: "global.\(name)", node)
  }

  /// Gives a term a name of the body.
  func bindLocal(_ name: String, to term: Term, _ type: TypeReference, _ node: some SyntaxProtocol)
  {
    let known = type == .unknown || self.type(of: term).name != nil ? self.type(of: term) : type
    switch term {
    case .nothing: bind(name, type == .value || type == .unknown ? .value : .term(.nothing))
    case .unknown: bind(name, .term(.unknown))
    case .handler, .gesture, .publisher, .type, .index: bind(name, .term(term))
    case .many, .keyed: manyLocal(name, [term], known, node)
    case .object(let place, let type) where isMany(type):
      manyLocal(name, [], type, node)
      let list = binding(name)
      if case .object(let target, _)? = list {
        actions.copy(Place(stringLiteral: place), to: Place(stringLiteral: target))
      }
    case .object(let place, let type)
    where temporaries.contains(place) && LocalName.shown(place) == name
      && !(aliases.contains(place) && isStruct(type)):
      // The object was created under this name already.
      temporaries.removeAll { $0 == place }
      locals[locals.count - 1].append(place)
      bind(name, .object(place, known))
    case .service(_, let make):
      let local = local(name, known, for: name)
      make(&actions, Place(stringLiteral: local))
    default:
      let value = value(of: term, node)
      let local = local(name, known, for: name)
      actions.set(Place(stringLiteral: local), to: value)
    }
  }

  /// An array or a dictionary becomes an object that lists others, because a local cannot.
  private func manyLocal(
    _ name: String, _ terms: [Term], _ type: TypeReference, _ node: some SyntaxProtocol
  ) {
    let local = local(name, type)
    actions.new("Array", as: local)
    bind(name, .object("\(local).elements", type))
    for term in terms { add(term, to: "\(local).elements", node) }
  }

  /// The property of a holder that stands for a weak local.
  static let weakValue = ".value"

  /// A weak local becomes the weak property of an object, because locals of scenarios are strong.
  private func weakLocal(_ name: String, _ term: Term, _ node: ExprSyntax) {
    guard case .object(let place, let type) = term else {
      return bindLocal(name, to: term, .unknown, node)
    }
    translator.needsWeakLocals = true
    let holder = local("weak", .unknown)
    actions.new("WeakLocal", as: holder)
    let weak = holder + Self.weakValue
    actions.set(Place(stringLiteral: weak), to: .place(Place(stringLiteral: place)))
    bind(name, .object(weak, type))
  }

  private func localFunction(_ function: FunctionDeclSyntax) {
    guard let body = function.body?.statements else { return }
    let method = MemberReader(model: model).method(function)
    let local = local(method.name, .function, for: method.name)
    meetItself(method.name, at: local, in: body)
    let literal = closure(
      at: function, captures: [], parameters: method.parameters.map { ($0.name, $0.type) }, body,
      isAsync: method.isAsync)
    actions.set(Place(stringLiteral: local), to: .closure(literal))
  }

  /// A function that names itself runs once: its own name is empty inside it.
  ///
  /// It has no context of its own that it could keep; only what else gets it there keeps more than is followed.
  private func meetItself(_ name: String, at local: String, in body: CodeBlockItemListSyntax) {
    let uses = body.tokens(viewMode: .sourceAccurate).filter {
      $0.text == name && $0.parent?.is(DeclReferenceExprSyntax.self) == true
    }
    guard !uses.isEmpty else { return }
    actions.set(Place(stringLiteral: local), to: .null)
    for use in uses where use.parent?.parent?.is(InfixOperatorExprSyntax.self) == true {
      note(use, "what keeps \(name) inside itself is not followed", unsettles: true)
    }
  }
}
