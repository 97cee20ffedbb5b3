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

  @Test(arguments: [(13, 13), (14, 13), (3_000, 13)])
  func `of a long path the ends are shown`(length: Int, lines: Int) {
    let shown = text(ring(length)).split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(shown.count == lines)
    let hidden = shown.firstIndex { $0.contains("more reference") }
    #expect(hidden == (length > 13 ? 6 : nil))
    // Wherever the ring begins, each is behind the one before, and so is the first behind the gap.
    let numbers = shown.compactMap { $0.firstMatch(of: /\*\*r(\d+)\*\*/).flatMap { Int($0.1) } }
    let steps = zip(numbers, numbers.dropFirst()).map { ($1 - $0 + length) % length }
    let gap = length > 13 ? length - 11 : 1
    #expect(steps == (1..<numbers.count).map { $0 == 6 ? gap : 1 })
    if length == 14 { #expect(shown[6] == "- … 2 more references") }
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
