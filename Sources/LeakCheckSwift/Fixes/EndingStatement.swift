/// Lines that end what a type has, such as `timer?.invalidate()`, as they are written in its code.
public struct EndingStatement: Sendable {
  /// The type in whose code the lines stand.
  public var type: String
  /// The property of the type that the lines begin with; empty where they name none.
  public var property: String
  /// The lines where the property is an optional; `nil` where there are none then.
  public var optional: String?
  /// The lines where it is no optional, or where they name none; `nil` where there are none then.
  public var plain: String?
  /// Whether the type is a screen, which ends things in `viewDidDisappear`.
  public var isOfScreen: Bool

  /// Where the type is in a list of another one, which it is taken out of: the lines are found in the sources then.
  public var list: (property: String, holder: String)?

  /// Lines that take an object of a type out of a list that another type has.
  public init(takingOut type: String, of property: String, in holder: String, isOfScreen: Bool) {
    self.init(type: type, property: "", optional: nil, plain: nil, isOfScreen: isOfScreen)
    list = (property, holder)
  }

  /// Lines that end what a type has; see the properties.
  public init(
    type: String, property: String, optional: String?, plain: String?, isOfScreen: Bool
  ) {
    (self.type, self.property, self.isOfScreen) = (type, property, isOfScreen)
    (self.optional, self.plain) = (optional, plain)
  }
}
