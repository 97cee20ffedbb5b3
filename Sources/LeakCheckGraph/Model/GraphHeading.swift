/// The fields of a graph as a whole, apart from objects and references.
package struct GraphHeading: Equatable, Sendable {
  /// What the dump calls itself; empty when it does not.
  package var name: String = ""
  /// How cycles are treated where the graph comes from.
  package var collector: ObjectGraph.Collector = .arc
  /// When in the program's life the graph was taken.
  package var moment: ObjectGraph.Moment = .after
  /// Members of the dump whose keys begin with `x-`, as JSON text.
  package var extensions: String = ""

  package init() {}
}
