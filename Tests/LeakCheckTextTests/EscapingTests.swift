import LeakCheckTestSupport
import LeakCheckText
import Testing

@Suite struct EscapingTests {
  @Test(arguments: HostileNames.all)
  func `plain text is short, visible, and has no controls`(_ name: String) {
    let text = Escaping.plain(name, limit: 34)
    #expect(!text.isEmpty && text.count <= 34)
    let harmful: Set<Unicode.Scalar> = [
      "\u{0}", "\u{1B}", "\n", "\r", "\u{85}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{2028}",
      "\u{FEFF}", "\u{3164}", "\u{115F}",
    ]
    #expect(text.unicodeScalars.allSatisfy { !harmful.contains($0) })
  }

  @Test func `a text of which nothing can be seen has a stand-in`() {
    #expect(Escaping.plain("") == "(no name)")
    #expect(Escaping.plain("  ") == "(no name)")
  }

  @Test func `a joiner stays inside an emoji and nowhere else`() {
    #expect(Escaping.plain("👩‍👩‍👧‍👦") == "👩‍👩‍👧‍👦")
    #expect(Escaping.plain("a\u{200D}b") == "a\u{FFFD}b")
  }

  @Test func `a long text loses its middle`() {
    #expect(Escaping.plain("abcdefghij", limit: 7) == "abc…hij")
  }

  @Test func `each language has its own escapes`() {
    #expect(Escaping.xml("<a&'\">") == "&lt;a&amp;&#39;&quot;&gt;")
    #expect(Escaping.dotHTML("\\N<") == "\\\\N&lt;")
    #expect(Escaping.dotQuoted("\"\\&") == "\\\"\\\\&amp;")
    #expect(Escaping.markdown("a*b|<") == "a\\*b\\|&lt;")
    #expect(Escaping.markdown("www.a.b x@a.b") == "www\\.a.b x\\@<!-- -->a.b")
    #expect(Escaping.mermaid("\"%%{init") == "#quot;#37;#37;#123;init")
  }
}
