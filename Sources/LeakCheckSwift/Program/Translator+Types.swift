import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Types become scenario types, and their bodies callbacks.
extension Translator {
  func declaration(of type: TypeModel) -> TypeDeclaration {
    var declaration = TypeDeclaration(name: type.name, base: base(of: type))
    declaration.place = type.place
    declaration.traces = type.kind == .classType || type.kind == .actorType
    for property in type.properties where !property.isStatic && !property.isComputed {
      // Strong ones too: a declared property may be called before anything is stored in it.
      if property.type != .value || property.strength != .strong {
        declaration.properties[property.name] = property.strength
      }
    }
    declaration.releaseOrder = releaseOrder(of: type)
    addInitializers(of: type, to: &declaration)
    for method in type.methods
    where !method.isStatic && !model.shows(method) && (method.body != nil || !method.items.isEmpty)
      && !isMove(method, of: type)
    {
      declaration.callbacks[method.key] = callback(method, of: type)
      if !method.parameters.isEmpty || method.key != method.name {
        declaration.methodNames[method.key] = "\(method.name)(\(method.labels))"
      }
    }
    for property in type.properties where !property.isStatic && !model.shows(property) {
      accessors(of: property, type, &declaration)
    }
    if let deinitializer = type.deinitializer {
      let body = Body(self, in: type.name)
      body.callback = "deinit"
      body.statements(deinitializer)
      body.runDefers()
      declaration.callbacks["deinit"] = body.actions
    }
    outlets(of: type, &declaration)
    if model.isView(type.name) { addMoments(of: type, to: &declaration) }
    addMoves(of: type, to: &declaration)
    declaration.callbackPlaces = logPlaces(of: type)
    return declaration
  }

  /// Adds the initial values, and the initializers: as one callback if they need no names.
  private func addInitializers(of type: TypeModel, to declaration: inout TypeDeclaration) {
    var initial = initialValues(of: type)
    if loadsItsViewAtOnce(type) { initial.callSuper() }
    if namesInitializers(type) {
      if initial.count > 0 { declaration.callbacks["init"] = initial }
      for initializer in type.initializers where initializer.body != nil {
        declaration.callbacks[key(of: initializer, in: type)] = body(
          of: initializer, in: type.name, callback: "init")
      }
      return
    }
    var actions =
      type.initializers.first.map {
        body(of: $0, in: type.name, callback: "init", behind: initial)
      } ?? initial
    if actions.count == 0 { actions = initial }
    if actions.count > 0 { declaration.callbacks["init"] = actions }
  }

  /// Whether a type's `super.init()` calls `viewDidLoad()`, as in a tab bar controller: the type's properties have
  /// their values by then.
  private func loadsItsViewAtOnce(_ type: TypeModel) -> Bool {
    type.inherits.contains("UITabBarController") && model["UITabBarController"] == nil
      && !type.initializers.contains { initializer in
        initializer.body?.tokens(viewMode: .sourceAccurate).contains { $0.text == "super" } == true
      }
  }

  /// The stored properties in the order in which compiled code releases them: by declaration, but with a link to
  /// another object of the type last if there is exactly one, so that a list is freed without recursion.
  private func releaseOrder(of type: TypeModel) -> [String] {
    let stored = type.properties.filter { !$0.isStatic && !$0.isComputed }
    let links = stored.filter { $0.strength == .strong && $0.type == .named(type.name) }
    guard links.count == 1, let link = links.first else { return stored.map(\.name) }
    return stored.map(\.name).filter { $0 != link.name } + [link.name]
  }

  private func base(of type: TypeModel) -> String {
    let declared = model.declaredBase(of: type)?.name
    let bases = type.inherits.lazy.compactMap { [model] name in
      name == declared ? name : model[name] == nil ? Frameworks.simulated(name) : nil
    }
    if let base = bases.first { return base }
    switch type.kind {
    case .actorType: return "Actor"
    case .structType: return "struct"
    case .classType, .enumType, .protocolType: return "NSObject"
    }
  }

  private func initialValues(of type: TypeModel) -> ActionList {
    let body = Body(self, in: type.name)
    body.callback = "init"
    for property in type.properties
    where !property.isStatic && !property.isLazy && !property.isComputed {
      guard let initial = property.initial else { continue }
      let around = model.standIn
      model.standIn = property.place
      defer { model.standIn = around }
      body.actions.place = model.place(of: initial)
      if model.flags.contains(property.name), let value = FlagNames.value(of: initial) {
        body.setFlag(value, at: "self.\(FlagNames.property(of: property.name))")
      }
      let term = body.evaluate(initial, expecting: property.type)
      if case .many(let terms) = term, !property.parts.isEmpty {
        for (name, term) in zip(property.parts, terms) {
          body.store(term, at: "self.\(name)", initial)
        }
      } else {
        body.store(term, at: "self.\(property.name)", initial)
      }
      body.dropTemporaries()
    }
    return body.actions
  }

  /// The actions of a method; `behind` run after its parameters are named.
  func body(
    of method: MethodModel, in type: String?, callback: String? = nil, staticsOf: String? = nil,
    behind initial: ActionList? = nil, me: String = "self", constants: [String: String] = [:]
  ) -> ActionList {
    let body = Body(self, in: type)
    body.constants = constants
    body.me = me
    body.callback = callback
    body.staticsOf = staticsOf
    // Code called by frameworks runs by itself; an override of the sources' own method does not.
    body.owner = callback.map(Frameworks.callbacks.contains) == true ? "" : method.name
    body.isAsync = method.isAsync
    body.resultType = method.result ?? .unknown
    let isFramework = callback.map { $0 != "init" && Frameworks.callbacks.contains($0) } ?? false
    parameters(of: method, in: body, isFramework: isFramework)
    if let initial { body.actions.append(contentsOf: initial) }
    if callback != "init" { body.bindStorage() }
    if !method.items.isEmpty {
      body.statements(method.items)
      body.runDefers()
      return body.actions
    }
    guard let statements = method.body else { return body.actions }
    if method.result != nil, statements.count == 1,
      case .expr(let expression)? = statements.first?.item,
      !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self)
    {
      body.actions.place = model.place(of: expression)
      let term = body.returned(expression)
      body.actions.giveBack(body.value(of: term, expression))
      return body.actions
    }
    if method.result != nil, method.result != .value { body.collectResult(of: statements) }
    body.statements(statements)
    body.runDefers()
    body.giveCollected()
    guard let callback, callback != "init", !body.callsSuper else { return body.actions }
    var actions = ActionList()
    actions.noSuper()
    actions.append(contentsOf: body.actions)
    return actions
  }

  private func parameters(of method: MethodModel, in body: Body, isFramework: Bool) {
    var names: [String] = []
    for parameter in method.parameters {
      if isFramework || parameter.type == .value {
        body.bind(parameter.name, .value)
        names.append(body.fresh(parameter.name))
      } else {
        let local = body.fresh(parameter.name)
        let place = parameter.isInout ? "\(local).value" : local
        body.bind(parameter.name, .object(place, resolved(parameter.type)))
        names.append(local)
      }
    }
    let isExtension = body.me != "self"
    if isExtension || !isFramework && method.parameters.contains(where: { $0.type != .value }) {
      body.actions.parameters(isExtension ? [body.me] + names : names)
    }
  }

  /// A type without aliases and generic parameters.
  func resolved(_ type: TypeReference) -> TypeReference {
    model.resolved(type)
  }

  private func callback(_ method: MethodModel, of type: TypeModel) -> ActionList {
    let isLifecycle = Frameworks.callbacks.contains(method.name) && model.isController(type.name)
    let overrides =
      method.isOverride
      && model.chain(of: type.name).dropFirst().contains { base in
        base.methods.contains { $0.name == method.name }
      }
    return body(of: method, in: type.name, callback: isLifecycle || overrides ? method.name : nil)
  }

  /// The actions of a getter, or with a parameter those of a setter or an observer.
  func body(
    _ statements: CodeBlockItemListSyntax, _ parameter: String?, of property: PropertyModel,
    in type: String, constants: [String: String] = [:]
  ) -> ActionList {
    let around = model.standIn
    model.standIn = property.place
    defer { model.standIn = around }
    let method = MethodModel(
      name: property.name, key: property.name,
      parameters: parameter.map { [.init(label: nil, name: $0, type: property.type)] } ?? [],
      body: statements, result: parameter == nil ? property.type : nil, place: property.place)
    return body(of: method, in: type, constants: constants)
  }

  private func accessors(
    of property: PropertyModel, _ type: TypeModel, _ declaration: inout TypeDeclaration
  ) {
    if let getter = property.getter,
      property.type != .value || model.actingGetters.contains(property.name)
    {
      declaration.callbacks["get_\(property.name)"] = body(
        getter, nil, of: property, in: type.name)
    }
    for (key, accessor) in property.accessors {
      declaration.callbacks[key] = body(
        accessor.body, accessor.parameter, of: property, in: type.name)
    }
    let around = model.standIn
    model.standIn = property.place
    defer { model.standIn = around }
    if property.isLazy, let initial = property.initial {
      let body = Body(self, in: type.name)
      body.actions.place = model.isOfFile(initial) ? model.place(of: initial) : property.place
      body.actions.unless(Place(stringLiteral: "self.\(property.name)"))
      let term = body.evaluate(initial, expecting: property.type)
      body.store(term, at: "self.\(property.name)", initial)
      body.dropTemporaries()
      declaration.callbacks["lazy_\(property.name)"] = body.actions
    }
  }

  /// Adds the outlets, which are filled when the view is loaded.
  private func outlets(of type: TypeModel, _ declaration: inout TypeDeclaration) {
    let outlets = type.properties.filter(\.isOutlet)
    guard !outlets.isEmpty, model.isController(type.name) else { return }
    declaration.hasNib = true
    var actions = ActionList()
    for outlet in outlets {
      guard let name = outlet.type.name, model[name] != nil || Frameworks.types.contains(name)
      else { continue }
      actions.place = outlet.place
      let local = "outlet_\(outlet.name)"
      actions.new(name, as: local)
      actions.newParts(of: name, at: local) { "\(local)_\($0)" }
      if model.isKind(name, of: Frameworks.views) {
        actions.addSubview(Place(stringLiteral: local), to: "self.view")
      }
      actions.set(
        Place(stringLiteral: "self.\(outlet.name)"), to: .place(Place(stringLiteral: local)))
    }
    actions.append(contentsOf: declaration.callbacks["viewDidLoad"] ?? ActionList())
    declaration.callbacks["viewDidLoad"] = actions
  }
}
