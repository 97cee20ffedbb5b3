/// The reason why a graph was not drawn, with a remedy.
public struct RenderError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The messages, one sentence each, the most useful first; empty if ``code`` says it all.
  ///
  /// Control characters are replaced, since a message may quote names from the graph.
  public let messages: [String]

  package init(_ code: Code, _ messages: [String] = []) {
    self.code = code
    self.messages = messages
  }

  /// The kinds of ``RenderError``.
  public struct Code: Hashable, Sendable {
    private enum Value { case unavailable, syntax, layout, drawing, tooLarge }

    private let value: Value

    /// This build does not include Graphviz.
    public static let unavailable: Code = Code(value: .unavailable)
    /// The text is not DOT.
    public static let syntax: Code = Code(value: .syntax)
    /// The nodes could not be placed, or a label has malformed HTML.
    public static let layout: Code = Code(value: .layout)
    /// The placed nodes could not be drawn in the requested format.
    public static let drawing: Code = Code(value: .drawing)
    /// The graph is larger than Graphviz can draw.
    public static let tooLarge: Code = Code(value: .tooLarge)
  }
}

extension RenderError: CustomStringConvertible {
  /// The problem and the remedy, on one line.
  public var description: String {
    switch code {
    case .syntax:
      "Graphviz cannot read the DOT text\(detail); write a .dot file and look at that place"
    case .layout: "Graphviz cannot lay out the graph\(detail); write a .dot file instead"
    case .drawing:
      "Graphviz cannot draw the graph\(detail); PNG and PDF need its Pango plugin "
        + "(apt-get install libgvc6-plugins-gtk), SVG and .dot files do not"
    case .tooLarge:
      "the graph is too large to draw\(detail); draw fewer nodes, or write a .dot file instead"
    default:
      "this leakcheck was built without Graphviz; write a .dot file instead, or install it "
        + "(apt-get install libgraphviz-dev, brew install graphviz) and build anew"
    }
  }

  private var detail: String {
    messages.isEmpty ? "" : ": " + messages.joined(separator: "; ")
  }
}
