/// An engine that places the nodes of a drawing.
public enum LayoutEngine: String, CaseIterable, Sendable {
  /// Rows from the top to the bottom along the edges: what ownership is read in.
  ///
  /// Its time grows with the edges, steeply: 80 nodes and 160 edges take under three seconds, 200 nodes
  /// and 600 edges took 22, and a layout cannot be cancelled.
  case dot
  /// Nothing moves: the text has the place of everything.
  case placed = "nop2"
  /// A spring model that stays fast for thousands of nodes, but shows no direction.
  case sfdp
}
