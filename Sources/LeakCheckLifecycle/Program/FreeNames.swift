import LeakCheckGraph

/// The names that a closure captures, as Swift's capture analysis finds them.
struct FreeNames {
  private var found: [String] = []
  private var seen: Set<String> = []
  /// The names that the code at hand declares itself; each list of actions takes its own out again at its end.
  private var bound: Set<String>

  private init(bound: Set<String>) { self.bound = bound }

  /// The listed captures in their order, then every other name of the body, strongly, in order of use.
  ///
  /// - Complexity: O(actions).
  static func captures(
    of literal: ClosureLiteral
  ) -> [(name: String, strength: Strength)] {
    let captures = literal.captures
    var names = FreeNames(bound: Set(captures.map(\.name)))
    names.collect(literal.body)
    return captures + names.found.map { ($0, .strong) }
  }

  /// What the source calls captures; where two would have one name, as a run knows them.
  static func labels(of captures: [(name: String, strength: Strength)]) -> [String] {
    let shown = captures.map { LocalName.shown($0.name) }
    let isUnique = Set(shown).count == shown.count
    return isUnique ? shown : captures.map(\.name)
  }

  private mutating func collect(_ actions: [Action]) {
    var own: [String] = []
    for action in actions {
      // The body of a loop knows the name that the loop gives it.
      if action.word == .body(.each), case .text(let name)? = action["as"] { bind(name, &own) }
      for (key, operand) in action.operands {
        collect(operand)
        if let name = Self.definition(key, operand) { bind(name, &own) }
        if case .names(let names) = operand { for name in names { bind(name, &own) } }
      }
    }
    bound.subtract(own)
  }

  private mutating func bind(_ name: String, _ own: inout [String]) {
    if bound.insert(name).inserted { own.append(name) }
  }

  /// A name that an action makes in its scope.
  private static func definition(_ key: String, _ operand: Operand) -> String? {
    guard case .text(let name) = operand else { return nil }
    return key == "as" || key == "window" ? name : nil
  }

  private mutating func collect(_ operand: Operand) {
    switch operand {
    case .place(let place): use(place)
    case .places(let places): for place in places { use(place) }
    case .value(let value): collect(value)
    case .values(let values): for value in values { collect(value) }
    case .properties(let properties): for property in properties { collect(property.value) }
    case .actions(let actions): collect(actions)
    case .text, .names, .number, .truth, .null: break
    }
  }

  private mutating func collect(_ value: Value) {
    switch value {
    case .null: break
    case .place(let place), .method(let place), .weakBox(let place), .copy(let place): use(place)
    case .closure(let literal):
      // What a nested closure lists is used by the outer one too: that is how it gets hold of it.
      for capture in literal.captures { use(Place(head: .name(capture.name))) }
      var own: [String] = []
      for capture in literal.captures { bind(capture.name, &own) }
      collect(literal.body)
      bound.subtract(own)
    }
  }

  private mutating func use(_ place: Place) {
    guard let name = place.name, !bound.contains(name), seen.insert(name).inserted else { return }
    found.append(name)
  }
}
