import LeakCheckRender
import Testing

/// Graphs that crashed Graphviz 2.42, in the form that does not.
@Suite(.enabled(if: GraphvizRenderer.isAvailable)) struct HardGraphTests {
  @Test(arguments: 0..<30)
  func `labelled edges may cross clusters`(seed: UInt64) throws {
    let image = try GraphvizRenderer.render(dot: Self.clusteredGraph(seed: seed), as: .svg)
    #expect(String(decoding: image, as: UTF8.self).hasSuffix("</svg>\n"))
  }

  @Test(arguments: [
    #"</text><script>alert(1)</script>"#, #"" onload="alert(1)"#, #"a\"#, #"\N\G\E\T\L\n"#,
    "&amp;&lt;&#65;&#1;", "<B>bold</B>", "]]>", "<!-- -->", "{a|b}", "👩‍👧 日本 \u{301}", "%s%n",
  ])
  func `a hostile label is drawn as text`(label: String) throws {
    let quoted = Self.quoted(label)
    let image = try GraphvizRenderer.render(
      dot: """
        digraph g { newrank=true
          n1 [label="\(quoted)" tooltip="\(quoted)"]
          n2 [label=<<B>\(Self.escaped(label).replacing("\\", with: "\\\\"))</B>>]
          n1 -> n2 [label="\(quoted)"]
        }
        """, as: .svg)
    let svg = SVGFinish.finish(
      String(decoding: image, as: UTF8.self), title: label, description: label, darkMode: [])
    #expect(!svg.contains("<script") && !svg.contains("\" onload"))
    #expect(svg.split(separator: "<text").count == 4)
  }

  @Test func `a name of five thousand characters is drawn`() throws {
    let name = String(repeating: "x", count: 5_000)
    let image = try GraphvizRenderer.render(
      dot: "digraph g { n1 [label=\"\(name)\"] n1 -> n2 }", as: .svg)
    #expect(String(decoding: image, as: UTF8.self).contains(name))
  }

  @Test func `a chain of two thousand nodes is drawn`() throws {
    let edges = (0..<2_000).map { "n\($0) -> n\($0 + 1)" }.joined(separator: "\n")
    let image = try GraphvizRenderer.render(dot: "digraph g { newrank=true \(edges) }", as: .svg)
    let count = String(decoding: image, as: UTF8.self).split(separator: "class=\"edge\"").count - 1
    #expect(count == 2_000)
  }

  @Test func `a picture too large for pixels is scaled without a word`() throws {
    let edges = (0..<400).map { "n\($0) -> n\($0 + 1)" }.joined(separator: "\n")
    let image = try GraphvizRenderer.render(dot: "digraph g { newrank=true \(edges) }", as: .png)
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  private static func clusteredGraph(seed: UInt64) -> String {
    var random = SplitMix64(state: seed)
    var lines = ["digraph g {", "newrank=true"]
    for node in 0..<30 {
      lines.append("subgraph cluster_\(Int.random(in: 0..<6, using: &random)) { n\(node) }")
    }
    for edge in 0..<50 {
      let from = Int.random(in: 0..<30, using: &random)
      let to = Int.random(in: 0..<30, using: &random)
      lines.append("n\(from) -> n\(to) [label=\"edge \(edge)\"]")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    let pairs = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")]
    return pairs.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  private static func quoted(_ text: String) -> String {
    escaped(text).replacing("\\", with: "\\\\")
  }
}

/// Steele, Lea and Flood's generator: the same numbers on every machine.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
