import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// A translator of the sources' declarations into a scenario.
///
/// A class, because bodies add facts to it: which types are created, which methods are called, what is static.
final class Translator {
  let model: SourceModel
  /// How to resolve what only runtime values decide.
  let reading: Reading
  /// Whether the failure of a result runs behind its success, instead of before it.
  let endsInFailure: Bool
  /// Whether a body asks for the outcome of something, which may be either.
  var asksForOutcomes = false
  private(set) var notes: [SwiftNote] = []
  /// The doubts that only runtime values resolve, in order of discovery.
  private(set) var doubts: [SwiftNote] = []
  private var noted: Set<SwiftNote> = []
  /// The types that some body creates.
  var made: Set<String> = []
  /// Which type creates which.
  var makers = MakerGraph()
  /// The types whose objects a test expects to be gone at its end.
  var tracked: Set<String> = []
  /// The types with a delayed call that uses them without keeping them.
  var hasty: Set<String> = []
  /// The types that something uses later, or repeatedly, without keeping them.
  var askedLater: Set<String> = []
  /// The types whose objects a framework keeps through their registrations: timers, observers and the like.
  var registering: Set<String> = []
  /// The base names of the methods that each method calls; calls from elsewhere are under the empty name.
  private var calls: [String: Set<String>] = [:]
  /// The methods that other code calls.
  private var calledByOthers: Set<String> = []
  /// The cached methods reached from code that runs by itself; `nil` after a new call is noted.
  private var reachedByItself: Set<String>?
  private var isInHandler = false
  /// The top-level variables that types and functions use: globals.
  private(set) var sharedVariables: [String: PropertyModel] = [:]
  var needsWeakLocals = false
  /// The calls with constants, which have bodies of their own.
  var constantCalls = ConstantCalls()
  /// What is known about the view whose move is read.
  var presence: Presence?
  /// The replies that bodies wait for, in order of discovery.
  private(set) var replies: [String] = []
  /// Whether a request has a handler for its response.
  var asksForData = false
  /// The observed notifications, in order of discovery.
  private(set) var observed: [String] = []
  /// The shortest and the longest delay, in seconds, of a later call.
  private(set) var delays: ClosedRange<Double>?
  /// Whether a display link calls something in each frame.
  var animates = false
  /// Whether a controller is pushed onto a navigation controller.
  var pushes = false
  /// Whether the steps are those of the sources' tests.
  var runsTests = false
  /// The number of types in a journey that time has passed for, or would have.
  var followed = 0
  private var statics: [(type: String, property: PropertyModel)] = []
  private var sharedObjects: Set<String> = []

  init(_ model: SourceModel, reading: Reading = .likely, endsInFailure: Bool = false) {
    self.model = model
    self.reading = reading
    self.endsInFailure = endsInFailure
    for note in model.notes { self.note(note) }
    findSharedNames()
  }

  func note(_ note: SwiftNote) {
    guard noted.insert(note).inserted else { return }
    notes.append(note)
  }

  func doubt(_ note: SwiftNote) {
    guard noted.insert(note).inserted else { return }
    doubts.append(note)
  }

  func note(reply: String) {
    if !replies.contains(reply), replies.count < 16 { replies.append(reply) }
  }

  func note(observed name: String) {
    if !observed.contains(name), observed.count < 16 { observed.append(name) }
  }

  func note(delay seconds: Double) {
    guard seconds >= 0 else { return }
    delays = min(delays?.lowerBound ?? seconds, seconds)...max(delays?.upperBound ?? 0, seconds)
  }

  /// Names that mean nothing to the simulation.
  func isKnownWord(_ name: String) -> Bool {
    Frameworks.harmless.contains(name) || Frameworks.immediate.contains(name)
      || ["_", "nil", "true", "false", "newValue", "oldValue", "error", "Self", "super"].contains(
        name)
  }

  /// Whether a comment on a node's line, or on the line above, says that the argument is kept.
  func isMarkedKept(_ node: some SyntaxProtocol) -> Bool {
    let place = model.place(of: node)
    guard let file = model.files.first(where: { $0.name == place.file }) else { return false }
    return [place.line, place.line - 1].contains {
      file.line($0)?.contains("// leakcheck: keeps") == true
    }
  }

  private func findSharedNames() {
    var variables: [String: PropertyModel] = [:]
    for item in model.statements {
      guard case .decl(let declaration) = item.item,
        let variable = declaration.as(VariableDeclSyntax.self)
      else { continue }
      for property in MemberReader(model: model).properties(variable) {
        variables[property.name] = property
      }
    }
    guard !variables.isEmpty else { return }
    for file in model.files {
      for item in file.tree.statements {
        guard case .decl(let declaration) = item.item, !declaration.is(VariableDeclSyntax.self)
        else {
          continue
        }
        for token in declaration.tokens(viewMode: .sourceAccurate)
        where token.parent?.is(DeclReferenceExprSyntax.self) == true {
          if let variable = variables[token.text], model.property(token.text, of: nil) == nil {
            share(token, variable)
          }
        }
      }
    }
  }

  /// Takes a name for the global variable, unless a nearer one has the same name.
  private func share(_ token: TokenSyntax, _ variable: PropertyModel) {
    if token.parent?.parent?.is(MemberAccessExprSyntax.self) == true,
      token.parent?.parent?.as(MemberAccessExprSyntax.self)?.declName.id == token.parent?.id
    {
      return
    }
    guard !model.memberNames.contains(token.text), !model.parameterNames.contains(token.text)
    else { return }
    sharedVariables[token.text] = variable
  }

  // MARK: - Calls

  func noteCall(of method: String, from caller: String) {
    guard !isInHandler, calls[caller, default: []].insert(method).inserted else { return }
    if method != caller { calledByOthers.insert(method) }
    reachedByItself = nil
  }

  /// Reads a handler that only users or data call: a journey calls the methods that only it uses.
  func asEntrances<Result>(_ read: () -> Result) -> Result {
    let isNested = isInHandler
    isInHandler = true
    defer { isInHandler = isNested }
    return read()
  }

  /// The given methods that a journey calls itself: no other code does, or they only call each other.
  func entrances(among methods: [String]) -> Set<String> {
    var chosen = Set(methods).subtracting(calledByOthers)
    // All of the sources' types are checked in turn, so the common part is computed once.
    let common = reachedByItself ?? reached(from: [""], besides: [])
    reachedByItself = common
    var reached = self.reached(from: chosen, besides: common)
    for method in methods where !reached.contains(method) && !common.contains(method) {
      chosen.insert(method)
      reached.formUnion(self.reached(from: [method], besides: common))
    }
    return chosen
  }

  private func reached(from names: Set<String>, besides known: Set<String>) -> Set<String> {
    var reached = names
    var waiting = Array(names)
    while let name = waiting.popLast() {
      for next in calls[name] ?? [] where !known.contains(next) && reached.insert(next).inserted {
        waiting.append(next)
      }
    }
    return reached
  }

  // MARK: - Statics and functions

  /// The place of a static property, whose value is created before the steps.
  func staticTerm(_ name: String, of type: String) -> Term {
    guard let property = model.staticProperty(name, of: type) else { return .unknown }
    let isSingleton = property.type == .named(type) && model[type]?.kind != .enumType
    if property.isComputed { return .unknown }
    if isSingleton,
      model[type]?.properties.filter({ $0.isStatic && $0.type == property.type }).count == 1
    {
      sharedObjects.insert(type)
      made.insert(type)
      return .object("global.\(type)", property.type)
    }
    if property.type == .value { return .nothing }
    if !statics.contains(where: { $0.type == type && $0.property.name == name }) {
      statics.append((type, property))
    }
    return .object(Self.place(ofStatic: property, of: type), property.type)
  }

  /// A weak static property belongs to an object that stands for the type.
  private static func place(ofStatic property: PropertyModel, of type: String) -> String {
    let place = "global.\(name(ofStatic: property, of: type))"
    return property.strength == .strong ? place : "\(place).value"
  }

  /// The name of the global that stands for a static property.
  private static func name(ofStatic property: PropertyModel, of type: String) -> String {
    "\(type)_\(property.name)"
  }

  /// The place of the object that has a type's static methods.
  func statics(of type: String) -> String { "global.\(type)Statics" }

  /// The place of the object that has the extension methods of a framework's type.
  func extensions(of type: String) -> String { "global.\(type)Extension" }

  /// The place of a free function.
  func functions(_ function: MethodModel) -> String {
    "global.Functions.\(function.key)"
  }

  // MARK: - Initializers

  /// Whether a type's initializers are separate methods, because there are several or they call each other.
  func namesInitializers(_ type: TypeModel) -> Bool {
    if type.initializers.count > 1 || type.initializers.contains(where: \.isConvenience) {
      return true
    }
    if model.bases.contains(type.name),
      type.initializers.contains(where: { !$0.parameters.isEmpty })
    {
      return true
    }
    let base = model.chain(of: type.name).dropFirst().first
    return base.map { !type.initializers.isEmpty && namesInitializers($0) } ?? false
  }

  func key(of initializer: MethodModel, in type: TypeModel) -> String {
    "init_\(type.name)_" + initializer.parameters.map { $0.label ?? "" }.joined(separator: "_")
  }

  // MARK: - The scenario

  func translate(named name: String, only type: String?) -> Scenario {
    var scenario = Scenario(name)
    scenario.isTranslated = true
    for type in model.types where type.kind != .protocolType {
      scenario.types.append(declaration(of: type))
    }
    // A journey needs to know what static and free functions create and call.
    let globals = globalTypes()
    var journey = Journey(self)
    let steps = journey.steps(only: type)
    scenario.types += globals
    if needsWeakLocals {
      scenario.type("WeakLocal", properties: ["value": .weak])
    }
    addConstantCalls(to: &scenario)
    let statics = preparation()
    addConstantCalls(to: &scenario)
    for (type, property) in self.statics where property.strength != .strong {
      scenario.type(
        Self.name(ofStatic: property, of: type), properties: ["value": property.strength])
    }
    nameVariables(in: &scenario)
    scenario.steps.append(contentsOf: share(in: &scenario))
    scenario.steps.append(contentsOf: statics)
    scenario.steps.append(contentsOf: steps)
    return scenario
  }

  /// Says which variables the globals stand for; a shared object stands for itself.
  private func nameVariables(in scenario: inout Scenario) {
    for (name, variable) in sharedVariables {
      let file = variable.place.file.split(separator: "/").last ?? ""
      scenario.variables[name] = .init(name, of: String(file), isStatic: false)
    }
    for (type, property) in statics {
      scenario.variables[Self.name(ofStatic: property, of: type)] = .init(
        property.name, of: type, isStatic: true)
    }
  }

  /// The values of static properties, created before everything else.
  private func preparation() -> ActionList {
    let body = Body(self, in: nil, isSteps: true)
    var index = 0
    while index < statics.count {
      let (type, property) = statics[index]
      index += 1
      guard let initial = property.initial else { continue }
      body.actions.place = property.place
      let term = body.evaluate(initial, expecting: property.type)
      body.store(term, at: Self.place(ofStatic: property, of: type), initial)
      body.dropTemporaries()
    }
    return body.actions
  }

  /// Creates the shared objects that any body may have used.
  private func share(in scenario: inout Scenario) -> ActionList {
    var actions = ActionList()
    for type in sharedObjects.sorted() {
      guard let index = scenario.types.firstIndex(where: { $0.name == type }) else { continue }
      scenario.types[index].callbacks["initShared"] =
        scenario.types[index].callbacks["init"] ?? ActionList()
      actions.call(Place(stringLiteral: "global.\(type).initShared"))
    }
    return actions
  }

  private func globalTypes() -> [TypeDeclaration] {
    var types: [TypeDeclaration] = []
    let extended = model.extendedTypes
    types += extended.compactMap(declaration(ofExtended:))
    for type in model.types + extended where type.methods.contains(where: \.isStatic) {
      var declaration = TypeDeclaration(name: "\(type.name)Statics")
      declaration.place = type.place
      for method in type.methods where method.isStatic && method.body != nil {
        declaration.callbacks[method.key] = body(of: method, in: nil, staticsOf: type.name)
      }
      types.append(declaration)
    }
    if !model.functions.isEmpty {
      var declaration = TypeDeclaration(name: "Functions")
      declaration.place = model.functions[0].place
      for function in model.functions where !function.isTest && function.body != nil {
        declaration.callbacks[function.key] = body(of: function, in: nil, staticsOf: nil)
      }
      types.append(declaration)
    }
    return types
  }
}
