import LeakCheckLifecycle
import SwiftSyntax

/// Assignments, and their observers.
extension Body {
  func assign(_ source: ExprSyntax, to destination: ExprSyntax) {
    let target = bare(destination)
    setFlag(source, at: target)
    if assignWrapped(source, to: target) || activate(target) { return }
    if target.is(DiscardAssignmentExprSyntax.self) { return finish(evaluate(source)) }
    if let targets = target.as(TupleExprSyntax.self) { return assign(source, to: targets) }
    if let access = target.as(MemberAccessExprSyntax.self) ?? ofController(target),
      frameworkProperty(access, source)
    {
      return
    }
    if let element = target.as(SubscriptCallExprSyntax.self) {
      if onlyIfThere(element.calledExpression, { assign(source, to: destination) }) { return }
      return store(source, in: element)
    }
    if assignIfThere(source, to: target) { return }
    // An optional link in the target: the assigned value is created only if there is an object before the link.
    if onlyIfThere(target, { assign(source, to: destination) }) { return }
    guard let place = self.place(of: target) else { return assignUnfollowed(source, to: target) }
    assign(source, at: place)
  }

  /// `(first, second) = (second, first)`: reads all values before it writes any.
  private func assign(_ source: ExprSyntax, to targets: TupleExprSyntax) {
    let sources = source.as(TupleExprSyntax.self)?.elements.map(\.expression)
    var terms: [Term] = []
    for source in sources ?? [] {
      guard case .object(let place, let type) = evaluate(source), isOne(type) else {
        terms.append(evaluate(source))
        continue
      }
      let read = temporary("read")
      actions.set(Place(stringLiteral: read), to: .place(Place(stringLiteral: place)))
      terms.append(.object(read, type))
    }
    if sources == nil, case .many(let made) = evaluate(source) { terms = made }
    for (target, term) in zip(targets.elements, terms) {
      if let place = place(of: bare(target.expression))?.place {
        store(term, at: place, target)
      } else {
        finish(term)
      }
    }
  }

  /// `_model = StateObject(wrappedValue: Model())` in the initialiser of a view.
  private func assignWrapped(_ source: ExprSyntax, to target: ExprSyntax) -> Bool {
    let name =
      target.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? target.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    guard name.hasPrefix("_"), model.isView(typeName),
      let property = model.property(String(name.dropFirst()), of: typeName),
      let wrapped = source.as(FunctionCallExprSyntax.self).map(Call.init),
      Frameworks.viewWrappers.contains(wrapped.name), let value = wrapped.first
    else { return false }
    use("self")
    store(evaluate(value, expecting: property.type), at: "self.\(property.name)", value)
    return true
  }

  /// `viewControllers = …` in a controller, as `self.viewControllers = …`.
  private func ofController(_ target: ExprSyntax) -> MemberAccessExprSyntax? {
    guard let reference = target.as(DeclReferenceExprSyntax.self),
      Frameworks.controllerSetters.contains(reference.baseName.text),
      binding(reference.baseName.text) == nil, model.isController(typeName),
      model.property(reference.baseName.text, of: typeName) == nil
    else { return nil }
    return MemberAccessExprSyntax(
      base: DeclReferenceExprSyntax(baseName: .keyword(.self)), name: reference.baseName)
  }

  /// `continuation.onTermination = { … }`: it is unknown how long a property of an undeclared type keeps the closure.
  private func assignUnfollowed(_ source: ExprSyntax, to target: ExprSyntax) {
    let term = evaluate(source)
    if let name = target.as(DeclReferenceExprSyntax.self)?.baseName.text,
      binding(name) != nil || isValueOfFramework(name) || model.property(name, of: typeName) != nil
    {
      return finish(term)
    }
    switch term {
    case .function(.closure(let literal)) where !literal.strongCaptures.isEmpty,
      .handler(.closure(let literal)) where !literal.strongCaptures.isEmpty:
      if keepsSharedHandler(.closure(literal), in: target) { return }
      handOver(.closure(literal), source, to: target.trimmedDescription)
    // Apple's controls, recognizers and timers do not own their targets.
    case .object where target.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "target":
      finish(term)
    case .object(let place, let type) where type.name.flatMap { model[$0] }?.kind == .classType:
      handOver(object: place, source, to: target.trimmedDescription)
    default: finish(term)
    }
  }

  /// Whether an Apple class keeps a handler in this property, judging by the names: `monitor.pathUpdateHandler`.
  func keepsHandler(_ type: TypeReference, _ name: String) -> Bool {
    guard let type = type.name, Frameworks.isApples(type) else { return false }
    return ["Handler", "Block", "Callback", "Provider"].contains { name.hasSuffix($0) }
  }

  /// Whether neither the sources nor the framework tables have a type.
  private func isUndeclared(_ type: TypeReference) -> Bool {
    guard let name = type.name else { return false }
    return model[name] == nil && !Frameworks.types.contains(name)
  }

  /// `holder?.property = value`: if it is known whether there is a holder, the value is created only if there is one.
  private func assignIfThere(_ source: ExprSyntax, to target: ExprSyntax) -> Bool {
    guard let access = target.as(MemberAccessExprSyntax.self),
      let chained = access.base?.as(OptionalChainingExprSyntax.self),
      isDecided(chained.expression),
      case .object(let holder, let type) = evaluate(chained.expression), isOne(type)
    else { return false }
    let name = access.declName.baseName.text
    let property = model.property(name, of: type.name)
    if property?.type == .value, property?.setter == nil, property?.didSet == nil { return false }
    let local = fresh("there")
    let body = list {
      assign(source, at: ("\(local).\(name)", property?.type ?? .unknown, property))
    }
    actions.each(Place(stringLiteral: holder), as: local) { $0.append(contentsOf: body) }
    return true
  }

  private func assign(
    _ source: ExprSyntax,
    at target: (place: String, type: TypeReference, property: PropertyModel?)
  ) {
    let (place, type, property) = target
    let name = place.split(separator: ".").last.map(String.init)
    let term = evaluate(source, expecting: type, naming: property == nil ? name : nil)
    if let property, property.setter != nil {
      let owner = place.dropLast(property.name.count + 1)
      let key = key(of: "set_", of: property, assigning: source) ?? "set_\(property.name)"
      return actions.call(
        Place(stringLiteral: "\(owner).\(key)"), with: [value(of: term, source)])
    }
    observe(property, place, "willSet_", source)
    store(term, at: place, source)
    observe(property, place, "didSet_", source)
  }

  private func observe(
    _ property: PropertyModel?, _ place: String, _ prefix: String, _ source: ExprSyntax
  ) {
    guard let property, let key = key(of: prefix, of: property, assigning: source) else { return }
    let owner = place.dropLast(property.name.count + 1)
    // A property set within its own initializer does not call its observers.
    if callback == "init", owner == "self" { return }
    actions.call(Place(stringLiteral: "\(owner).\(key)"))
  }

  /// The place of an assignment's target, without reading it.
  func place(
    of target: ExprSyntax
  ) -> (place: String, type: TypeReference, property: PropertyModel?)? {
    if let reference = target.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      if let binding = binding(name) { return place(of: binding, name) }
      if let property = model.property(name, of: typeName) {
        use(me)
        return ("\(me).\(name)", property.type, property)
      }
      if isValueOfFramework(name) { return nil }
      if model.isController(typeName), Frameworks.controllerProperties[name] != nil {
        use(me)
        return ("\(me).\(name)", .unknown, nil)
      }
    }
    if let access = target.as(MemberAccessExprSyntax.self), let base = access.base {
      let name = access.declName.baseName.text
      guard case .object(let place, let type) = evaluate(base) else {
        if case .object(let place, let type) = evaluate(target) { return (place, type, nil) }
        return nil
      }
      if isStream(type), name == "onTermination" {
        return ("\(place).stream.\(name)", .function, nil)
      }
      let property = model.property(name, of: type.name)
      if property?.type == .value, property?.setter == nil, property?.didSet == nil { return nil }
      if property == nil, isUndeclared(type), !keepsHandler(type, name) { return nil }
      return ("\(place).\(name)", property?.type ?? .unknown, property)
    }
    if case .object(let place, let type) = evaluate(target) { return (place, type, nil) }
    return nil
  }

  private func place(
    of binding: Binding, _ name: String
  ) -> (place: String, type: TypeReference, property: PropertyModel?)? {
    switch binding {
    case .object(let place, let type):
      use(place)
      return (place, type, nil)
    case .term(.unknown), .term(.nothing), .term(.gesture), .term(.handler), .term(.publisher),
      .term(.type):
      return nil
    default: return nil
    }
  }

  /// Stores a term in a place.
  func store(_ term: Term, at place: String, _ node: some SyntaxProtocol) {
    let target = Place(stringLiteral: place)
    switch term {
    case .nothing, .type, .gesture, .index: return
    case .null:
      // A property for many objects is emptied; a property for one becomes `nil`.
      actions.set(target, to: .null)
    case .service(_, let make): make(&actions, target)
    case .many, .keyed:
      if callback != "init" { actions.clear(target) }
      add(term, to: place, node)
    case .unknown: storeUnknown(place, node)
    case .object(let source, let type) where isMany(type):
      actions.copy(Place(stringLiteral: source), to: target)
    default:
      let value = value(of: term, node)
      if place.hasPrefix("global.") { noteRegistrations(of: [value]) }
      actions.set(target, to: value)
    }
  }

  private func storeUnknown(_ place: String, _ node: some SyntaxProtocol) {
    actions.set(Place(stringLiteral: place), to: .null)
  }
}
