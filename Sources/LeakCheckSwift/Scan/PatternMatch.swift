public import LeakCheckLifecycle

/// A match of a ``LeakPattern`` in a source.
public struct PatternMatch: Sendable {
  /// The pattern.
  public var pattern: LeakPattern
  /// The type whose object keeps itself alive, without enclosing types.
  public var type: String
  /// The enclosing member: `viewDidLoad()`, or the name of a property.
  public var member: String
  /// The property that holds the closure, or `nil` if a framework does.
  public var property: String?
  /// The place where `self` is held.
  public var place: SourcePlace
  /// The length of the match in Unicode scalars.
  public var length: Int
  /// The source line.
  public var line: String
  /// The path of holders, around to `self`.
  public var path: [String]
  /// The problem in one sentence.
  public var message: String
  /// The end of the reference, in a sentence.
  public var why: String
  /// The fix.
  public var fix: String
  /// The members that end the reference, as far as the type itself shows.
  public var endings: [String]
}
