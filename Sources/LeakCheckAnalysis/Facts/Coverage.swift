/// The extent of a check: every object of the graph is in exactly one of the last three counts.
public struct Coverage: Equatable, Sendable {
  /// All objects.
  public var objects: Int
  /// All references.
  public var references: Int
  /// The declared roots, or in a graph that declares none, the objects that nothing retains.
  public var roots: Int
  /// Objects that a root reaches.
  public var reachable: Int
  /// Objects that no root reaches and that stay all the same.
  public var leaked: Int
  /// Objects that nothing keeps.
  public var freed: Int
}
