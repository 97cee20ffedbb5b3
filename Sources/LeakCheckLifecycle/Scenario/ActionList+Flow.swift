/// What goes into a body and comes out of it.
extension ActionList {
  /// Names what the caller hands over, in its order; what it does not is null.
  public mutating func parameters(_ names: [String]) {
    add(.body(.parameters), ["parameters": .names(names)])
  }
  /// Leaves the body, and gives its caller a value.
  public mutating func giveBack(_ value: Value) { add(.body(.giveBack), ["return": .value(value)]) }
  /// Leaves the body where the place has something already.
  public mutating func unless(_ place: Place) { add(.body(.unless), ["unless": .place(place)]) }
  /// Runs actions for each object that the place has.
  public mutating func each(
    _ place: Place, as name: String, do body: (inout ActionList) -> Void
  ) {
    add(.body(.each), ["each": .place(place), "as": .text(name), "do": list(body)])
  }
  /// Runs actions again and again, for as long as the place has something and at most so often.
  public mutating func whileThere(
    _ place: Place, most: Int? = nil, do body: (inout ActionList) -> Void
  ) {
    add(
      .body(.whileThere),
      ["while": .place(place), "most": most.map { .number(Double($0)) }, "do": list(body)])
  }
}

/// The element of a collection that an action means.
public enum OneOfMany: Sendable {
  /// The one behind so many others.
  case at(Int)
  /// The one that is stored under a key.
  case key(String)
  /// The last.
  case last

  var index: Operand? {
    if case .at(let index) = self, index > 0 { .number(Double(index)) } else { nil }
  }
  var key: Operand? { if case .key(let key) = self { .text(key) } else { nil } }
  var isLast: Operand? { if case .last = self { .truth(true) } else { nil } }
}
