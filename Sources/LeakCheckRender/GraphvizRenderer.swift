/// Draws DOT text with Graphviz, inside this process.
///
/// One picture is drawn at a time, however many threads ask: Graphviz keeps global state, and two layouts at
/// once crash it. Each runs on a thread with 64 MB of stack, because the layout recurses along the longest
/// path. Nothing is printed: what Graphviz says goes into the ``RenderError``, or nowhere when it was only a
/// warning. A few texts do not pass through Graphviz's callback; on Linux they are dropped where the
/// system lets a thread have its own stderr, elsewhere they appear.
public enum GraphvizRenderer {
  /// Whether this build can draw; without it, every ``render(dot:as:engine:)`` throws.
  public static var isAvailable: Bool {
    #if Graphviz
    true
    #else
    false
    #endif
  }

  /// The bytes of an image of one graph.
  ///
  /// The same text gives the same bytes of SVG and PNG on one machine, if the graph has a name; a PDF contains
  /// the time of its making. Constructs known to crash Graphviz, to make it open files, or to write into the
  /// SVG unescaped are refused; a graph with clusters must say `newrank=true`.
  ///
  /// - Parameters:
  ///   - dot: One graph, with nothing after its closing brace. Every name in it must have been escaped.
  ///   - format: The kind of image.
  ///   - engine: Who places the nodes.
  /// - Returns: The contents of an image file.
  /// - Throws: An error that says what to do. Graphviz reporting an error is enough, even if it drew something.
  public static func render(
    dot: String, as format: ImageFormat, engine: LayoutEngine = .dot
  ) throws(RenderError) -> [UInt8] {
    #if Graphviz
    try DotGuard.check(dot)
    return try UnsafeGraphviz.draw(dot, as: format, engine: engine)
    #else
    throw RenderError(.unavailable)
    #endif
  }
}
