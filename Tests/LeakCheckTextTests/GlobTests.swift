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
}
