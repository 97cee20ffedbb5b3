import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckRender
import LeakCheckReport
import LeakCheckTestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct HTMLFormatTests {
  @Test func `each finding is a section that the list leads to`() throws {
    let page = Page([PictureCases.screen(), PictureCases.timer()])
    let sections = ["r1", "r1f1", "r1f2", "r2", "r2f1"]
    #expect(page.matches(of: #/<section class="[a-z]+" id="([a-z0-9]+)">/#) == sections)
    #expect(page.matches(of: #/<a class="[a-z ]+" href="#([a-z0-9]+)">/#) == sections)
    #expect(page.text.contains("<title>3 findings in 2 graphs – leakcheck</title>"))
    #expect(page.text.contains("<b>2. CommentComposer</b>"))
    #expect(page.text.contains("✂\u{FE0E} end this: invalidate()"))
  }

  @Test func `no id stands twice, and each node and edge of the data is drawn`() throws {
    guard GraphvizRenderer.isAvailable else { return }
    let page = Page([PictureCases.screen(), PictureCases.large(), PictureCases.timer()])
    let ids = page.matches(of: #/ id="([^"]+)"/#)
    #expect(Set(ids).count == ids.count)
    let figures = page.figures
    #expect(figures.count == page.matches(of: #/(<section )/#).count)
    for figure in figures {
      #expect(figure.nodes > 0)
      for node in 0..<figure.nodes { #expect(ids.contains("\(figure.prefix)n\(node)")) }
      for edge in 0..<figure.edges { #expect(ids.contains("\(figure.prefix)e\(edge)")) }
    }
  }

  @Test func `the picture of a finding is of that finding`() throws {
    let report = PictureCases.screen()
    let series = PictureSeries(of: report)
    for finding in report.findings.indices {
      let picture = series.picture(ofFinding: finding)
      #expect(picture.clusters.count == 1)
      #expect(picture.clusters[0].title.hasPrefix("Leak \(finding + 1) · "))
      #expect(picture.nodes.reduce(0) { $0 + $1.count } == report.coverage.objects)
      let path = report.findings[finding].path.objects.map(\.type)
      let drawn = picture.nodes.filter { $0.role == .path }.map(\.name)
      // Closures are drawn under their names.
      #expect(drawn.count == path.count && Set(drawn).subtracting(path).count <= 1)
    }
  }

  @Test func `without pictures the page says why and has the rest`() {
    var page = ""
    HTMLFormat { _ in .missing("built without <Graphviz>") }
      .write([PictureCases.screen()], to: &page)
    #expect(page.components(separatedBy: "No picture: built without &lt;Graphviz&gt;").count == 4)
    #expect(page.contains("<b>1. DetailViewController</b>"))
    #expect(!page.contains("application/json"))
  }

  @Test func `of many findings as many are shown as are wanted`() {
    let graph = "a -> b 'x'; b -> a 'y'; c -> d 'x'; d -> c 'y'; e -> f 'x'; f -> e 'y'"
    let analysis = GraphAnalysis(of: ObjectGraph(graph))
    let report = Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
    let some = Page([report], limit: 1)
    #expect(some.matches(of: #/<section class="[a-z]+" id="([a-z0-9]+)">/#) == ["r1", "r1f1"])
    #expect(some.text.contains("… and 2 more: raise --limit to see them"))
    #expect(!Page([report]).text.contains("--limit"))
  }

  @Test func `a cut that is not safe does not look like a fix`() throws {
    var report = PictureCases.timer()
    let safe = Page([report]).text
    #expect(safe.contains("<ul class=\"fixes\">") && !safe.contains("<ul class=\"fixes unsafe\">"))
    let step = try #require(report.findings[0].cut.steps.first)
    let unsafe = Cut.Step(
      cutting: step.reference, as: .registration, by: .end, safety: .refuted)
    report.findings[0].cut = Cut(steps: [unsafe], isExact: true, isMinimal: true)
    report.findings[0].alternatives = [Cut(steps: [step], isExact: true, isMinimal: true)]
    let text = Page([report]).text
    #expect(text.contains("<ul class=\"fixes unsafe\"><li>\(unsafe.fix) (not safe as it stands: "))
    #expect(text.contains("<summary>Another way</summary><ul class=\"fixes\">"))
  }

  @Test func `a clean graph is an overview`() {
    let graph = ObjectGraph("a! -> b 'b'")
    let page = Page([PictureCases.report(graph, [])])
    #expect(page.matches(of: #/<section class="[a-z]+" id="([a-z0-9]+)">/#) == ["r1"])
    #expect(page.text.contains("no findings") && !page.text.contains("id=\"leaks-only\""))
    #expect(page.text.contains("could not be judged"))
  }

  @Test func `what a scenario did is told, of a long log the beginning`() {
    var report = PictureCases.timer()
    report.run = RunRecord(
      log: (0..<1_234).map { .init(callback: "call\($0)()", type: "A<B>", id: "a") },
      misuse: [
        .init(
          code: "late", callback: "viewDidLoad()", type: "A<B>", message: "too <late>",
          correct: "be early", line: 7)
      ],
      failedChecks: [.init(check: "expectGone", message: "A & B live", line: 3)])
    let text = Page([report]).text
    #expect(text.contains("call999()") && !text.contains("call1000()"))
    #expect(text.contains("… and 234 more callbacks"))
    #expect(text.contains("too &lt;late&gt;") && text.contains("be early"))
    #expect(text.contains("expectGone, line 3 does not hold") && text.contains("A &amp; B live"))
  }

  @Test(arguments: Rounds.cases(HostileNames.all, usuallyOneOf: 3))
  func `a hostile name stays text`(_ name: String) throws {
    let page = Self.hostilePage(name)
    let content = try #require(page.content)
    let plain = try #require(Self.plainPage.content)
    #expect(content.elements.isSubset(of: plain.elements))
    #expect(content.attributes.isSubset(of: plain.attributes))
    #expect(content.links.allSatisfy { $0.wholeMatch(of: #/#r[12](f1|s)?/#) != nil })
    #expect(!page.text.unicodeScalars.contains("\u{202E}") && !page.text.contains("\u{1B}"))
    _ = page.figures
  }

  @Test(arguments: Rounds.seeds(30, usually: 4))
  func `every random graph makes the same page in any order of input`(_ seed: UInt64) throws {
    let graph = RandomGraph.graph(seed: seed, objects: 2...40)
    let page = Page([Self.checked(graph)])
    #expect(page.content != nil)
    let ids = page.matches(of: #/ id="([^"]+)"/#)
    #expect(Set(ids).count == ids.count)
    #expect(Page([Self.checked(graph.shuffled(seed: seed))]).text == page.text)
  }

  @Test func `the page allows its own script alone, and asks nobody for anything`() throws {
    let text = Page([PictureCases.timer()]).text
    let script = try #require(text.components(separatedBy: "<script>").last?.split("</script>"))
    let allowed = try #require(text.firstMatch(of: #/script-src &#39;sha256-([^&]+)&#39;/#)?.1)
    #expect(try Self.sha256(of: script) == allowed)
    #expect(text.contains("default-src &#39;none&#39;"))
    for word in ["innerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "import("]
    {
      #expect(!script.contains(word), "\(word)")
    }
    let addresses = text.matches(of: #/https?:[^"\s]+/#).map { String($0.output) }
    #expect(
      Set(addresses).isSubset(of: ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"]))
  }

  @Test func `each colour of the pictures has a dark partner`() {
    let text = Page([PictureCases.timer()]).text
    for color in ["background", "leak", "fix", "controller", "timer", "root"] {
      #expect(text.matches(of: try! Regex("--\(color):#[0-9a-f]{6}")).count == 2, "\(color)")
    }
    #expect(text.contains("figure [fill=\"#cc3311\"]{fill:var(--leak)}"))
  }

  /// A page on which every text that a dump or a scenario can have is `name`.
  private static let plainPage = hostilePage("plain")

  private static func hostilePage(_ name: String) -> Page {
    var report = PictureCases.hostile(name)
    report.input = name
    report.run = RunRecord(
      log: [.init(callback: name, type: name, id: name)],
      misuse: [
        .init(code: name, callback: name, type: name, message: name, correct: name, line: 1)
      ], failedChecks: [.init(check: name, message: name, line: 1)])
    report.run?.steps = StepCases.hostile(name)
    return Page([report, checked(report.graph)])
  }

  private static func checked(_ graph: ObjectGraph) -> Report {
    let analysis = GraphAnalysis(of: graph)
    return Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
  }

  /// The hash in base 64, by a program that every system has.
  private static func sha256(of text: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(Linux)
    process.arguments = ["sha256sum"]
    #else
    process.arguments = ["shasum", "-a", "256"]
    #endif
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let digits = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .prefix(64)
    process.waitUntilExit()
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(digits.dropFirst(place).prefix(2), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }
}

/// A page, and what is found in it.
private struct Page {
  let text: String

  /// A figure's data.
  struct Figure {
    let prefix: String
    let nodes: Int
    let edges: Int
  }

  init(_ reports: [Report], limit: Int? = nil) {
    var text = ""
    let format = HTMLFormat(limit: limit) { drawing in
      guard GraphvizRenderer.isAvailable else { return .missing("no Graphviz") }
      do {
        try DotGuard.check(drawing.text)
        let svg = String(
          decoding: try GraphvizRenderer.render(dot: drawing.text, as: .svg), as: UTF8.self)
        return .svg(
          SVGFinish.finish(svg, title: drawing.title, description: "", darkMode: []))
      } catch {
        Issue.record(error)
        return .missing("\(error)")
      }
    }
    format.write(reports, to: &text)
    self.text = text
  }

  func matches(of regex: Regex<(Substring, Substring)>) -> [String] {
    text.matches(of: regex).map { String($0.output.1) }
  }

  /// The data of the pictures; what cannot be read is an issue.
  var figures: [Figure] {
    let regex =
      #/<figure data-ids="([^"]+)"(?:.|\n)*?<script type="application\/json">((?:.|\n)*?)<\/script>/#
    return text.matches(of: regex).compactMap { match in
      let data = try? JSONSerialization.jsonObject(with: Data(match.output.2.utf8))
      guard let data = data as? [String: [Any]], let nodes = data["nodes"],
        let edges = data["edges"]
      else {
        Issue.record("data of \(match.output.1) cannot be read")
        return nil
      }
      return Figure(
        prefix: String(match.output.1), nodes: nodes.count, edges: edges.count)
    }
  }

  /// What the page is made of; `nil` where it is not well-formed XML once HTML's own liberties are taken from it.
  var content: PageContent? {
    var text = self.text
    text.replace("<!DOCTYPE html>", with: "")
    text.replace("<wbr>", with: "")
    text.replace(#/<(meta|input)([^>]*)>/#) { "<\($0.output.1)\($0.output.2)/>" }
    text.replace(#/<style>(?:.|\n)*?<\/style>/#, with: "")
    guard let start = text.range(of: "<script>", options: .backwards) else { return nil }
    text = text[..<start.lowerBound] + "</body></html>"
    let content = PageContent()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = content
    return parser.parse() ? content : nil
  }
}

/// The elements of a page, without the texts.
private final class PageContent: NSObject, XMLParserDelegate {
  private(set) var elements: Set<String> = []
  private(set) var attributes: Set<String> = []
  private(set) var links: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.insert(name)
    self.attributes.formUnion(attributes.keys)
    links += attributes.filter { $0.key.hasSuffix("href") || $0.key == "src" }.map(\.value)
  }
}

extension String {
  /// What stands before the last `end`.
  fileprivate func split(_ end: String) -> String? {
    range(of: end, options: .backwards).map { String(self[..<$0.lowerBound]) }
  }
}
