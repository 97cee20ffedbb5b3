import LeakCheckLifecycle
import SwiftSyntax

/// A body during its translation: the actions so far, and the meaning of its names.
///
/// A class, because nested expressions add to the same actions.
final class Body {
  let translator: Translator
  /// The type of `self`, or `nil` in steps and free functions.
  var typeName: String?
  /// The receiver of calls without a base in an extension's body that is followed at the call.
  var implicit: Term?
  /// The methods of extensions that are followed here.
  var followed: Set<String> = []
  /// The method of the body, or empty for code that runs by itself.
  var owner = ""
  /// The type that declares the static member.
  var staticsOf: String?
  let isSteps: Bool
  /// The place of `self`; an extension of a framework's class gets its object under another name.
  var me = "self"
  var isAsync = false
  /// The lifecycle callback or override of the body: its `super` calls appear in the scenario too.
  var callback: String?
  var callsSuper = false
  /// Whether the body creates an object of a type declared in the sources.
  var makesOwnObject = false
  var resultType: TypeReference = .unknown

  var actions = ActionList()
  var scopes: [[String: Binding]] = [[:]]
  /// The locals that each scope drops at its end.
  var locals: [[String]] = [[]]
  var defers: [[CodeBlockItemListSyntax]] = [[]]
  private var taken: Set<String> = ["self", "super", "global"]
  /// The last number for each name that several locals want.
  private var lastNumbers: [String: Int] = [:]
  /// The closure depth at which each local was created.
  private var depths: [String: Int] = [:]
  /// For each enclosing closure, the outside names that it uses.
  var used: [[String]] = []
  var temporaries: [String] = []
  /// Locals that name another object's contents, so that a struct in them is not theirs.
  var aliases: Set<String> = []
  /// Actions that put back the arguments passed with `&`.
  var givenBack: [(inout ActionList) -> Void] = []
  /// The storage of a view, by property name: a closure of the view captures it.
  var storage: [String: Binding] = [:]
  /// The number of enclosing conditions: within one, a `return` may not end the body.
  var conditions = 0
  /// The parameters whose values are known, with these.
  var constants: [String: String] = [:]
  /// The constants of the body that are new with each call, as `UUID()` is.
  var newKeys: Set<String> = []
  /// The local with the result that a branch has given, if branches give it.
  var returned: String?
  /// The statements of a body that is only branches, whose last expressions are its result.
  var onlyResult: SyntaxIdentifier?
  /// The list that collects the expressions of a result builder's closure.
  var built: String?
  /// The terms for optional links of a chain that are known not to be `nil`.
  var unwrapped: [SyntaxIdentifier: Term] = [:]
  /// The combined number of iterations of the enclosing loops.
  var turnsAround = 1
  /// The number of enclosing loops that run as long as elements arrive.
  var endlessLoops = 0
  /// The names of `async let` that run code of the sources.
  var childTasks: Set<String> = []
  /// The names that the enclosing closure captures unowned.
  var unowned: Set<String> = []
  /// The open windows of a journey.
  var windows: [String] = []
  /// Whether a `guard` or a conditional `return` may have left the body earlier.
  var mayHaveLeft = false

  init(_ translator: Translator, in typeName: String?, isSteps: Bool = false) {
    self.translator = translator
    self.typeName = typeName
    self.isSteps = isSteps
  }

  var model: SourceModel { translator.model }

  // MARK: - Notes

  func note(_ node: some SyntaxProtocol, _ message: String, unsettles: Bool = false) {
    translator.note(
      SwiftNote(place: model.place(of: node), message: message, unsettles: unsettles))
  }

  /// Notes a doubt that only runtime values resolve: either it changes nothing, or the findings are not settled.
  func doubt(_ node: some SyntaxProtocol, _ message: String) {
    translator.doubt(
      SwiftNote(place: model.place(of: node), message: message, unsettles: false))
  }

  /// The most calls of a method: one that calls itself under a condition ends, but it is unknown when.
  func mostCalls(of name: String) -> Int? {
    (conditions > 0 || mayHaveLeft) && model.recursiveNames.contains(name)
      ? Self.mostRepeated : nil
  }

  static let mostRepeated = 8

  /// Places the actions from now on at a node.
  func stand(at node: some SyntaxProtocol) { actions.place = model.place(of: node) }

  // MARK: - Names

  /// A local's name that is unique in the body; reports show the hint.
  func fresh(_ hint: String) -> String {
    var name =
      hint.isEmpty || hint.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      ? "value" : hint
    let stem = name
    while !taken.insert(name).inserted {
      let number = lastNumbers[stem, default: 1] + 1
      lastNumbers[stem] = number
      name = LocalName.numbered(stem, number)
    }
    depths[name] = used.count
    return name
  }

  /// Of some names, those of the locals created at a closure depth, in alphabetical order.
  func locals(inClosure depth: Int, among names: Set<String>) -> [String] {
    names.filter { depths[$0] == depth }.sorted()
  }

  /// A local that the scope drops at its end.
  func local(_ hint: String, _ type: TypeReference, for swiftName: String? = nil) -> String {
    let name = fresh(hint)
    locals[locals.count - 1].append(name)
    if let swiftName { scopes[scopes.count - 1][swiftName] = .object(name, type) }
    return name
  }

  /// A local that is dropped at the end of the statement.
  func temporary(_ hint: String) -> String {
    let name = fresh(hint)
    temporaries.append(name)
    return name
  }

  /// Lets the local that a place begins with live as long as its scope, if only the statement had it.
  func keepToEnd(of place: String) {
    let head = String(place.prefix { $0 != "." })
    guard temporaries.contains(head) else { return }
    temporaries.removeAll { $0 == head }
    locals[locals.count - 1].append(head)
  }

  func bind(_ name: String, _ binding: Binding) { scopes[scopes.count - 1][name] = binding }

  func binding(_ name: String) -> Binding? {
    scopes.reversed().lazy.compactMap { $0[name] }.first
  }

  /// Notes that the enclosing closures use the start of a place.
  func use(_ place: String) {
    let head = String(place.prefix { $0 != "." })
    guard head != "global", !head.hasPrefix("NotificationCenter"), !head.hasPrefix("UIApplication")
    else { return }
    let depth = head == "self" ? 0 : depths[head] ?? 0
    for index in used.indices where index >= depth && !used[index].contains(head) {
      used[index].append(head)
    }
  }

  // MARK: - Scopes

  /// Translates in a new scope, whose locals end with it.
  func scope(_ work: () -> Void) {
    scopes.append([:])
    locals.append([])
    defers.append([])
    work()
    runDefers()
    let gone = locals.removeLast()
    scopes.removeLast()
    defers.removeLast()
    for name in gone.reversed() { actions.drop(Place(stringLiteral: name)) }
  }

  func runDefers() {
    let deferred = defers[defers.count - 1]
    // Before they run: what they run leaves nothing.
    defers[defers.count - 1] = []
    for body in deferred.reversed() { statements(body) }
  }

  func dropTemporaries(from start: Int = 0) {
    for name in temporaries[start...] { actions.drop(Place(stringLiteral: name)) }
    temporaries.removeSubrange(start...)
  }

  /// Creates the object of a service that nothing keeps.
  func finish(_ term: Term) {
    if case .service(_, let make) = term { make(&actions, nil) }
  }
}
