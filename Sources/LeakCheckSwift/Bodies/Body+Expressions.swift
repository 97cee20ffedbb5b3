import LeakCheckLifecycle
import SwiftSyntax

/// Expressions become terms.
extension Body {
  /// The meaning of an expression; its effects are added to the actions.
  ///
  /// `naming` names a new object after the variable that gets it.
  func evaluate(
    _ expression: ExprSyntax, expecting: TypeReference = .unknown, naming: String? = nil,
    isWanted: Bool = true
  ) -> Term {
    if let known = unwrapped[expression.id] { return known }
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): return term(named: node.baseName.text, at: node)
    case .memberAccessExpr(let node): return member(node, expecting: expecting)
    case .functionCallExpr(let node):
      var call = Call(node)
      call.expecting = expecting
      return self.call(call, naming: naming, isWanted: isWanted)
    case .closureExpr(let node): return .function(.closure(closure(node)))
    case .infixOperatorExpr(let node): return infix(node)
    case .awaitExpr(let node): return awaited(node.expression, expecting, naming, isWanted)
    case .arrayExpr(let node):
      return .many(node.elements.map { evaluate($0.expression, expecting: expecting.element) })
    case .dictionaryExpr(let node): return dictionary(node, expecting)
    case .ternaryExpr(let node): return ternary(node, expecting)
    case .subscriptCallExpr(let node): return element(node)
    case .ifExpr(let node):
      branch(node)
      return .unknown
    case .switchExpr(let node):
      branches(node)
      return .unknown
    case .macroExpansionExpr(let node): return macro(node)
    case .stringLiteralExpr(let node): return text(node)
    case .asExpr(let node):
      if let cell = reusedCell(node, naming) { return cell }
      let type = model.resolved(TypeReference(node.type, own: model.ownNames))
      return cast(evaluate(node.expression, expecting: type, naming: naming), to: type)
    default:
      guard let inner = inner(of: expression) else { return simple(expression) }
      return evaluate(inner, expecting: expecting, naming: naming, isWanted: isWanted)
    }
  }

  /// The expression inside a wrapper such as `try` or `!`.
  func inner(of expression: ExprSyntax) -> ExprSyntax? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let node): node.expression
    case .forceUnwrapExpr(let node): node.expression
    case .tryExpr(let node): node.expression
    case .inOutExpr(let node): node.expression
    case .genericSpecializationExpr(let node): node.expression
    case .consumeExpr(let node): node.expression
    case .copyExpr(let node): node.expression
    case .unsafeExpr(let node): node.expression
    case .prefixOperatorExpr(let node): node.expression
    case .postfixOperatorExpr(let node): node.expression
    case .tupleExpr(let node): node.elements.count == 1 ? node.elements.first?.expression : nil
    default: nil
    }
  }

  /// The expression without wrappers.
  func bare(_ expression: ExprSyntax) -> ExprSyntax {
    var next = expression
    while let inner = inner(of: next) { next = inner }
    return next
  }

  private func simple(_ expression: ExprSyntax) -> Term {
    switch expression.as(ExprSyntaxEnum.self) {
    case .nilLiteralExpr: return .null
    case .tupleExpr(let node):
      let terms = node.elements.map { evaluate($0.expression) }
      let held = terms.filter(holdsObject)
      return held.isEmpty ? .unknown : .many(held)
    case .isExpr(let node):
      finish(evaluate(node.expression))
      return .nothing
    case .superExpr: return .object(me, type(named: typeName))
    default: return .nothing
    }
  }

  func type(named name: String?) -> TypeReference { name.map { .named($0) } ?? .unknown }

  func type(of term: Term) -> TypeReference {
    switch term {
    case .object(_, let type): type
    case .function: .function
    case .service(let name, _): .named(name)
    case .many(let terms): .many(terms.first.map { self.type(of: $0) } ?? .unknown)
    case .keyed(let type, _): type
    case .nothing: .value
    default: .unknown
    }
  }

  private func dictionary(_ node: DictionaryExprSyntax, _ expecting: TypeReference) -> Term {
    guard case .elements(let elements) = node.content else { return .many([]) }
    let entries = elements.map {
      (
        key: KeyText.of($0.key, given: constants),
        term: evaluate($0.value, expecting: expecting.element)
      )
    }
    let type = entries.first.map { self.type(of: $0.term) } ?? .unknown
    return .keyed(.many(type), entries)
  }

  private func ternary(_ node: TernaryExprSyntax, _ expecting: TypeReference) -> Term {
    if let side = sideForWindow(node) { return evaluate(side, expecting: expecting) }
    if let holds = known(node.condition) {
      return evaluate(holds ? node.thenExpression : node.elseExpression, expecting: expecting)
    }
    finish(evaluate(node.condition))
    conditions += 1
    let first = evaluate(node.thenExpression, expecting: expecting)
    let second = evaluate(node.elseExpression, expecting: expecting)
    conditions -= 1
    if case .nothing = first { return second }
    if case .null = first { return second }
    return first
  }

  private func cast(_ term: Term, to reference: TypeReference) -> Term {
    guard case .object(let place, let known) = term, reference != .unknown else { return term }
    // A cast to a protocol says less than is already known.
    let says = reference.name.flatMap { model[$0]?.kind } != .protocolType || known == .unknown
    return .object(place, says ? reference : known)
  }

  private func macro(_ node: MacroExpansionExprSyntax) -> Term {
    if node.macroName.text == "selector" {
      return .nothing
    }
    for argument in node.arguments where !expectsNil(argument.expression) {
      finish(evaluate(argument.expression))
    }
    return .nothing
  }

  private func text(_ node: StringLiteralExprSyntax) -> Term {
    for segment in node.segments {
      guard case .expressionSegment(let segment) = segment else { continue }
      for part in segment.expressions { finish(evaluate(part.expression)) }
    }
    return .nothing
  }

  // MARK: - Names

  /// The meaning of a name here.
  func term(named name: String, at node: some SyntaxProtocol) -> Term {
    if let binding = binding(name) {
      switch binding {
      case .value: return .nothing
      case .term(let term): return term
      case .object(let place, let type):
        use(place)
        return .object(place, type)
      }
    }
    if name == "self" { return selfTerm() }
    if let term = ownMember(name, at: node) { return term }
    if model[name] != nil || name.first?.isUppercase == true {
      return .type(model.meaning(of: name))
    }
    if isShared(name) {
      return .object("global.\(name)", translator.sharedVariables[name]?.type ?? .unknown)
    }
    if let function = model.functions.first(where: { $0.name == name }) {
      return .function(.method(Place(stringLiteral: translator.functions(function))))
    }
    if name.hasPrefix("$"), name.dropFirst().first?.isLetter == true, typeName != nil {
      // In a view it is a binding.
      if model.isView(typeName) { return .nothing }
      use(me)
      return .publisher("\(me).\(name)", [])
    }
    // An operator as a function keeps nothing.
    if name.unicodeScalars.first.map(Self.isOperator) == true { return .nothing }
    if !translator.isKnownWord(name) { undeclared(name, at: node) }
    return .unknown
  }

  private static func isOperator(_ first: Unicode.Scalar) -> Bool {
    first.isASCII && !first.properties.isAlphabetic && !["_", "`", "$"].contains(first)
  }

  private func undeclared(_ name: String, at node: some SyntaxProtocol) {
    // An unknown name may be a member of a framework superclass.
    if typeName != nil, me != "self" || model.frameworkBase(of: typeName ?? "") != nil { use(me) }
    note(node, "\(name) is not declared in these files: nothing is known about it")
  }

  private func isShared(_ name: String) -> Bool { translator.sharedVariables[name] != nil }

  private func selfTerm() -> Term {
    if let staticsOf { return .type(staticsOf) }
    guard typeName != nil else { return .unknown }
    use(me)
    return .object(me, type(named: typeName))
  }

  /// Whether a name without `self` is a property of a framework's controller or view that holds no object.
  ///
  /// A property of the same name that the sources declare is meant instead.
  func isValueOfFramework(_ name: String) -> Bool {
    let isValue =
      Frameworks.controllerValues.contains(name) && model.isController(typeName)
      || Frameworks.viewValues.contains(name) && model.isKind(typeName, of: Frameworks.views)
    return isValue && model.property(name, of: typeName) == nil
  }

  /// A member of the enclosing type, written without `self`.
  private func ownMember(_ name: String, at node: some SyntaxProtocol) -> Term? {
    if let term = storedInView(name) { return term }
    if let staticsOf, model.staticProperty(name, of: staticsOf) != nil {
      return translator.staticTerm(name, of: staticsOf)
    }
    guard let typeName else { return nil }
    if isValueOfFramework(name) { return .nothing }
    let isMember =
      model.property(name, of: typeName) != nil || !model.methods(name, of: typeName).isEmpty
      || model.isController(typeName) && Frameworks.controllerProperties[name] != nil
      || model.list(name, of: typeName) != nil
      || Frameworks.viewProperties.contains(name) && model.isKind(typeName, of: Frameworks.views)
    guard isMember else { return nil }
    use(me)
    return property(name, of: me, type(named: typeName), at: node)
  }

  // MARK: - Members

  private func member(_ node: MemberAccessExprSyntax, expecting: TypeReference) -> Term {
    let name = node.declName.baseName.text
    guard let base = node.base else {
      // `.shared` of the expected type; otherwise an enum case.
      guard let type = expecting.name, model.staticProperty(name, of: type) != nil else {
        // The optional's own case, unless the sources have an enum there.
        let isEnum = expecting.name.flatMap { model[$0] }?.kind == .enumType
        return name == "none" && !isEnum ? .null : withoutPayload(expecting)
      }
      return translator.staticTerm(name, of: type)
    }
    if name == "self" { return evaluate(base) }
    if base.plainText == "self", let term = storedInView(name) { return term }
    let text = base.plainText
    if text == "NotificationCenter", name == "default", model[text] == nil {
      return .object("NotificationCenter.default", .named("NotificationCenter"))
    }
    if text == "UIApplication", name == "shared", model[text] == nil {
      return .object("UIApplication.shared", .named("UIApplication"))
    }
    switch evaluate(base) {
    case .type(let type): return staticMember(name, of: type, at: node)
    case .object(let place, let type): return property(name, of: place, type, at: node)
    case .publisher(let place, let operators): return .publisher(place, operators)
    case .nothing, .null: return .nothing
    case .many(let terms):
      return name == "first"
        ? terms.first ?? .null : name == "last" ? terms.last ?? .null : .nothing
    case .service(let type, let make):
      let local = temporary(type.prefix(1).lowercased() + type.dropFirst())
      make(&actions, Place(stringLiteral: local))
      return property(name, of: local, .named(type), at: node)
    default: return .unknown
    }
  }

  /// An enum case without associated objects, when other cases have some: it empties the target of its assignment.
  private func withoutPayload(_ type: TypeReference) -> Term {
    isMany(type) ? .keyed(type, []) : .nothing
  }

  private func staticMember(_ name: String, of type: String, at node: some SyntaxProtocol) -> Term {
    if model.staticProperty(name, of: type) != nil { return translator.staticTerm(name, of: type) }
    if let method = model[type]?.methods.first(where: { $0.isStatic && $0.name == name }) {
      let place = "\(translator.statics(of: type)).\(method.key)"
      return .function(.method(Place(stringLiteral: place)))
    }
    if Frameworks.singletons.contains("\(type).\(name)") {
      let shared = "\(type).\(name)"
      let isKnown = Place.shared.contains(shared)
      return .object(isKnown ? shared : "global.\(type)", .named(type))
    }
    return withoutPayload(.named(type))
  }

  /// A property of the object at a place.
  func property(
    _ name: String, of place: String, _ type: TypeReference, at node: some SyntaxProtocol
  ) -> Term {
    if name.hasPrefix("$"), model.property(name, of: type.name) == nil {
      return model.isView(type.name) ? .nothing : .publisher("\(place).\(name)", [])
    }
    if let property = model.property(name, of: type.name) {
      return read(property, of: place, at: node)
    }
    if let term = extendedProperty(name, of: place, type) { return term }
    if case .many = type, let term = ofMany(name, place, type) { return term }
    // Methods by which a list or a container asks its delegate have the same name but are not meant here.
    if let list = model.list(name, of: type.name) {
      actions.read(Place(stringLiteral: "\(place).view"))
      return .object("\(place).view", .named(list))
    }
    let isOfController =
      Frameworks.controllerProperties[name] != nil && model.isController(type.name)
    if !isOfController, let method = model.methods(name, of: type.name).first {
      translator.noteCall(of: name, from: owner)
      return .function(.method(Place(stringLiteral: "\(place).\(method.key)")))
    }
    if isGeometry(name, at: node) {
      if !isResized(node) { actions.read(Place(stringLiteral: "\(place).\(name)")) }
      return .nothing
    }
    if name == "count" || name == "isEmpty" { return .nothing }
    // Any access loads it, whatever happens next.
    if name == "view", model.isController(type.name) {
      actions.read(Place(stringLiteral: "\(place).view"))
    }
    if name == "viewControllers" || name == "children", model.isController(type.name) {
      return .object("\(place).\(name)", .many(.named("UIViewController")))
    }
    let known = Frameworks.controllerProperties[name] ?? Frameworks.objectProperties[name]
    if let known { return .object("\(place).\(name)", .named(known)) }
    if case .named(let type) = type, model[type] != nil { return .unknown }
    return .object("\(place).\(name)", .unknown)
  }

  private func read(
    _ property: PropertyModel, of place: String, at node: some SyntaxProtocol
  ) -> Term {
    if property.isComputed {
      guard property.type != .value else {
        guard model.actingGetters.contains(property.name) else { return .nothing }
        actions.call(
          Place(stringLiteral: "\(place).get_\(property.name)"), most: Self.mostRepeated)
        return .nothing
      }
      let result = temporary(property.name)
      actions.call(Place(stringLiteral: "\(place).get_\(property.name)"), as: result)
      return .object(result, property.type)
    }
    if property.isLazy { actions.call(Place(stringLiteral: "\(place).lazy_\(property.name)")) }
    if property.type == .value {
      // Through an unowned reference, that is a crash if the object is gone.
      if model.unownedNames.contains(place.split(separator: ".").last.map(String.init) ?? "") {
        actions.read(Place(stringLiteral: "\(place).\(property.name)"))
      }
      return .nothing
    }
    return .object("\(place).\(property.name)", property.type)
  }
}
