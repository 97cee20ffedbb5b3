/// Lines in a type's code that end something the type has, such as `timer?.invalidate()`.
public struct EndingStatement: Sendable {
  /// The type whose code contains the lines.
  public var type: String
  /// The property at the start of the lines, or empty without one.
  public var property: String
  /// The lines for an optional property, or `nil` if there are none.
  public var optional: String?
  /// The lines for a non-optional property or without a property, or `nil` if there are none.
  public var plain: String?
  /// Whether the type is a screen, which ends things in `viewDidDisappear`.
  public var isOfScreen: Bool

  /// The list of another type from which to remove the object, if any; the lines then come from the sources.
  public var list: (property: String, holder: String)?

  /// Creates lines that remove an object of a type from a list of another type.
  public init(takingOut type: String, of property: String, in holder: String, isOfScreen: Bool) {
    self.init(type: type, property: "", optional: nil, plain: nil, isOfScreen: isOfScreen)
    list = (property, holder)
  }

  /// Creates lines that end something a type has; see the properties.
  public init(
    type: String, property: String, optional: String?, plain: String?, isOfScreen: Bool
  ) {
    (self.type, self.property, self.isOfScreen) = (type, property, isOfScreen)
    (self.optional, self.plain) = (optional, plain)
  }
}
