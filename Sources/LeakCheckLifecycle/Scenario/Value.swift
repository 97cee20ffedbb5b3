public import LeakCheckGraph

/// A value to store, call or pass.
public indirect enum Value: Sendable {
  /// Nothing.
  case null
  /// The content of a place.
  case place(Place)
  /// A new closure.
  case closure(ClosureLiteral)
  /// A bound method, `object.method` used as a closure, which holds the object strongly.
  case method(Place)
  /// A new box with a weak reference to the content of a place.
  case weakBox(Place)
  /// A copy of the struct at a place and of the structs in it; for anything else, the content of the place.
  case copy(Place)

  /// Returns a new closure, which strongly captures names in its body that `captures` does not list.
  public static func closure(
    captures: KeyValuePairs<String, Strength> = [:], name: String = "",
    do body: (inout ActionList) -> Void = { _ in }
  ) -> Value {
    var actions = ActionList()
    body(&actions)
    return .closure(
      ClosureLiteral(
        captures: captures.map { ($0.key, $0.value) }, body: actions.actions, name: name))
  }
}

extension Value: ExpressibleByStringLiteral {
  /// Creates the content of a place.
  public init(stringLiteral value: String) { self = .place(Place(stringLiteral: value)) }
}

/// A closure in source form: its capture list and its body.
public struct ClosureLiteral: Sendable {
  var captures: [(name: String, strength: Strength)] = []
  var body: [Action] = []
  var name = ""
  var isEscaping = true
  var place: SourcePlace?
  /// The number of the closure in its program, or -1 before linking.
  var code: Int32 = -1

  init(
    captures: [(name: String, strength: Strength)] = [], body: [Action] = [], name: String = "",
    place: SourcePlace? = nil
  ) {
    self.captures = captures
    self.body = body
    self.name = name
    self.place = place
  }

  /// Creates a closure with a capture list and a body.
  package init(
    capturing captures: [(name: String, strength: Strength)], do body: ActionList,
    escaping isEscaping: Bool = true, at place: SourcePlace?
  ) {
    self.init(captures: captures, body: body.actions, place: place)
    self.isEscaping = isEscaping
  }

  /// The names that the closure captures strongly, whether listed or not.
  package var strongCaptures: [String] {
    FreeNames.captures(of: self).filter { $0.strength == .strong }.map(\.name)
  }

  /// Makes the body read a name first, so that the closure captures it with the strength of its surroundings.
  package mutating func use(_ name: String) {
    body.insert(
      Action(
        word: .object(.read), operands: [("read", .place(Place(stringLiteral: name)))], place: place
      ),
      at: 0)
  }
}
