import LeakCheckReport
import LeakCheckTestSupport
import Testing

@Suite struct EscapingTests {
  @Test(arguments: HostileNames.all)
  func `plain text is short, visible, and has no controls`(_ name: String) {
    let text = Escaping.plain(name, limit: 34)
    #expect(!text.isEmpty && text.count <= 34)
    let harmful: Set<Unicode.Scalar> = [
      "\u{0}", "\u{1B}", "\n", "\r", "\u{85}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{2028}",
      "\u{FEFF}",
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
    #expect(Escaping.mermaid("\"%%{init") == "#quot;#37;#37;#123;init")
  }

  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (912, "912 bytes"), (1024, "1.0 KB"), (18_842, "18.4 KB"),
      (102_400, "100 KB"), (1_048_575, "1.0 MB"), (1_258_291, "1.2 MB"), (Int64.max, "8.0 EB"),
    ] as [(Int64, String)])
  func `a number of bytes reads like a size`(_ bytes: Int64, _ text: String) {
    #expect(ByteCountText.text(bytes) == text)
  }
}
