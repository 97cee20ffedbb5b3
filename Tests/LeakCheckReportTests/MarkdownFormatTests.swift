import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

@Suite struct MarkdownFormatTests {
  private func text(_ literal: String, limit: Int? = nil) -> String {
    let analysis = GraphAnalysis(of: ObjectGraph(literal))
    var text = ""
    MarkdownFormat(limit: limit).write(
      [Report(Checks.findings(in: analysis), of: analysis, input: "g.json")], to: &text)
    return text
  }

  /// A ring of objects, each with a name of its own.
  private func ring(_ count: Int) -> String {
    (0..<count).map { "o\($0) -> o\(($0 + 1) % count) 'r\($0)'" }.joined(separator: "; ")
  }

  @Test(arguments: [(12, 12), (13, 13), (3_000, 13)])
  func `of a long path the ends are shown`(length: Int, lines: Int) {
    let list = text(ring(length)).split(separator: "**Why:**")[0]
    let shown = list.split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(shown.count == lines)
    let hidden = shown.firstIndex { $0.contains("more object") }
    #expect(hidden == (length > 12 ? 6 : nil))
    // Wherever the ring begins, each is behind the one before, and so is the first behind the gap.
    let numbers = shown.compactMap { $0.firstMatch(of: /as `r(\d+)`/).flatMap { Int($0.1) } }
    let steps = zip(numbers, numbers.dropFirst()).map { ($1 - $0 + length) % length }
    let gap = length > 12 ? length - 11 : 1
    #expect(steps == (1..<numbers.count).map { $0 == 6 ? gap : 1 })
    if length == 13 { #expect(shown[6] == "- … 1 more object") }
  }

  @Test
  func `code stands as code, other ways are folded, and the picture is one that GitHub draws`() {
    let graph = "Profile -> c{} 'onTap'; c{} -> Profile 'self'"
    let text = text(graph)
    #expect(text.contains("```mermaid\nflowchart TD\n"))
    #expect(text.contains("- `Profile` keeps `c` as `onTap`\n"))
    #expect(text.contains("- `c` captures `Profile` as `self` **✂ make this weak**\n"))
    #expect(text.contains("**Fix:** capture `[weak self]` in "))
    #expect(text.contains("<details><summary>") && text.contains("\n</details>\n"))
    #expect(text.contains("`onTap = { [weak self] in`\n"))
    let end = /<sub>rule <code>LK001<\/code>, fingerprint <code>[0-9a-f]{8}<\/code><\/sub>/
    #expect(text.firstMatch(of: end) != nil)
  }

  @Test func `of many findings as many are shown as are wanted`() {
    let graph = "a -> b 'x'; b -> a 'y'; c -> d 'x'; d -> c 'y'; e -> f 'x'; f -> e 'y'"
    let all = text(graph)
    #expect(all.contains("### 3. ") && !all.contains("--limit"))
    let some = text(graph, limit: 1)
    #expect(some.contains("### 1. ") && !some.contains("### 2. "))
    #expect(some.contains("_… and 2 more: raise --limit to see them_"))
    #expect(some.contains("3 findings (3 cycle)"))
  }
}
