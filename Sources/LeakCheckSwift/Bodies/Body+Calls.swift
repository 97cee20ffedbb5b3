import LeakCheckGraph
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
  private func isOnOwnType(_ call: Call) -> Bool {
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
    if let property = model.property(name, of: typeName) {
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

  /// Calls a method; `type` is the meaning of `Self` there.
  func callMethod(
    _ method: MethodModel, on place: String, of type: TypeReference = .unknown, _ call: Call,
    _ isWanted: Bool, giving first: [Value] = []
  ) -> Term {
    translator.noteCall(of: method.name, from: owner)
    if mayNeverEnd(call, by: method) { return .unknown }
    let generics = generics(of: call, for: method)
    let known = translator.key(of: method, calledWith: constants(of: call, for: method, generics))
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

  // MARK: - On a base

  private func onBase(_ call: Call, _ isWanted: Bool, _ naming: String?) -> Term {
    guard let base = call.base else { return .unknown }
    noteDeregistration(call)
    if !isOnOwnType(call), let term = queueWord(call) { return term }
    let receiver = evaluate(base)
    if let term = configured(call, receiver) { return term }
    switch receiver {
    case .type(let type): return onType(type, call, isWanted, naming)
    case .object(let place, let type): return onObject(place, type, call, isWanted)
    case .publisher(let place, let operators): return onPublisher(place, operators, call)
    case .many(let terms): return onMany(terms, call)
    case .keyed(_, let entries): return onMany(entries.map(\.term), call)
    case .service(let type, let make): return onService(type, make, call)
    case .function where call.name == "callAsFunction":
      evaluateArguments(call)
      return .nothing
    // A table with weak references does not keep its arguments.
    case .nothing where model.weakTables.contains(lastName(of: bare(base)) ?? ""):
      evaluateArguments(call)
      return .nothing
    default:
      if Frameworks.immediate.contains(call.name) { return immediate(call, nil, .unknown) }
      if call.name == "sink" || call.name == "assign" { return publisherWord(call, nil, []) }
      if let found = extending(call, on: .value) {
        return self.call(found, on: .null, of: .unknown, call, isWanted)
      }
      return unfollowed(call, call.text)
    }
  }

  /// Combine types that are followed as publishers.
  private static let publishers = Frameworks.publishers.union(["AnyPublisher", "Publisher"])

  private func onPublisher(_ place: String, _ operators: [Value], _ call: Call) -> Term {
    if let found = extending(call, on: .named("Publisher")),
      let term = inline(found, on: .publisher(place, operators), call)
    {
      return term
    }
    return operators.isEmpty
      ? subjectWord(call, place) ?? .unknown : publisherWord(call, place, operators)
  }

  /// `Market.shared.remove(self)` in a `deinit`: the receiver may keep the object through the registration.
  private func noteDeregistration(_ call: Call) {
    guard callback == "deinit", let typeName, let first = call.first,
      first.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
    else { return }
    translator.registering.insert(typeName)
  }

  private func onType(_ type: String, _ call: Call, _ isWanted: Bool, _ naming: String?) -> Term {
    if call.name == "init" { return construct(type, call, naming) }
    if type == Self.taskGroup, model[type] == nil, let term = groupWord(call) { return term }
    if let method = staticMethod(call, of: type) {
      return callMethod(
        method, on: translator.statics(of: type), of: .named(type), call, isWanted)
    }
    if model[call.name] != nil { return construct(call.name, call, naming) }
    if model[type]?.kind == .enumType { return payload(call, of: type) }
    if model[type] == nil, Frameworks.nested.contains(call.name) {
      return frameworkObject(call.name, call, naming)
    }
    if Frameworks.immediate.contains(call.name) { return immediate(call, nil, .unknown) }
    return unfollowed(call, call.text)
  }

  private func onObject(
    _ place: String, _ type: TypeReference, _ call: Call, _ isWanted: Bool
  ) -> Term {
    if call.name == "init", place == me { return callOwnInit(call) }
    if let method = method(call, of: type.name) {
      return callMethod(method, on: place, of: type, call, isWanted)
    }
    if let property = model.property(call.name, of: type.name) {
      if property.isLazy { actions.call(Place(stringLiteral: "\(place).lazy_\(call.name)")) }
      return callPlace("\(place).\(call.name)", call, isWanted)
    }
    if let name = type.name, Self.publishers.contains(name) {
      return onPublisher(place, [], call)
    }
    if let found = type == .unknown ? nil : extending(call, on: type) {
      return self.call(
        found, on: .place(Place(stringLiteral: place)), of: type, call, isWanted)
    }
    if isStream(type), let term = streamWord(call, on: place) { return term }
    if let term = word(call, on: place, type) { return term }
    if Frameworks.immediate.contains(call.name) { return immediate(call, place, type) }
    let found = type == .unknown ? extending(call, on: type) : nil
    if type == .unknown || model[type.name ?? ""]?.kind == .protocolType,
      let method = choose(model.methods(anywhere: call.name), call),
      found == nil || !method.isHelper
    {
      return callMethod(method, on: place, call, isWanted)
    }
    if let found {
      return self.call(
        found, on: .place(Place(stringLiteral: place)), of: type, call, isWanted)
    }
    if call.name == "sink" || call.name == "assign" { return publisherWord(call, place, []) }
    if let optional = model.extended["Optional"], let found = extending(call, among: [optional]) {
      return self.call(
        found, on: .place(Place(stringLiteral: place)), of: type, call, isWanted)
    }
    return unfollowed(call, call.text)
  }

  private func onMany(_ terms: [Term], _ call: Call) -> Term {
    if Frameworks.immediate.contains(call.name), let last = call.last {
      return .many(terms.prefix(16).map { apply(last, to: $0) })
    }
    evaluateArguments(call)
    return .many(terms)
  }

  /// A service that is used before anything keeps it: it gets a local of its own.
  private func onService(
    _ type: String, _ make: @escaping (inout ActionList, Place?) -> Void, _ call: Call
  ) -> Term {
    if call.name == "store", let set = call["in"], case .object(let place, _) = evaluate(set) {
      make(&actions, Place(stringLiteral: place))
      return .nothing
    }
    if ["resume", "activate", "autoconnect", "fire"].contains(call.name) {
      return .service(type, make)
    }
    let local = temporary(type.prefix(1).lowercased() + type.dropFirst())
    make(&actions, Place(stringLiteral: local))
    if let found = extending(call, on: .named(type)) {
      return self.call(
        found, on: .place(Place(stringLiteral: local)), of: .named(type), call, false)
    }
    return word(call, on: local, .named(type)) ?? .nothing
  }
}
