import LeakCheckLifecycle
import SwiftSyntax

/// Calls of declarations in the sources.
extension Body {
  func call(_ call: Call, naming: String?, isWanted: Bool) -> Term {
    if let closure = call.callee.as(ClosureExprSyntax.self) { return inline(closure) }
    if call.callee.is(ArrayExprSyntax.self) || call.callee.is(DictionaryExprSyntax.self) {
      return .many([])
    }
    if call.isImplicit { return implicit(call, naming, isWanted) }
    if call.base == nil, !call.name.isEmpty { return plain(call, naming, isWanted) }
    if call.base == nil { return called(evaluate(call.callee), call, isWanted) }
    if call.base?.is(SuperExprSyntax.self) == true { return callSuper(call) }
    if !isOnOwnType(call), let term = staticWord(call, naming: naming) { return term }
    return onBase(call, isWanted, naming)
  }

  /// Whether a call begins with a type of the sources, which may have the same name as a framework's type.
  func isOnOwnType(_ call: Call) -> Bool {
    var first = call.base
    while let access = first?.as(MemberAccessExprSyntax.self) { first = access.base }
    guard let name = first?.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return model.ownNames.contains(name)
  }

  /// `.init(…)`, `.scheduledTimer(…)` and enum cases.
  private func implicit(_ call: Call, _ naming: String?, _ isWanted: Bool) -> Term {
    guard let type = call.expecting.name else {
      guard call.name == "init" else { return payload(call, of: nil) }
      return unfollowed(call, ".init")
    }
    if call.name == "init" { return construct(type, call, naming) }
    if model[type] == nil, let term = timer(call, on: type) { return term }
    if let method = staticMethod(call, of: type) {
      return callMethod(method, on: translator.statics(of: type), call, isWanted)
    }
    return payload(call, of: type)
  }

  /// An enum value: it holds its associated values, with the case's name in their keys.
  func payload(_ call: Call, of type: String?) -> Term {
    let types = type.flatMap { model[$0]?.cases.first { $0.name == call.name }?.types } ?? []
    var held: [(key: String?, term: Term)] = []
    for (index, argument) in call.arguments.enumerated() {
      let type = types.indices.contains(index) ? types[index] : .unknown
      let term = evaluate(argument.expression, expecting: type)
      if holdsObject(term) {
        held.append(("\(call.name).\(index)", term))
      } else {
        finish(term)
      }
    }
    if held.isEmpty, type.flatMap({ model[$0] })?.hasPayload != true { return .unknown }
    return .keyed(type.map { .named($0) } ?? .unknown, held)
  }

  func holdsObject(_ term: Term) -> Bool {
    switch term {
    case .object(let place, let type): type != .value && !place.isEmpty
    case .function(.closure(let literal)): !literal.strongCaptures.isEmpty
    case .function, .service, .handler: true
    case .many(let terms): terms.contains(where: holdsObject)
    case .keyed(_, let entries): entries.contains { holdsObject($0.term) }
    default: false
    }
  }

  /// `name(…)`.
  private func plain(_ call: Call, _ naming: String?, _ isWanted: Bool) -> Term {
    let name = call.name
    if let binding = binding(name) {
      if case .object(let place, _) = binding {
        use(place)
        return callPlace(place, call, isWanted)
      }
      if case .term(let term) = binding { return called(term, call, isWanted) }
    }
    if name == "Self", let typeName { return construct(typeName, call, naming) }
    if model[name] != nil { return construct(name, call, naming) }
    if model.aliases[name] != nil { return construct(alias: name, call, naming) }
    if let staticsOf, let method = staticMethod(call, of: staticsOf) {
      return callMethod(
        method, on: translator.statics(of: staticsOf), of: .named(staticsOf), call, isWanted)
    }
    if let method = method(call, of: typeName) {
      use(me)
      return callMethod(
        method, on: me, of: typeName.map { .named($0) } ?? .unknown, call, isWanted)
    }
    if let property = model.property(name, of: typeName), !isOfSequence(call, property) {
      use(me)
      if property.type == .value {
        // `dismiss()` from the environment is an action of the system.
        evaluateArguments(call)
        return .nothing
      }
      if property.isLazy { actions.call(Place(stringLiteral: "\(me).lazy_\(name)")) }
      return callPlace("\(me).\(name)", call, isWanted)
    }
    if let function = choose(model.functions.filter { $0.name == name }, call) {
      let place = translator.functions(function)
      return callMethod(
        function, on: String(place.dropLast(function.key.count + 1)), call, isWanted)
    }
    if let typeName, let found = extending(call, among: model.extensions(of: typeName)) {
      use(me)
      return self.call(
        found, on: .place(Place(stringLiteral: me)), of: .named(typeName), call, isWanted)
    }
    if case .publisher(let place, let operators)? = implicit {
      return publisherWord(call, place, operators)
    }
    if let term = freeWord(call, naming: naming) { return term }
    if isOfFramework(typeName), let term = ofFramework(call) { return term }
    return unfollowed(call, name)
  }

  /// Whether a call means a method of all sequences, and not the computed property with its name: `first(where:)`.
  private func isOfSequence(_ call: Call, _ property: PropertyModel) -> Bool {
    property.isComputed && property.type != .function && !call.arguments.isEmpty
      && Frameworks.immediate.contains(call.name)
  }

  /// A framework's method, called without `self`.
  private func ofFramework(_ call: Call) -> Term? {
    if typeName == "DispatchQueue", let term = queueWord(call) { return term }
    guard let term = word(call, on: me, .named(typeName ?? "")) else { return nil }
    use(me)
    return term
  }

  /// Whether a type inherits framework methods that can be called without `self`.
  private func isOfFramework(_ type: String?) -> Bool {
    me != "self" || model.isController(type) || model.isKind(type, of: Frameworks.views)
      || type.flatMap { model.frameworkBase(of: $0) } != nil
      || model.isKind(type, of: Frameworks.gestures)
  }

  /// A call of a value.
  private func called(_ term: Term, _ call: Call, _ isWanted: Bool) -> Term {
    switch term {
    case .object(let place, _): return callPlace(place, call, isWanted)
    case .function(let value):
      let local = temporary("function")
      actions.set(Place(stringLiteral: local), to: value)
      return callPlace(local, call, isWanted)
    default:
      evaluateArguments(call)
      return .unknown
    }
  }

  /// Calls the closure at a place.
  func callPlace(_ place: String, _ call: Call, _ isWanted: Bool) -> Term {
    let values = call.arguments.map { value(of: evaluate($0.expression), $0.expression) }
    let result = isWanted ? temporary("result") : nil
    // Which closure of a collection is meant depends on a value: all are called, even those that look up this one. One
    // that calls itself under a condition ends, as methods do.
    let isOneOfMany = call.callee.is(SubscriptCallExprSyntax.self)
    actions.call(
      Place(stringLiteral: place), with: values, as: result,
      most: isOneOfMany || conditions > 0 ? Self.mostRepeated : mostCalls(of: call.name))
    return result.map { .object($0, .unknown) } ?? .nothing
  }

  func evaluateArguments(_ call: Call) {
    for argument in call.arguments { finish(evaluate(argument.expression)) }
  }

  // MARK: - Methods

  func choose(_ methods: [MethodModel], _ call: Call) -> MethodModel? {
    if methods.count < 2 { return methods.first }
    return methods.first { call.fillsAll($0.parameters) }
      ?? methods.first { call.fits($0.parameters) } ?? methods.first
  }

  func method(_ call: Call, of type: String?) -> MethodModel? {
    choose(model.methods(call.name, of: type), call)
  }

  func staticMethod(_ call: Call, of type: String) -> MethodModel? {
    let types = model[type] == nil ? model.extensions(of: type) : model.chain(of: type)
    return choose(types.flatMap(\.methods).filter { $0.isStatic && $0.name == call.name }, call)
  }

  /// Calls a method; `type` is the meaning of `Self` there, and `name` the case that `self` is, if it is known.
  func callMethod(
    _ method: MethodModel, on place: String, of type: TypeReference = .unknown, _ call: Call,
    _ isWanted: Bool, giving first: [Value] = [], onCase name: String? = nil
  ) -> Term {
    translator.noteCall(of: method.name, from: owner)
    if method.body == nil, method.items.isEmpty, !model.implements(method) {
      return requirement(call)
    }
    if mayNeverEnd(call, by: method) { return .unknown }
    let generics = generics(of: call, for: method)
    var constants = constants(of: call, for: method, generics)
    if let body = method.body, decides("self", in: body) { constants["self"] = name }
    let known = translator.key(of: method, calledWith: constants)
    let key = known ?? translator.key(of: method, on: place)
    let target = Place(stringLiteral: "\(place).\(key)")
    let start = givenBack.count
    let values = first + arguments(for: method.parameters, call)
    defer { giveBack(from: start) }
    if first.isEmpty, place.hasPrefix("global.") || model.isShared(type.name) {
      noteRegistrations(of: values)
    }
    if model.tracksLeaks(method) { noteTracked(call.first) }
    if method.isAsync, !isAsync {
      // Only a task may wait. An `await` at the top level belongs to the script itself.
      var body = ActionList()
      body.place = actions.place
      body.call(target, with: values, most: mostCalls(of: method.name))
      actions.task(.closure(ClosureLiteral(capturing: [], do: body, at: actions.place)))
      // Code after an `await` runs once the replies have arrived.
      if isSteps { for name in translator.replies { actions.signal(name) } }
      return .nothing
    }
    var called = method
    if let name = method.resultGeneric.flatMap({ generics[$0] }) {
      called.result = model.resolved(.named(name))
    }
    return self.call(called, at: target, with: values, isWanted, of: type)
  }

  /// Calls the closure at a place and names the result if it is wanted; `type` is the meaning of `Self` there.
  func call(
    _ method: MethodModel, at target: Place, with values: [Value], _ isWanted: Bool = true,
    of type: TypeReference = .unknown
  ) -> Term {
    let most = mostCalls(of: method.name)
    guard isWanted, let given = method.result, given != .value else {
      actions.call(target, with: values, most: most)
      return .nothing
    }
    let result = temporary(method.isOperator ? "result" : method.name)
    actions.call(target, with: values, as: result, most: most)
    return .object(result, given.replacingSelf(by: type))
  }

  /// The arguments of a call, in the order of the parameters.
  func arguments(for parameters: [MethodModel.Parameter], _ call: Call) -> [Value] {
    zip(parameters, call.matching(parameters)).map { parameter, argument in
      guard let expression = argument?.expression ?? parameter.defaultValue else { return .null }
      return self.argument(expression, for: parameter)
    }
  }

  /// The value of an expression as the argument for a parameter.
  func argument(_ expression: ExprSyntax, for parameter: MethodModel.Parameter) -> Value {
    if parameter.isInout { return handOver(changing: expression) }
    if parameter.isAutoclosure { return .closure(autoclosure(expression)) }
    if parameter.attributes.contains(where: model.builders.contains),
      let node = expression.as(ClosureExprSyntax.self)
    {
      return .closure(closure(node, builds: true))
    }
    let term = evaluate(expression, expecting: parameter.type)
    return value(of: term, expression)
  }

  private func callSuper(_ call: Call) -> Term {
    if call.name == "init" { return callSuperInit(call) }
    evaluateArguments(call)
    guard call.name == callback || callback == nil else { return .nothing }
    if !callsSuper, callback != nil {
      callsSuper = true
      actions.callSuper()
    }
    return .nothing
  }
}
