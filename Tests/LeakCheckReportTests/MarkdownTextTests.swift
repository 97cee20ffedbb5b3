import LeakCheckReport
import LeakCheckTestSupport
import Testing

@Suite struct MarkdownTextTests {
  @Test(arguments: [
    (
      "capture [weak self] in closure #1 in A.load()",
      "capture `[weak self]` in `closure #1 in A.load()`"
    ),
    ("declare `weak var delegate` in A", "declare `weak var delegate` in `A`"),
    ("set A.onTap to nil, Apart", "set `A.onTap` to nil, Apart"),
    ("call invalidate() before deinit", "call `invalidate()` before `deinit`"),
    ("by { [weak self] in self?.go() } now", "by `{ [weak self] in self?.go() }` now"),
    ("a ` b", "a \\` b"), ("no names, 50 %", "no names, 50 %"),
  ])
  func `names and Swift stand as code`(text: String, expected: String) {
    #expect(MarkdownText.sentence(text, names: ["closure #1 in A.load()", "A"]) == expected)
  }

  @Test func `a span of code cannot be ended from inside`() {
    #expect(MarkdownText.code("a`b``c") == "```a`b``c```")
    #expect(MarkdownText.code("`a") == "`` `a ``")
    #expect(MarkdownText.code("a\nb") == "`a\u{FFFD}b`")
  }

  /// Outside of spans of code there is nothing left that Markdown or HTML would obey.
  @Test(arguments: HostileNames.all)
  func `no name is obeyed`(name: String) {
    for text in [MarkdownText.sentence("x \(name) y", names: [name]), MarkdownText.prose(name)] {
      var (rest, fence) = (text[...], "")
      while let first = rest.first {
        if first == "\\" {
          rest = rest.dropFirst(2)
        } else if first == "`" {
          fence = String(rest.prefix { $0 == "`" })
          rest = rest.dropFirst(fence.count)
          while !rest.isEmpty, String(rest.prefix { $0 == "`" }) != fence {
            rest = rest.dropFirst(max(1, rest.prefix { $0 == "`" }.count))
          }
          rest = rest.dropFirst(fence.count)
        } else {
          #expect(!"<>*_[]|~$@".contains(first), "\(text)")
          rest = rest.dropFirst()
        }
      }
    }
  }
}
