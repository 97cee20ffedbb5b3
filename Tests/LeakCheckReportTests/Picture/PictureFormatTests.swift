import Foundation
import LeakCheckGraph
import LeakCheckRender
import LeakCheckReport
import LeakCheckTestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct PictureFormatTests {
  @Test(arguments: HostileNames.all)
  func `a hostile name is drawn as text`(_ name: String) throws {
    let report = PictureCases.hostile(name)
    let dot = Self.text(DOTFormat(), [report])
    #expect(dot.hasPrefix("digraph leakcheck {") && dot.hasSuffix("}"))
    guard GraphvizRenderer.isAvailable else { return }
    let svg = try GraphvizRenderer.render(dot: dot, as: .svg)
    #expect(XMLParser(data: Data(svg)).parse())
    let text = String(decoding: svg, as: UTF8.self)
    #expect(!text.contains("<script") && !text.contains(" onload=\"alert"))
    // Where Graphviz refuses a label it draws the node's name instead.
    #expect(!text.contains(">n0</text>"))
  }

  @Test(arguments: HostileNames.all)
  func `a hostile name stays between the quotes of Mermaid`(_ name: String) {
    let lines = Self.text(MermaidFormat(), [PictureCases.hostile(name)]).split(separator: "\n")
    #expect(lines.count == Self.plainLineCount)
    for line in lines where line.contains("\"") {
      #expect(line.count { $0 == "\"" } == 2, "\(line)")
    }
    #expect(lines.allSatisfy { !$0.contains("%%{") && !$0.contains("<script") })
  }

  @Test func `several reports make one graph that Graphviz draws`() throws {
    let dot = Self.text(DOTFormat(), [PictureCases.screen(), PictureCases.large()])
    #expect(dot.components(separatedBy: "digraph ").count == 2)
    guard GraphvizRenderer.isAvailable else { return }
    #expect(try !GraphvizRenderer.render(dot: dot, as: .svg).isEmpty)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `every random picture can be drawn`(_ seed: UInt64) throws {
    let graph = RandomGraph.graph(seed: seed, objects: 1...60)
    let report = PictureCases.report(graph, PictureCases.pairs(in: graph))
    let dot = Self.text(DOTFormat(), [report])
    guard GraphvizRenderer.isAvailable else { return }
    let svg = try GraphvizRenderer.render(dot: dot, as: .svg)
    #expect(XMLParser(data: Data(svg)).parse())
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `clusters that nothing connects stand in rows`(_ seed: UInt64) throws {
    let dot = Self.text(DOTFormat(), [PictureCases.separateCycles(seed: seed)])
    #expect(dot.contains("rank=same"))
    guard GraphvizRenderer.isAvailable else { return }
    #expect(try !GraphvizRenderer.render(dot: dot, as: .svg).isEmpty)
  }

  @Test func `the legend names only what is there`() {
    let graph = ObjectGraph("a! -> b 'b'")
    let dot = Self.text(DOTFormat(), [PictureCases.report(graph, [])])
    #expect(dot.contains("──► strong"))
    #expect(!dot.contains("▷") && !dot.contains("✂") && !dot.contains("leak path"))
    #expect(dot.contains("newrank=true"))
  }

  @Test func `a graph without objects is a picture too`() throws {
    let dot = Self.text(DOTFormat(), [PictureCases.report(ObjectGraph(""), [])])
    #expect(dot.contains("No leaks"))
    guard GraphvizRenderer.isAvailable else { return }
    #expect(try !GraphvizRenderer.render(dot: dot, as: .svg).isEmpty)
  }

  private static let plainLineCount =
    text(MermaidFormat(), [PictureCases.hostile("plain")]).split(separator: "\n").count

  private static func text(_ format: some ReportFormat, _ reports: [Report]) -> String {
    var text = ""
    format.write(reports, to: &text)
    if format is DOTFormat { #expect(throws: Never.self) { try DotGuard.check(text) } }
    return text
  }
}
