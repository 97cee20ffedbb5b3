import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

/// The line of a source that a finding is about, in every format.
@Suite struct SourceExcerptTests {
  private static let excerpt = SourceExcerpt(
    file: "App/Screen.swift", line: 14, column: 3, text: "  timer = make(<self>) // `a`",
    length: 20)

  private func text(_ format: some ReportFormat, _ excerpt: SourceExcerpt = excerpt) -> String {
    let analysis = GraphAnalysis(of: ObjectGraph("A -> B 'b'; B -> A 'owner'"))
    let findings = Checks.findings(in: analysis)
    var report = Report(findings, of: analysis, input: "Screen.swift")
    report.excerpts = [findings[0].fingerprint: excerpt]
    var text = ""
    format.write([report], to: &text)
    return text
  }

  @Test func `a terminal underlines what is meant`() {
    let text = text(TextFormat())
    #expect(text.contains("  at   App/Screen.swift:14:3\n       timer = make(<self>) // `a`\n"))
    #expect(text.contains("\n       ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\n"))
  }

  @Test func `a note under a summary is wrapped, and nothing of it cut`() {
    var report = Report([], of: GraphAnalysis(of: ObjectGraph("A -> B 'b'")), input: "a.swift")
    report.unjudged = "line 12 is not followed: " + String(repeating: "some words ", count: 12)
    var text = ""
    TextFormat().write([report], to: &text)
    #expect(text.split(whereSeparator: \.isWhitespace).count { $0 == "some" } == 12)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a page marks it`() {
    #expect(
      text(HTMLFormat { _ in .missing("no Graphviz") })
        .contains("<pre class=\"line\"><mark>timer = make(&lt;self&gt;)</mark> // `a`</pre>"))
  }

  @Test func `a comment has the line as code`() {
    #expect(
      text(MarkdownFormat()).contains(
        "**At** `App/Screen.swift:14:3`**:** `` timer = make(<self>) // `a` ``\n"))
  }

  @Test func `build servers show the place`() {
    #expect(text(GitHubFormat()).contains("file=App/Screen.swift,line=14,col=3,"))
    #expect(text(XcodeFormat()).contains("App/Screen.swift:14:3: error: "))
    #expect(text(SARIFFormat(version: "1.0.0")).contains("\"startLine\": 14, \"startColumn\": 3"))
  }

  @Test func `programs read the line and the place`() throws {
    for text in [text(JSONFormat()), text(JSONLinesFormat())] {
      let value = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let finding = (value["findings"] as? [[String: Any]])?.first ?? value
      let source = try #require(finding["source"] as? [String: Any])
      #expect(source["file"] as? String == "App/Screen.swift")
      #expect(source["line"] as? Int == 14)
      #expect(source["column"] as? Int == 3)
      #expect(source["length"] as? Int == 20)
      #expect(source["text"] as? String == Self.excerpt.text)
    }
  }

  @Test(arguments: [(0, 0), (1, 100), (40, 5), (3, 20), (30, 1)])
  func `a place beyond the line marks nothing more than that`(column: Int, length: Int) {
    var excerpt = Self.excerpt
    (excerpt.column, excerpt.length) = (column, length)
    #expect(text(TextFormat(), excerpt).contains("timer = make(<self>)"))
    #expect(text(MarkdownFormat(), excerpt).contains("timer = make(<self>)"))
  }
}
