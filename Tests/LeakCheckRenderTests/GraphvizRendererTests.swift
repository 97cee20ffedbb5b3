import LeakCheckRender
import Testing

@Suite(.enabled(if: GraphvizRenderer.isAvailable)) struct GraphvizRendererTests {
  private static let dot = """
    digraph leakcheck {
      newrank=true
      node [fontname="Helvetica,Arial,sans-serif"]
      subgraph cluster_0 { n1 [label=<<B>Timer</B>> tooltip="a timer"] n2 [shape=hexagon] }
      n0 -> n1 [label="timers"]
      n1 -> n2 [label=<<FONT COLOR="#cc3311">target</FONT>> style=dashed]
      n2 -> n1
    }
    """

  @Test(
    arguments: [
      (ImageFormat.svg, Array("<?xml".utf8)),
      (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      (.pdf, Array("%PDF-".utf8)),
    ], [LayoutEngine.dot, .sfdp])
  func `every format begins with its signature`(
    format: (ImageFormat, [UInt8]), engine: LayoutEngine
  ) throws {
    #expect(GraphvizRenderer.isAvailable)
    let image = try GraphvizRenderer.render(dot: Self.dot, as: format.0, engine: engine)
    #expect(image.starts(with: format.1))
  }

  @Test(arguments: [ImageFormat.svg, .png])
  func `the same text gives the same bytes`(format: ImageFormat) throws {
    let first = try GraphvizRenderer.render(dot: Self.dot, as: format)
    #expect(try GraphvizRenderer.render(dot: Self.dot, as: format) == first)
  }

  /// Clusters that nothing connects are placed in an order of Graphviz's own, which must not follow addresses.
  @Test func `what memory was used for before does not change the picture`() throws {
    var dot = "digraph g { newrank=true; "
    for cluster in 0..<24 {
      dot +=
        "subgraph cluster_\(cluster) { a\(cluster) -> b\(cluster); b\(cluster) -> a\(cluster); }"
    }
    dot += "}"
    var pictures: Set<[UInt8]> = []
    for round in 0..<6 {
      // What is freed here and there is where the next names will lie.
      var used = (0..<9_000).map { [UInt8](repeating: 1, count: 8 + $0 * 37 % 112) }
      for place in used.indices where place * 7 % 11 > round { used[place] = [] }
      pictures.insert(try GraphvizRenderer.render(dot: dot, as: .svg))
      #expect(used.count == 9_000)
    }
    #expect(pictures.count == 1)
  }

  /// The one letter, and a letter with an accent after it, which Swift takes for equal.
  @Test func `names of different bytes are different nodes`() throws {
    let dot = "digraph g { \"e\u{301}\" -> \"\u{e9}\" }"
    let picture = try GraphvizRenderer.render(dot: dot, as: .svg)
    let nodes = String(decoding: picture, as: UTF8.self).matches(of: /class="node"/)
    #expect(nodes.count == 2)
  }

  @Test func `two hundred threads at once get the same picture`() async throws {
    let expected = try GraphvizRenderer.render(dot: Self.dot, as: .svg)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<200 {
        group.addTask { try GraphvizRenderer.render(dot: Self.dot, as: .svg) }
      }
      for try await image in group { #expect(image == expected) }
    }
  }

  @Test(arguments: [
    "digraph g { a -> ; }", "digraph g { a [label=] }", "graph g { a -> b }", "nonsense { }",
    "digraph g { a [label=\"x\" }", "digraph g { subgraph { a ] } }",
  ])
  func `malformed text is a syntax error and spoils nothing`(dot: String) throws {
    let before = try GraphvizRenderer.render(dot: Self.dot, as: .svg)
    let error = #expect(throws: RenderError.self) {
      try GraphvizRenderer.render(dot: dot, as: .svg)
    }
    #expect(error?.code == .syntax)
    #expect(error?.messages.first?.contains("syntax error") == true)
    #expect(try GraphvizRenderer.render(dot: Self.dot, as: .svg) == before)
  }

  @Test(arguments: ["<B>a", "<B></B>", "<NOSUCH>a</NOSUCH>", "a & b", "<TABLE></TABLE>"])
  func `a malformed HTML label is an error though Graphviz draws something`(label: String) throws {
    let error = #expect(throws: RenderError.self) {
      try GraphvizRenderer.render(dot: "digraph g { newrank=true a [label=<\(label)>] }", as: .svg)
    }
    #expect(error?.code == .layout)
    #expect(error?.messages.isEmpty == false)
    _ = try GraphvizRenderer.render(dot: Self.dot, as: .svg)
  }

  @Test func `labels wider than Graphviz can count are too large`() {
    let label = String(repeating: "x", count: 30_000)
    let error = #expect(throws: RenderError.self) {
      try GraphvizRenderer.render(
        dot: "digraph g { node [label=\"\(label)\"] { rank=same a b } a -> b }", as: .svg)
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.messages.first?.hasPrefix("Edge length") == true)
  }

  @Test func `nothing is printed whatever happens`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      for dot in [
        "digraph g { a -> ; }", "digraph g { a [label=<<B>x>] }", "digraph g { a [shape=nosuch] }",
        "digraph g { a [color=nosuch] }", "digraph g { a -> b [lhead=nowhere] compound=true }",
      ] {
        _ = try? GraphvizRenderer.render(dot: dot, as: .svg)
        _ = try? GraphvizRenderer.render(dot: dot, as: .png, engine: .sfdp)
      }
    }
    #expect(result.standardErrorContent.isEmpty)
    #expect(result.standardOutputContent.isEmpty)
  }
}
