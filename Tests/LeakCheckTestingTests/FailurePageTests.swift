import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import LeakCheckTesting
import Testing

@Suite struct FailurePageTests {
  @Test func `without Graphviz a page and DOT text take the picture's place`() throws {
    let analysis = GraphAnalysis(of: try selfCapture)
    let report = Report(Checks.findings(in: analysis), of: analysis, input: "popping the profile")
    let files = FailureFiles.withoutDrawing(report)
    #expect(files.map(\.label) == ["page", "picture"])
    #expect(files.map(\.suffix) == ["html", "dot"])
    let page = String(decoding: files[0].bytes, as: UTF8.self)
    // The path and the fix are there, and nothing is loaded from elsewhere.
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("onUpdate") && page.contains("[weak self]"))
    #expect(page.contains("No picture: Graphviz is not here"))
    #expect(page.contains("Content-Security-Policy") && !page.contains(" src="))
    #expect(String(decoding: files[1].bytes, as: UTF8.self).hasPrefix("digraph"))
  }

  @Test func `names in a page are text`() throws {
    let graph = try selfCapture.changing(objects: { $0.type = "<script>alert(1)</script>" })
    let analysis = GraphAnalysis(of: graph)
    let report = Report(Checks.findings(in: analysis), of: analysis, input: "<img src=x>")
    let page = String(decoding: FailureFiles.withoutDrawing(report)[0].bytes, as: UTF8.self)
    #expect(!page.contains("<script>alert") && !page.contains("<img"))
    #expect(page.contains("&lt;script&gt;alert(1)"))
  }
}
