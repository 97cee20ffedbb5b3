import LeakCheckLifecycle
import SwiftSyntax

/// One body under translation: the actions so far, and what its names stand for.
///
/// A class, because expressions within expressions add to the same actions.
final class Body {
  let translator: Translator
  /// The type that `self` is, or `nil` in steps and free functions.
  var typeName: String?
  /// What a call without a base is made on, within the body of an extension that is followed where it is called.
  var implicit: Term?
  /// The methods of extensions that are followed here.
  var followed: Set<String> = []
  /// The method that the body is, or empty for what runs by itself.
  var owner = ""
  /// The type whose static member the body is.
  var staticsOf: String?
  let isSteps: Bool
  /// The place of `self`: an extension of a framework's class is given its object under a name of its own.
  var me = "self"
  var isAsync = false
  /// The lifecycle callback or overriding method that the body is: where it says `super`, the scenario does too.
  var callback: String?
  var callsSuper = false
  /// Whether the body makes an object of a type that the sources declare.
  var makesOwnObject = false
  var resultType: TypeReference = .unknown

  var actions = ActionList()
  var scopes: [[String: Binding]] = [[:]]
  /// The locals that each scope drops at its end.
  var locals: [[String]] = [[]]
  var defers: [[CodeBlockItemListSyntax]] = [[]]
  private var taken: Set<String> = ["self", "super", "global"]
  /// The last number that each name got which several locals want.
  private var lastNumbers: [String: Int] = [:]
  /// How deep in closures each local was made.
  private var depths: [String: Int] = [:]
  /// For each closure around: the names of its surroundings that it uses.
  var used: [[String]] = []
  var temporaries: [String] = []
  /// Those that name what something else has, so that a struct in them is not theirs.
  var aliases: Set<String> = []
  /// What puts back what is handed over with `&`.
  var givenBack: [(inout ActionList) -> Void] = []
  /// What a view keeps, by the names of its properties: what a closure of the view captures.
  var storage: [String: Binding] = [:]
  /// How many conditions are around: a `return` there does not end the body for sure.
  var conditions = 0
  /// What stands for optional links of a chain, where it is known that something is there.
  var unwrapped: [SyntaxIdentifier: Term] = [:]
  /// How often the loops around turn together.
  var turnsAround = 1
  /// How many loops go on for as long as something comes.
  var endlessLoops = 0
  /// The names of `async let` that code of the sources has begun.
  var childTasks: Set<String> = []
  /// The names that the closure around captures unowned.
  var unowned: Set<String> = []
  /// The windows of a journey that are open.
  var windows: [String] = []
  /// Whether a `guard` or a `return` under a condition may have left the body before.
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

  /// Says what no value decides: it changes nothing, or what is found is not settled.
  func doubt(_ node: some SyntaxProtocol, _ message: String) {
    translator.doubt(
      SwiftNote(place: model.place(of: node), message: message, unsettles: false))
  }

  /// How often a call is made at most: what calls itself under a condition ends, and no value says when.
  func mostCalls(of name: String) -> Int? {
    (conditions > 0 || mayHaveLeft) && model.recursiveNames.contains(name)
      ? Self.mostRepeated : nil
  }

  static let mostRepeated = 8

  /// Says that the actions from now on stand where a node does.
  func stand(at node: some SyntaxProtocol) { actions.place = model.place(of: node) }

  // MARK: - Names

  /// A local's name that nothing else of the body has; reports tell it by the hint.
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

  /// The locals that were made so deep in closures, in the order of the alphabet.
  func locals(inClosure depth: Int) -> [String] {
    depths.filter { $0.value == depth }.keys.sorted()
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

  func bind(_ name: String, _ binding: Binding) { scopes[scopes.count - 1][name] = binding }

  func binding(_ name: String) -> Binding? {
    scopes.reversed().lazy.compactMap { $0[name] }.first
  }

  /// Notes that the closures around use what a place begins with.
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

  /// Translates within a scope of its own, whose locals go at its end.
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
    for body in defers[defers.count - 1].reversed() { statements(body) }
    defers[defers.count - 1] = []
  }

  func dropTemporaries(from start: Int = 0) {
    for name in temporaries[start...] { actions.drop(Place(stringLiteral: name)) }
    temporaries.removeSubrange(start...)
  }

  /// Makes what a service stands for, where nobody keeps it.
  func finish(_ term: Term) {
    if case .service(_, let make) = term { make(&actions, nil) }
  }
}
