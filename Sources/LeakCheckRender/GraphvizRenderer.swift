/// A renderer that draws DOT text with Graphviz inside this process.
///
/// It draws one picture at a time, however many threads ask: Graphviz has global state, and two concurrent layouts
/// crash it. Each layout runs on a thread with 64 MB of stack, because it recurses along the longest path. The
/// renderer prints nothing. Graphviz's errors go into the ``RenderError``; its warnings are dropped. A few messages
/// do not pass through Graphviz's callback. On Linux they are dropped if the system lets a thread have its own
/// stderr; elsewhere they appear.
public enum GraphvizRenderer {
  /// Whether this build can draw, because Graphviz was available at build time.
  ///
  /// Without Graphviz, every ``render(dot:as:engine:)`` throws.
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
  ///   - engine: The engine that places the nodes.
  /// - Returns: The contents of an image file.
  /// - Throws: An error with a remedy. Graphviz reporting an error is enough, even if it drew something.
  package static func render(
    dot: String, as format: ImageFormat, engine: LayoutEngine = .dot
  ) throws(RenderError) -> [UInt8] {
    try GraphvizLibrary.draw(dot, as: format.rawValue, engine: engine)
  }

  /// Lays out one graph and returns Graphviz's JSON with the position of each node, edge and cluster, in points.
  ///
  /// - Parameters:
  ///   - dot: As for ``render(dot:as:engine:)``.
  ///   - engine: The engine that places the nodes.
  /// - Returns: JSON. Objects and edges have the attributes of the text, `pos`, `bb` and `lp`, and their drawing
  ///   operations.
  /// - Throws: An error with a remedy.
  public static func layout(
    of dot: String, engine: LayoutEngine = .dot
  ) throws(RenderError) -> String {
    String(decoding: try GraphvizLibrary.draw(dot, as: "json", engine: engine), as: UTF8.self)
  }
}
