import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The part of a page for one report: an overview, then a section for each finding.
struct HTMLChapter {
  let report: Report
  /// The picture of everything.
  let whole: Picture

  private let series: PictureSeries
  private let shown: Int
  private let draw: HTMLDrawing.Maker
  /// The chapter's own id, with which all its others begin.
  private let id: String
  private let steps: HTMLSteps?

  /// Each picture takes a look at the whole graph, and a page of thousands opens in no browser.
  private static let mostFigures = 200

  init(_ report: Report, number: Int, of format: HTMLFormat) {
    self.report = report
    series = PictureSeries(of: report, options: format.options)
    whole = series.whole
    shown = min(format.limit ?? .max, report.findings.count)
    draw = format.draw
    id = "r\(number + 1)"
    steps = HTMLSteps(report, id: id + "s", draw: format.draw)
  }

  private var title: String { report.title }
  private var hidden: Int { report.findings.count - shown }

  private func id(ofFinding finding: Int) -> String { "\(id)f\(finding + 1)" }

  /// Writes links to the sections.
  ///
  /// Beside other graphs, which may have the same name, it is said where this one is from.
  func writeList(isAlone: Bool, to html: inout HTMLText) {
    html.element("h2") { html in
      html.element("span", code: title)
      if !isAlone, title != report.input { html.element("small", code: report.input) }
    }
    html.element("a", ["class": "overview", "href": "#\(id)"]) { html in
      html.element("b", text: "Overview")
      html.element("span", text: ReportSummary(report).parts[0])
    }
    if let steps {
      html.element("a", ["class": "overview", "href": "#\(id)s"]) { html in
        html.element("b", text: "Step by step")
        html.element("span", text: steps.summary)
      }
    }
    for (number, finding) in report.findings.prefix(shown).enumerated() {
      html.element(
        "a",
        ["class": "finding \(finding.severity.rawValue)", "href": "#\(id(ofFinding: number))"]
      ) { html in
        html.element("b", code: "\(number + 1). \(ReportWords.subject(of: finding))")
        html.element("span", text: ReportWords.facts(of: finding))
      }
    }
    if hidden > 0 { html.element("p", ["class": "rest"], text: rest) }
  }

  private var rest: String {
    "… and \(ByteCountText.grouped(hidden)) more: raise --limit to see them"
  }

  /// Writes the overview and the findings, one after the other.
  func writeSections(to output: inout some TextOutputStream) {
    var overview = HTMLText()
    overview.element("section", ["class": "overview", "id": id]) { html in
      html.element("article") { writeOverview(to: &$0) }
      figure(whole, id: id, title: whole.title).write(to: &html)
    }
    steps?.write(to: &overview)
    output.write(overview.text + "\n")
    let findings = report.findings.prefix(shown)
    let listings = FindingListing.listings(of: findings, free: FindingListing.summedUp)
    for (number, (finding, listing)) in zip(findings, listings).enumerated() {
      let id = id(ofFinding: number)
      var section = HTMLText()
      section.element("section", ["class": finding.severity.rawValue, "id": id]) { html in
        html.element("article") { html in
          HTMLFinding(finding, listing, number: number + 1, of: report).write(to: &html)
        }
        if number < Self.mostFigures {
          figure(series.picture(ofFinding: number), id: id, title: finding.message).write(to: &html)
        } else {
          html.element("figure", ["class": "missing"]) { html in
            html.element(
              "p",
              text:
                "The first \(Self.mostFigures) findings have a picture: leakcheck render draws others"
            )
          }
        }
      }
      output.write(section.text + "\n")
    }
  }

  private func figure(_ picture: Picture, id: String, title: String) -> HTMLFigure {
    HTMLFigure(picture, id: id, title: title, draw: draw)
  }

  private func writeOverview(to html: inout HTMLText) {
    html.element("p", ["class": "kicker"], text: "Overview")
    html.element("h2", code: title)
    for paragraph in report.preface { html.element("p", text: paragraph) }
    let summary = ReportSummary(report)
    html.element("p", ["class": "facts"], text: summary.parts[0])
    writeFindings(to: &html)
    writeTypes(to: &html)
    writeCoverage(to: &html)
    for note in summary.notes { html.element("p", ["class": "remark"], text: note) }
    if let run = report.run { write(run, to: &html) }
  }

  /// The findings, each with a link.
  private func writeFindings(to html: inout HTMLText) {
    guard shown > 0 else { return }
    html.element("h3", text: "Findings")
    html.element("ol", ["class": "overview"]) { html in
      for (number, finding) in report.findings.prefix(shown).enumerated() {
        html.element("li") { html in
          html.element("a", ["href": "#\(id(ofFinding: number))"]) { html in
            html.element("b", code: ReportWords.subject(of: finding))
          }
          html.element("span", text: ReportWords.facts(of: finding))
        }
      }
    }
    if hidden > 0 { html.element("p", ["class": "remark"], text: rest) }
  }

  /// What the findings keep, by type.
  private func writeTypes(to html: inout HTMLText) {
    let types = KeptTypes(of: report)
    guard !types.rows.isEmpty else { return }
    html.element("h3", text: "What the findings keep")
    html.element("table", ["class": "types"]) { html in
      for row in types.rows {
        html.element("tr") { html in
          html.element("th", ["scope": "row"]) { $0.element("code", code: row.type) }
          html.element("td", text: "× \(ByteCountText.grouped(row.count))")
          html.element("td", text: row.bytes > 0 ? ByteCountText.text(row.bytes) : "–")
        }
      }
    }
    if types.further > 0 {
      html.element(
        "p", ["class": "remark"], text: "and \(ByteCountText.count(types.further, "more type"))")
    }
  }

  private func writeCoverage(to html: inout HTMLText) {
    let coverage = report.coverage
    let rows = [
      ("objects", coverage.objects), ("reachable", coverage.reachable),
      ("leaked", coverage.leaked), ("freed", coverage.freed),
      ("references", coverage.references), ("held from outside", coverage.roots),
    ]
    html.element("table") { html in
      for (name, count) in rows {
        html.element("tr") { html in
          html.element("th", ["scope": "row"], text: name)
          html.element("td", text: ByteCountText.grouped(count))
        }
      }
    }
    html.element("p", ["class": "remark"], text: "read from \(report.input)")
  }

  /// What a scenario did: expectations that fail, misuse, and its log.
  private func write(_ run: RunRecord, to html: inout HTMLText) {
    for check in run.failedChecks {
      html.element(
        "h3", ["class": "error"], text: "\(check.check)\(line(check.line)) \(check.outcome)")
      html.element("p", text: check.message)
    }
    for misuse in run.misuse {
      html.element("h3", ["class": "warning"], text: "misuse: \(misuse.code)")
      html.element("p", ["class": "facts"], code: misuse.place + line(misuse.line))
      html.element("p", text: misuse.message)
      html.element("p", ["class": "fix"], text: misuse.correct)
    }
    guard !run.log.isEmpty else { return }
    html.element("details") { html in
      html.element("summary", text: "Log of \(ByteCountText.count(run.log.count, "callback"))")
      HTMLLog(run.log).write(to: &html)
      let further = run.log.count - HTMLLog.mostLines
      if further > 0 {
        html.element(
          "p", ["class": "remark"], text: "… and \(ByteCountText.count(further, "more callback"))")
      }
    }
  }

  private func line(_ line: Int) -> String { line > 0 ? ", line \(line)" : "" }
}
