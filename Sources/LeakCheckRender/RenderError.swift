/// Why a graph was not drawn, and what to do about it.
public struct RenderError: Error, Hashable, Sendable {
  /// What kind of thing went wrong.
  public let code: Code
  /// What was found, one sentence each, the most telling first; empty when ``code`` says it all.
  ///
  /// Control characters are replaced: a message may quote names out of the graph.
  public let messages: [String]

  package init(_ code: Code, _ messages: [String] = []) {
    self.code = code
    self.messages = messages
  }

  /// The kinds of ``RenderError``.
  public struct Code: Hashable, Sendable {
    private enum Value { case unavailable, syntax, layout, drawing, tooLarge }

    private let value: Value

    /// This build has no Graphviz in it.
    public static let unavailable: Code = Code(value: .unavailable)
    /// The text is not DOT.
    public static let syntax: Code = Code(value: .syntax)
    /// The nodes could not be placed; a label with malformed HTML is found here too.
    public static let layout: Code = Code(value: .layout)
    /// The placed nodes could not be drawn in the wanted format.
    public static let drawing: Code = Code(value: .drawing)
    /// The graph is larger than Graphviz can draw.
    public static let tooLarge: Code = Code(value: .tooLarge)
  }
}

extension RenderError: CustomStringConvertible {
  /// What went wrong and what to do, on one line.
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
