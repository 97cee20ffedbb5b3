/// Draws DOT text with Graphviz, inside this process.
///
/// One picture is drawn at a time, however many threads ask: Graphviz keeps global state, and two layouts at
/// once crash it. Each runs on a thread with 64 MB of stack, because the layout recurses along the longest
/// path. Nothing is printed: what Graphviz says goes into the ``RenderError``, or nowhere when it was only a
/// warning. A few texts do not pass through Graphviz's callback; on Linux they are dropped where the
/// system lets a thread have its own stderr, elsewhere they appear.
public enum GraphvizRenderer {
  /// Whether this build can draw, because Graphviz was there when it was made.
  ///
  /// Without it, every ``render(dot:as:engine:)`` throws.
  public static var isAvailable: Bool { GraphvizLibrary.isAvailable }

  /// The bytes of an image of one graph.
  ///
  /// The same text gives the same bytes of SVG and PNG on one machine, if the graph has a name; a PDF contains
  /// the time of its making. The text must be leakcheck's own: constructs are known that crash Graphviz, make
  /// it open files, or are written into the SVG unescaped, and nothing refuses them here.
  ///
  /// - Parameters:
  ///   - dot: One graph, with nothing after its closing brace. Every name in it must have been escaped.
  ///   - format: The kind of image.
  ///   - engine: Who places the nodes.
  /// - Returns: The contents of an image file.
  /// - Throws: An error that says what to do. Graphviz reporting an error is enough, even if it drew something.
  package static func render(
    dot: String, as format: ImageFormat, engine: LayoutEngine = .dot
  ) throws(RenderError) -> [UInt8] {
    try GraphvizLibrary.draw(dot, as: format.rawValue, engine: engine)
  }

  /// The layout of one graph as Graphviz's JSON: where each node, edge and cluster goes, in points.
  ///
  /// - Parameters:
  ///   - dot: As for ``render(dot:as:engine:)``.
  ///   - engine: Who places the nodes.
  /// - Returns: JSON; objects and edges have the attributes of the text besides `pos`, `bb` and `lp`, and what is
  ///   drawn of them.
  /// - Throws: An error that says what to do.
  public static func layout(
    of dot: String, engine: LayoutEngine = .dot
  ) throws(RenderError) -> String {
    String(decoding: try GraphvizLibrary.draw(dot, as: "json", engine: engine), as: UTF8.self)
  }
}
