import LeakCheckTestSupport
import LeakCheckText
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("*", "", true), ("*", "Session", true), ("Ses*", "Session", true), ("*ion", "Session", true),
    ("S?ssion", "Session", true), ("S?ssion", "Sssion", false), ("Session", "Sessions", false),
    ("*a*b*", "xxaxxbxx", true), ("*a*b", "xxaxxbxx", false), ("", "", true), ("", "x", false),
    ("*.Session", "App.Session", true), ("*.Session", "Session", false),
  ])
  func `a pattern matches the whole text`(pattern: String, text: String, matches: Bool) {
    #expect(Glob(pattern).matches(text) == matches)
  }

  @Test func `one question mark is one character, of ASCII or not`() {
    #expect(Glob("?").matches("\r\n") && !Glob("??").matches("\r\n"))
    #expect(Glob("?").matches("e\u{301}") && Glob("\u{E9}*").matches("e\u{301}tude"))
    #expect(!Glob("e*").matches("e\u{301}tude") && !Glob("??").matches("\u{1F1E9}\u{1F1EA}"))
  }

  @Test func `texts of ASCII match as their characters would`() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<20_000 {
      func word(_ letters: String, _ count: Int) -> String {
        String(
          (0..<Int.random(in: 0...count, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? "a"
          })
      }
      let (pattern, text) = (word("ab*?", 6), word("ab", 8))
      // A letter of its own that is not of ASCII, in both.
      let marked = (Glob("\u{E9}" + pattern), "\u{E9}" + text)
      #expect(Glob(pattern).matches(text) == marked.0.matches(marked.1), "\(pattern) \(text)")
    }
  }

  @Test func `a start before a separator matches as a text of its own would`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      func word(_ letters: String, _ count: Int) -> String {
        String(
          (0..<Int.random(in: 0...count, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
          })
      }
      let (pattern, text) = (word("ab.*?", 6), word("aab.", 10))
      let starts = text.indices.filter { text[$0] == "." }.map { text[..<$0] }
      #expect(
        Glob(pattern).matchesStart(of: text, before: ".")
          == starts.contains { Glob(pattern).matches($0) }, "\(pattern) \(text)")
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a text of separators alone is looked through once`() {
    let text = String(repeating: "a.", count: 200_000)
    #expect(!Glob("*b").matchesStart(of: text, before: "."))
    #expect(Glob("a*a").matchesStart(of: text, before: "."))
  }
}
