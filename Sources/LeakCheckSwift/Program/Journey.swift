import LeakCheckLifecycle
import SwiftSyntax

/// The steps of a run: the sources' top-level code, their tests, or the usual life of a screen.
struct Journey {
  let translator: Translator
  var model: SourceModel { translator.model }
  let body: Body
  let shownScreens = ShownScreens()
  let startedTasks = StartedTasks()
  /// The types of what static properties may hold.
  let typesOfStatics: Set<String>

  init(_ translator: Translator) {
    self.translator = translator
    typesOfStatics = Self.typesOfStatics(in: translator.model)
    body = Body(translator, in: nil, isSteps: true)
  }

  /// The steps, limited to one type if it is given.
  mutating func steps(only type: String?) -> ActionList {
    if let type {
      visit(model.types.filter { $0.name == type })
    } else if !runTopLevelCode(), !runTests() {
      travel()
    }
    return body.actions
  }

  /// Visits what no other code creates, and calls what no other code calls.
  private func travel() {
    let views = self.views()
    let classes = model.types.filter {
      ($0.kind == .classType || $0.kind == .actorType) && !isBase($0) && !isTestCase($0)
    }
    let makers = model.types.filter { $0.kind == .structType || $0.kind == .enumType }
    let entrances = translator.makers.entrances(
      among: classes.map(\.name), reaching: makers.map(\.name))
    let controllers = classes.filter {
      model.isController($0.name) && entrances.contains($0.name)
    }
    let given = typesGiven(to: views)
    let others = classes.filter { type in
      !model.isController(type.name) && entrances.contains(type.name) && !given.contains(type.name)
        && (controllers.isEmpty || !model.givenTypes.contains(type.name))
    }
    let factories = staticFactories()
    let functions = controllers.isEmpty && views.isEmpty ? [] : freeFactories()
    let isAtHome = !controllers.isEmpty || others.contains(where: translator.followsMoves)
    if !isAtHome, (factories + functions).contains(where: makesScreen) { showHome() }
    let visited = controllers + views + others
    visit(visited)
    expectReleased(ownedBy: visited)
    for factory in factories + functions { run(factory) }
    if controllers.isEmpty, views.isEmpty { callFunctions() }
  }

  private func makesScreen(_ factory: Factory) -> Bool {
    factory.made.contains { model.isController($0.name) }
  }

  private func isBase(_ type: TypeModel) -> Bool {
    type.kind == .classType && model.bases.contains(type.name)
  }

  func isTestCase(_ type: TypeModel) -> Bool {
    type.inherits.contains { $0.hasSuffix("TestCase") }
  }

  /// Runs the top-level code if it does something, and returns whether it did.
  ///
  /// Where it only declares globals, these are created, and the rest is visited as without them.
  private func runTopLevelCode() -> Bool {
    guard !model.statements.isEmpty else { return false }
    body.statements(model.statements)
    let isCode = !model.statements.allSatisfy(Self.isDeclaration)
    if !isCode, body.makesOwnObject { return false }
    guard isCode, body.makesOwnObject || body.actions.count > 0 else {
      body.restart()
      return false
    }
    expectReleased()
    return true
  }

  private static func isDeclaration(_ item: CodeBlockItemSyntax) -> Bool {
    if case .decl = item.item { true } else { false }
  }

  /// Runs the tests of the sources, if there are any.
  private func runTests() -> Bool {
    var found = false
    for function in model.functions where function.isTest {
      found = true
      run(function)
    }
    for type in model.types {
      let isCase = type.inherits.contains { $0.hasSuffix("TestCase") }
      for method in type.methods where method.isTest || isCase && method.name.hasPrefix("test") {
        found = true
        run(method, of: type)
      }
    }
    translator.runsTests = found
    return found
  }

  // MARK: - Visits

  private func visit(_ types: [TypeModel]) {
    let controllers = types.filter { model.isController($0.name) }
    if !controllers.isEmpty || types.contains(where: translator.followsMoves) { showHome() }
    for type in types {
      body.actions.place = type.place
      if model.isController(type.name) {
        push(type)
      } else if model.isView(type.name) {
        appear(type)
      } else {
        use(type)
      }
    }
  }

  private func showHome() {
    body.actions.new("UIViewController", as: "home")
    body.actions.new("UINavigationController", as: "nav", root: "home")
    body.actions.window("window", root: "nav")
    body.actions.show("window")
  }

  private func use(_ type: TypeModel) {
    if let shared = onlyShared(type) {
      exercise(type, at: shared)
      letTimePass(for: type)
      cancelTasks()
      return answer()
    }
    let object = body.fresh("object")
    let windows = body.windows.count
    make(type, as: object, depth: 0)
    showContainers(of: type, at: object)
    let isMoved = translator.followsMoves(type)
    if isMoved { body.actions.addSubview(Place(stringLiteral: object), to: "home.view") }
    exercise(type, at: object)
    let isHasty = leavesEarly(type)
    if !isHasty { letTimePass(for: type) }
    if isMoved { body.actions.removeFromSuperview(Place(stringLiteral: object)) }
    closeWindows(from: windows)
    body.actions.drop(Place(stringLiteral: object))
    cancelTasks()
    if isHasty { letTimePass(for: type) }
    answer()
    // A shared instance stays, whoever uses it.
    let isShared =
      type.properties.contains { $0.isStatic && $0.type == .named(type.name) }
      || model.namesOfVariables().contains(type.name)
    if type.kind == .classType || type.kind == .actorType, !isShared {
      // What a static property has of the type stays.
      let name = typesOfStatics.contains(type.name) ? object : type.name
      body.actions.expectGone(name, eventually: true)
    }
  }

  private func exercise(_ type: TypeModel, at object: String) {
    callMethods(of: type, on: object)
    for method in endings(of: type) { call(method, of: type, on: object) }
    useShown(by: type)
  }

  /// Answers what waits for a reply, so that only permanent waiting is reported; an answer may lead to the next
  /// request.
  func answer() {
    for _ in 0..<2 {
      for reply in translator.replies { body.actions.signal(reply) }
      if translator.asksForData { body.actions.complete("URLSession.shared") }
    }
  }

  /// The most types whose life is followed over time.
  ///
  /// A leaked object of each is called again for every type after it, so a folder of thousands would not end.
  private static let mostFollowed = 100

  /// Posts each notification once while it has observers, and fires timers.
  func letTimePass(for type: TypeModel) {
    let delays = translator.delays.flatMap { $0.upperBound > 0 ? $0 : nil }
    guard !translator.observed.isEmpty || delays != nil || translator.animates else { return }
    translator.followed += 1
    guard translator.followed <= Self.mostFollowed else { return notePassedOver(type) }
    for name in translator.observed { body.actions.post(name) }
    guard let delays else {
      // Some frames, in which a display link may be ended.
      if translator.animates { body.actions.advance(0.1) }
      return
    }
    // A short timer beside an hourly one fires some times, not a million times.
    body.actions.advance(min(delays.upperBound, max(delays.lowerBound, 0.01) * 20))
  }

  private func notePassedOver(_ type: TypeModel) {
    guard translator.followed == Self.mostFollowed + 1 else { return }
    translator.note(
      SwiftNote(
        place: type.place,
        message: "no timer fires and no notification arrives for this type and later ones, because"
          + " \(Self.mostFollowed) types were followed before: follow this one with --type \(type.name)",
        unsettles: true))
  }

  /// Calls each method that nothing calls, such as a button's action, once; one that makes links of a chain, twice.
  func callMethods(of type: TypeModel, on object: String) {
    for method in uncalledMethods(of: type) {
      call(method, of: type, on: object)
      if makesLinks(method) { call(method, of: type, on: object) }
    }
  }

  /// Whether a method creates objects of a class that is linked to its own in both directions: one alone has no links.
  private func makesLinks(_ method: MethodModel) -> Bool {
    guard let tokens = method.body?.tokens(viewMode: .sourceAccurate) else { return false }
    return tokens.contains { token in
      guard token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .leftParen,
        let made = model[token.text], made.kind == .classType
      else { return false }
      return made.properties.filter { !$0.isStatic && $0.type == .named(made.name) }.count > 1
    }
  }

  /// The methods that nothing calls.
  func uncalledMethods(of type: TypeModel) -> [MethodModel] {
    let methods = type.methods.filter {
      !$0.isHelper && $0.body != nil && !$0.isStatic && !isCalledByItself($0.name, type)
    }
    let entrances = translator.entrances(among: methods.map(\.name))
    return methods.filter { entrances.contains($0.name) }
  }

  func call(_ method: MethodModel, of type: TypeModel, on object: String) {
    call(method, at: Place(stringLiteral: "\(object).\(method.key)"), of: (type, object))
  }

  /// Whether the simulation calls a method by itself: `viewDidLoad` is a callback in a screen, but a plain method
  /// elsewhere.
  private func isCalledByItself(_ method: String, _ type: TypeModel) -> Bool {
    if Move.names.contains(method), translator.followsMoves(type) { return true }
    let isScreen =
      model.isController(type.name) || model.isKind(type.name, of: Frameworks.views)
      || model.isView(type.name)
    return Frameworks.callbacks.contains(method)
      && (isScreen || method == "init" || method == "deinit")
  }

  func call(
    _ method: MethodModel, at target: Place, of owner: (type: TypeModel, place: String)? = nil
  ) {
    body.actions.place = method.place
    let values = zip(method.parameters, given(method.parameters, depth: 0)).map {
      parameter, value in
      owner.flatMap { ownView(parameter, of: $0.type, at: $0.place) } ?? value
    }
    if method.isAsync {
      start(method, at: target)
    } else {
      body.actions.call(target, with: values)
    }
    body.dropTemporaries()
  }

  /// Calls each free function that nothing calls, once.
  private func callFunctions() {
    for function in uncalledFunctions() {
      call(function, at: Place(stringLiteral: translator.functions(function)))
      answer()
      cancelTasks()
    }
    expectReleased()
  }

  /// Free functions that nobody calls.
  func uncalledFunctions() -> [MethodModel] {
    let functions = model.functions.filter { !$0.isTest && $0.body != nil }
    let names = Set(functions.map(\.name))
    var called: Set<String> = []
    for function in functions {
      guard let tokens = function.body?.tokens(viewMode: .sourceAccurate) else { continue }
      for token in tokens where names.contains(token.text) && token.text != function.name {
        called.insert(token.text)
      }
    }
    let entrances = translator.entrances(among: functions.map(\.name)).subtracting(called)
    return functions.filter { entrances.contains($0.name) }
  }

  func make(_ type: TypeModel, as name: String, depth: Int) {
    let start = body.temporaries.count
    let owner = model.chain(of: type.name).first { !$0.initializers.isEmpty }
    let initializer = owner.flatMap(Self.entrance)
    let values = initializer.map { given($0.parameters, depth: depth) } ?? []
    let isNamed = owner.map(translator.namesInitializers) ?? false
    body.actions.new(type.name, as: name, with: isNamed ? [] : values)
    if isNamed, let owner, let initializer {
      body.actions.call(
        Place(stringLiteral: "\(name).\(translator.key(of: initializer, in: owner))"), with: values)
    }
    body.dropTemporaries(from: start)
  }

  /// The initializer that others are likely to call: a convenience initializer that does more than to call another one,
  /// and if there is none, the first designated one.
  private static func entrance(of type: TypeModel) -> MethodModel? {
    type.initializers.first { $0.isConvenience && ($0.body?.count ?? 0) > 1 }
      ?? type.initializers.first { !$0.isConvenience } ?? type.initializers.first
  }

  /// An argument for each parameter: an object of its type if that is declared, or a closure that does nothing.
  func given(_ parameters: [MethodModel.Parameter], depth: Int) -> [Value] {
    parameters.map { parameter in
      let type = translator.resolved(parameter.type)
      if type == .function { return Self.answer(to: parameter.callbacks) }
      if case .many(let element) = type { return list(of: element, depth: depth) }
      guard depth < 4, let name = type.name else { return .null }
      let model = self.model[name].flatMap { type in
        type.kind == .protocolType ? self.model.conformers(to: name).first : type
      }
      let isUsable = model.map {
        $0.kind == .classType || $0.kind == .structType || $0.kind == .actorType
      }
      guard let model, isUsable == true else {
        guard let kind = Self.given(name) else { return .null }
        let given = body.temporary("given")
        body.actions.new(kind, as: given)
        if Frameworks.containers.contains(name) { open(given) }
        return .place(Place(stringLiteral: given))
      }
      let given = body.fresh("given")
      make(model, as: given, depth: depth + 1)
      body.temporaries.append(given)
      return .place(Place(stringLiteral: given))
    }
  }
}

extension Journey {
  /// A closure that answers at once: it calls what it is given to call.
  private static func answer(to callbacks: [Int]) -> Value {
    guard let last = callbacks.last else { return .closure() }
    let names = (0...last).map { "given\($0)" }
    return .closure { body in
      body.parameters(names)
      for position in callbacks { body.call(Place(stringLiteral: names[position])) }
    }
  }

  /// The class of the object to give for a framework's class, if one is given: a scene of the app has windows.
  private static func given(_ name: String) -> String? {
    if name == "UIScene" || name == "UIWindowScene" { return "UIWindowScene" }
    return Frameworks.types.contains(name) && name != "UIWindow" ? name : nil
  }

  /// A list with one object of each possible type.
  private func list(of element: TypeReference, depth: Int) -> Value {
    guard depth < 4, let name = element.name, let type = model[name] else { return .null }
    let types = type.kind == .protocolType ? model.conformers(to: name) : [type]
    let usable = types.filter { [.classType, .structType, .actorType].contains($0.kind) }
    guard !usable.isEmpty else { return .null }
    let list = body.newList("given")
    for type in usable {
      let one = body.fresh("one")
      make(type, as: one, depth: depth + 1)
      body.actions.append(
        .place(Place(stringLiteral: one)), to: Place(stringLiteral: "\(list).elements"))
      body.actions.drop(Place(stringLiteral: one))
    }
    return .place(Place(stringLiteral: list))
  }
}

extension Body {
  /// Translates top-level code.
  func statements(_ items: [CodeBlockItemSyntax]) {
    for item in items { statement(item) }
  }

  /// Forgets the actions so far.
  func restart() {
    actions = ActionList()
    scopes = [[:]]
    locals = [[]]
  }
}
