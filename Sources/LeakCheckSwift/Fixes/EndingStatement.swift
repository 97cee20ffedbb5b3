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

  /// Lines that end what a type has; see the properties.
  public init(
    type: String, property: String, optional: String?, plain: String?, isOfScreen: Bool
  ) {
    (self.type, self.property, self.isOfScreen) = (type, property, isOfScreen)
    (self.optional, self.plain) = (optional, plain)
  }
}
