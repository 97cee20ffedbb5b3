/// The fields of a graph as a whole, apart from objects and references.
package struct GraphHeading: Equatable, Sendable {
  /// The dump's name, or empty.
  package var name: String = ""
  /// The treatment of cycles in the graph's origin.
  package var collector: ObjectGraph.Collector = .arc
  /// The moment in the program's life at which the graph was taken.
  package var moment: ObjectGraph.Moment = .after
  /// The dump's members whose keys begin with `x-`, as JSON text.
  package var extensions: String = ""

  package init() {}
}
