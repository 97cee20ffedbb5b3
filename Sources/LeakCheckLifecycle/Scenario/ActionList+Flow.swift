/// Actions for the arguments, results and flow of a body.
extension ActionList {
  /// Names the arguments, in order; missing ones are null.
  public mutating func parameters(_ names: [String]) {
    add(.body(.parameters), ["parameters": .names(names)])
  }
  /// Leaves the body and returns a value to its caller.
  public mutating func giveBack(_ value: Value) { add(.body(.giveBack), ["return": .value(value)]) }
  /// Leaves the body if the place already holds something.
  public mutating func unless(_ place: Place) { add(.body(.unless), ["unless": .place(place)]) }
  /// Runs actions for each object in the place.
  public mutating func each(
    _ place: Place, as name: String, do body: (inout ActionList) -> Void
  ) {
    add(.body(.each), ["each": .place(place), "as": .text(name), "do": list(body)])
  }
  /// Repeats actions while the place holds something, up to a maximum.
  public mutating func whileThere(
    _ place: Place, most: Int? = nil, do body: (inout ActionList) -> Void
  ) {
    add(
      .body(.whileThere),
      ["while": .place(place), "most": most.map { .number(Double($0)) }, "do": list(body)])
  }
}

/// The element of a collection to which an action applies.
public enum OneOfMany: Sendable {
  /// The element at an index.
  case at(Int)
  /// The element under a key.
  case key(String)
  /// The last element.
  case last

  var index: Operand? {
    if case .at(let index) = self, index > 0 { .number(Double(index)) } else { nil }
  }
  var key: Operand? { if case .key(let key) = self { .text(key) } else { nil } }
  var isLast: Operand? { if case .last = self { .truth(true) } else { nil } }
}
