import LeakCheckRender
import Testing

struct RenderErrorTests {
  @Test(arguments: [
    (
      RenderError.Code.unavailable,
      "this leakcheck was built without Graphviz; write a .dot file instead, or install it "
        + "(apt-get install libgraphviz-dev, brew install graphviz) and build anew"
    ),
    (
      .syntax,
      "Graphviz cannot read the DOT text: one; two; write a .dot file and look at that place"
    ),
    (.layout, "Graphviz cannot lay out the graph: one; two; write a .dot file instead"),
    (
      .drawing,
      "Graphviz cannot draw the graph: one; two; PNG and PDF need its Pango plugin "
        + "(apt-get install libgvc6-plugins-gtk), SVG and .dot files do not"
    ),
    (
      .tooLarge,
      "the graph is too large to draw: one; two; draw fewer nodes, or write a .dot file instead"
    ),
  ])
  func `every error says what to do`(code: RenderError.Code, text: String) {
    #expect(RenderError(code, ["one", "two"]).description == text)
  }

  @Test func `an error without messages has no gap in its text`() {
    #expect(
      RenderError(.layout).description
        == "Graphviz cannot lay out the graph; write a .dot file instead")
  }

  @Test(.enabled(if: !GraphvizRenderer.isAvailable), arguments: ImageFormat.allCases)
  func `without Graphviz every format is unavailable`(format: ImageFormat) {
    let error = #expect(throws: RenderError.self) {
      try GraphvizRenderer.render(dot: "digraph g { a -> b }", as: format)
    }
    #expect(error?.code == .unavailable)
  }

  @Test(arguments: [
    ("svg", ImageFormat.svg), ("PNG", .png), ("Pdf", .pdf), ("dot", nil), ("", nil), (".svg", nil),
  ])
  func `a format is known by its file extension`(name: String, format: ImageFormat?) {
    #expect(ImageFormat(pathExtension: name) == format)
  }
}
