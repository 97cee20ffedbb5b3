/// The extent of a check; the last three counts include every object in the graph exactly once.
public struct Coverage: Equatable, Sendable {
  /// The number of objects.
  public var objects: Int
  /// The number of references.
  public var references: Int
  /// The number of declared roots, or without any, of objects that nothing retains.
  public var roots: Int
  /// The number of objects that a root reaches.
  public var reachable: Int
  /// The number of objects that no root reaches but that stay.
  public var leaked: Int
  /// The number of objects that nothing keeps alive.
  public var freed: Int
}
