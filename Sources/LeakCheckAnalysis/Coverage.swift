/// What was looked at: every object of the graph is in exactly one of the last three counts.
public struct Coverage: Equatable, Sendable {
  /// All objects.
  public var objects: Int
  /// All references.
  public var references: Int
  /// Objects that are held from outside: the declared roots, or what nothing holds in a graph without.
  public var roots: Int
  /// Objects that a root reaches.
  public var reachable: Int
  /// Objects that no root reaches and that stay all the same.
  public var leaked: Int
  /// Objects that nothing keeps.
  public var freed: Int
}
