import LeakCheckGraph
import LeakCheckText

/// A scenario prepared to run: numbered actions, closures with all captures, types with supertypes.
struct Program: Sendable {
  /// A closure in source form, with all its captures, listed or not.
  struct Closure: Sendable {
    var literal: ClosureLiteral
    var captures: [(name: String, strength: Strength)]
    /// What the source calls each of them, as reports do.
    var labels: [String]
    /// As Swift's demangler says it: `closure #1 in Profile.viewDidLoad()`.
    var name: String
  }

  /// The place of an action.
  struct Site: Sendable {
    var place: SourcePlace?
    /// The callback or method, as `Profile.viewDidLoad()`, or `steps`.
    var owner: String
    var word: Word
    /// The position in its list, from 1.
    var number: Int
  }

  let scenario: Scenario
  private(set) var steps: [Action] = []
  private(set) var closures: [Closure] = []
  /// By number, the first without meaning.
  private(set) var sites: [Site] = [Site(place: nil, owner: "steps", word: .body(.log), number: 0)]
  private(set) var types: TypeTable
  /// The properties that the program stores something in, anywhere: each is one, though it may be empty at a time.
  private(set) var storedProperties: Set<String> = []
  /// The methods and callbacks that any type declares.
  private(set) var methodNames: Set<String> = []

  /// The numbers of the closures that a source has, by what they are written in and where.
  private var numbers: [String: Int] = [:]

  init(_ scenario: Scenario) throws(InputError) {
    self.scenario = scenario
    types = try TypeTable(of: scenario)
    for index in types.declared {
      // Taken out meanwhile: changed in its place in the table, it would be copied for each callback.
      var callbacks = types[index].callbacks
      types[index].callbacks = [:]
      for name in callbacks.keys.sorted() {
        // A body for one call of a method, or for one overload, has a key of its own.
        let plain = types[index].methodNames[name].map { String($0.prefix { $0 != "(" }) } ?? name
        let owner = "\(types[index].name).\(types.signature(ofCallback: plain, in: index))"
        var counter = 0
        callbacks[name] = link(callbacks[name] ?? [], owner: owner, counter: &counter)
      }
      types[index].callbacks = callbacks
    }
    var counter = 0
    steps = link(scenario.steps.actions, owner: "steps", counter: &counter)
    storedProperties = findStoredProperties()
    methodNames = Set(types.declared.flatMap { types[$0].callbacks.keys })
    try CallbackSpelling.check(self)
  }

  /// Numbers actions and closures; nesting is at most 512 deep, as the reader sees to.
  private mutating func link(
    _ actions: [Action], owner: String, counter: inout Int
  ) -> [Action] {
    var linked: [Action] = []
    linked.reserveCapacity(actions.count)
    for (number, action) in actions.enumerated() {
      var action = action
      action.site = Int32(sites.count)
      sites.append(
        Site(place: action.place, owner: owner, word: action.word, number: number + 1))
      for index in action.operands.indices {
        link(&action.operands[index].operand, owner: owner, counter: &counter)
      }
      linked.append(action)
    }
    return linked
  }

  private mutating func link(_ operand: inout Operand, owner: String, counter: inout Int) {
    switch operand {
    case .value(.closure(let literal)):
      operand = .value(.closure(link(literal, owner: owner, counter: &counter)))
    case .values(var values):
      for index in values.indices {
        guard case .closure(let literal) = values[index] else { continue }
        values[index] = .closure(link(literal, owner: owner, counter: &counter))
      }
      operand = .values(values)
    case .actions(let actions):
      operand = .actions(link(actions, owner: owner, counter: &counter))
    case .properties(var properties):
      for index in properties.indices {
        guard case .closure(let literal) = properties[index].value else { continue }
        properties[index].value = .closure(link(literal, owner: owner, counter: &counter))
      }
      operand = .properties(properties)
    default: break
    }
  }

  private mutating func link(
    _ literal: ClosureLiteral, owner: String, counter: inout Int
  ) -> ClosureLiteral {
    let name =
      literal.name.isEmpty
      ? "closure #\(number(of: literal, in: owner, &counter)) in \(owner)" : literal.name
    var literal = literal
    var inner = 0
    literal.body = link(literal.body, owner: name, counter: &inner)
    literal.code = Int32(closures.count)
    let captures = FreeNames.captures(of: literal)
    closures.append(
      Closure(
        literal: literal, captures: captures, labels: FreeNames.labels(of: captures), name: name))
    return literal
  }

  /// The number of a closure in what it is written in: one that a translation repeats, as those within loops, keeps its own.
  private mutating func number(
    of literal: ClosureLiteral, in owner: String, _ counter: inout Int
  ) -> Int {
    guard let place = literal.place, !place.file.isEmpty else {
      counter += 1
      return counter
    }
    let key = "\(owner) \(place.line):\(place.column) \(place.file)"
    if let known = numbers[key] { return known }
    counter += 1
    numbers[key] = counter
    return counter
  }
}
