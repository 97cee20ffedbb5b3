import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format that writes reports as one self-contained page for a browser, without network access.
///
/// The page has every finding as text and picture, so that you can read, print and search it where scripts cannot run,
/// as on many build servers. With scripts, it shows one finding at a time, and the pictures react to the pointer. The
/// page allows only its own script.
///
/// A picture costs 10 to 50 ms and about 30 KB. There is one for each finding shown and one for each report.
public struct HTMLFormat: ReportFormat {
  /// The largest number of findings to show per report, or `nil` for all.
  public var limit: Int?
  /// The options for the picture of each graph.
  public var options: PictureOptions = PictureOptions()
  /// The function that draws the pictures.
  public var draw: HTMLDrawing.Maker

  /// Creates the format with at most `limit` findings per report and pictures from `draw`.
  public init(limit: Int? = nil, draw: @escaping HTMLDrawing.Maker) {
    self.limit = limit
    self.draw = draw
  }

  /// Writes `reports` as one page to `output`.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    let chapters = reports.enumerated().map { number, report in
      HTMLChapter(report, number: number, of: self)
    }
    var head = HTMLText()
    let title = Self.title(of: chapters)
    writeHead(title, to: &head)
    head.markup("<body>\n")
    writeHeader(of: chapters, to: &head)
    writeList(of: chapters, to: &head)
    output.write(head.text + "\n<main>\n")
    // A section has its picture, so that one at a time is in memory.
    for chapter in chapters { chapter.writeSections(to: &output) }
    output.write("</main>\n<script>\(HTMLResources.script)</script>\n</body>\n</html>\n")
  }

  private static func title(of chapters: [HTMLChapter]) -> String {
    if chapters.count == 1 { return chapters[0].whole.title }
    let count = chapters.reduce(0) { $0 + $1.report.findings.count }
    let findings = count == 0 ? "No findings" : ByteCountText.count(count, "finding")
    return "\(findings) in \(ByteCountText.count(chapters.count, "graph"))"
  }

  private func writeHead(_ title: String, to html: inout HTMLText) {
    html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n")
    html.void("meta", ["charset": "utf-8"])
    html.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    html.void(
      "meta",
      ["http-equiv": "Content-Security-Policy", "content": HTMLResources.contentSecurityPolicy])
    html.element("title", text: "\(title) – leakcheck")
    html.markup("\n<style>\(HTMLResources.styleSheet)</style>\n</head>\n")
  }

  private func writeHeader(of chapters: [HTMLChapter], to html: inout HTMLText) {
    html.element("header") { html in
      html.element("h1", text: "leakcheck")
      let summary =
        chapters.count == 1
        ? "\(chapters[0].whole.title) · \(chapters[0].whole.subtitle)" : Self.title(of: chapters)
      html.element("p", text: summary)
      if chapters.contains(where: { !$0.report.findings.isEmpty }) {
        html.element(
          "button", ["id": "leaks-only", "type": "button", "aria-pressed": "false"],
          text: "Leaks only")
      }
      html.void(
        "input",
        [
          "id": "search", "type": "search", "placeholder": "Search  ( / )",
          "aria-label": "Search findings and objects",
        ])
    }
    html.markup("\n")
  }

  private func writeList(of chapters: [HTMLChapter], to html: inout HTMLText) {
    html.element("nav", ["aria-label": "Findings"]) { html in
      for chapter in chapters { chapter.writeList(isAlone: chapters.count == 1, to: &html) }
      html.element("div", ["id": "objects"]) { _ in }
    }
  }
}
