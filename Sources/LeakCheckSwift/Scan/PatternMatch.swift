public import LeakCheckLifecycle

/// A place of a source where a ``LeakPattern`` stands.
public struct PatternMatch: Sendable {
  /// What stands there.
  public var pattern: LeakPattern
  /// The type whose object keeps itself, without the types around it.
  public var type: String
  /// The member that it stands in: `viewDidLoad()`, or the name of a property.
  public var member: String
  /// The property that keeps it, or `nil` where a framework does.
  public var property: String?
  /// Where `self` is held.
  public var place: SourcePlace
  /// How many Unicode scalars from there on are meant.
  public var length: Int
  /// The line as it is written.
  public var line: String
  /// What holds what, from its beginning round to `self`.
  public var path: [String]
  /// What is kept and by what, in one sentence.
  public var message: String
  /// What ends it, in a sentence.
  public var why: String
  /// What to change.
  public var fix: String
  /// The members that end it, as far as the type itself says.
  public var endings: [String]
}
