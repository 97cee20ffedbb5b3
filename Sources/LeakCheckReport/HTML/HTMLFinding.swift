import LeakCheckAnalysis
import LeakCheckGraph

/// The section of a page for one finding: place, reason, fix and alternatives.
struct HTMLFinding {
  private let finding: Finding
  private let listing: FindingListing
  private let number: Int
  private let report: Report

  /// More fixes of one cut, or other cuts, are no reading.
  private static let mostFixes = 8
  /// So many fixes are read at once.
  private static let mostOpenFixes = 3
  private static let mostAlternatives = 5

  init(_ finding: Finding, _ listing: FindingListing, number: Int, of report: Report) {
    self.finding = finding.withListedPath
    self.listing = listing
    self.number = number
    self.report = report
  }

  func write(to html: inout HTMLText) {
    // The word that the picture has for it.
    let word = PictureText.isLeak(finding) ? "leak" : "finding"
    let severity = finding.severity == .error ? "" : " · \(finding.severity.rawValue)"
    html.element(
      "p", ["class": "kicker"], text: "\(word) \(number) of \(report.findings.count)\(severity)")
    html.element("h2", code: ReportWords.subject(of: finding))
    html.element("p", ["class": "facts"], text: ReportWords.facts(of: finding))
    HTMLTrace(TraceRows(finding)).write(to: &html)
    writeSurroundings(to: &html)
    HTMLBranches(finding, in: report).write(to: &html)
    if let excerpt = report.excerpts[finding.fingerprint] { write(excerpt, to: &html) }
    html.element("h3", text: "Why")
    html.element("p", text: finding.why)
    writeFix(to: &html)
    writeAlternatives(to: &html)
    html.element("p", ["class": "remark"]) { html in
      html.write("Rule ")
      html.element("code", code: finding.rule)
      html.write(", fingerprint ")
      html.element("code", code: finding.fingerprint)
    }
  }

  /// The line of the source, with what is meant marked.
  private func write(_ excerpt: SourceExcerpt, to html: inout HTMLText) {
    html.element("h3", text: "At")
    html.element("p", ["class": "remark"]) { $0.element("code", code: excerpt.place) }
    let (before, meant, behind) = excerpt.parts
    html.element("pre", ["class": "line"]) { html in
      // An empty text would be told as a missing name.
      if !before.isEmpty { html.write(before) }
      if !meant.isEmpty { html.element("mark", text: meant) }
      if !behind.isEmpty { html.write(behind) }
    }
  }

  private func writeSurroundings(to html: inout HTMLText) {
    for line in ReportWords.surroundings(of: finding, listing) {
      html.element("p", ["class": "remark"], text: line)
    }
    guard let path = finding.rootPath, path.objectCount(upTo: 2) > 1 else { return }
    let isWhole =
      listing == .whole
      || path.objectCount(upTo: FindingListing.endLength) <= FindingListing.endLength
    html.element("details") { html in
      html.element("summary", text: isWhole ? "What holds it" : "The end of what holds it")
      HTMLTrace(TraceRows(isWhole ? path : path.suffix(FindingListing.endLength)))
        .write(to: &html)
    }
  }

  private func writeFix(to html: inout HTMLText) {
    let fixes = FixWords(finding.cut, limit: Self.mostFixes)
    var notes = [fixes.further].compactMap(\.self) + ReportWords.bounds(of: finding)
    if let replay = finding.cut.replay { notes.append(replay.outcome) }
    let advice = finding.advice
    guard !fixes.shown.isEmpty || !notes.isEmpty || !advice.isEmpty else { return }
    html.element("h3", text: "Fix")
    write(fixes.shown, of: finding.cut, to: &html)
    if fixes.shown.isEmpty, !advice.isEmpty { html.element("p", ["class": "fix"], text: advice) }
    let code = FixWords.code(of: finding, in: report)
    if !code.isEmpty {
      html.element("pre", ["class": "line"]) { html in
        for (number, line) in code.enumerated() {
          if number > 0 { html.markup("\n") }
          html.write(line)
        }
      }
    }
    for other in finding.equals {
      html.element("p", ["class": "remark"], text: "or")
      write(FixWords(other, limit: 3).shown, of: other, to: &html)
    }
    for note in notes { html.element("p", ["class": "remark"], text: note) }
    if !fixes.shown.isEmpty, !advice.isEmpty { html.element("p", text: advice) }
  }

  private func write(_ fixes: [String], of cut: Cut, to html: inout HTMLText) {
    guard !fixes.isEmpty else { return }
    let list = cut.safety != .refuted ? "fixes" : "fixes unsafe"
    html.element("ul", ["class": list]) { html in
      for fix in fixes.prefix(Self.mostOpenFixes) { html.element("li", text: fix) }
    }
    let further = fixes.dropFirst(Self.mostOpenFixes)
    guard !further.isEmpty else { return }
    html.element("details") { html in
      html.element("summary", text: "\(further.count) more of this cut")
      html.element("ul", ["class": list]) { html in
        for fix in further { html.element("li", text: fix) }
      }
    }
  }

  private func writeAlternatives(to html: inout HTMLText) {
    let cuts = finding.alternatives.filter { !finding.isEqual($0) }
      .prefix(Self.mostAlternatives)
    guard !cuts.isEmpty else { return }
    html.element("details") { html in
      html.element("summary", text: cuts.count == 1 ? "Another way" : "Other ways")
      for cut in cuts {
        let words = FixWords(cut, limit: 3)
        write(words.shown, of: cut, to: &html)
        if let further = words.further { html.element("p", ["class": "remark"], text: further) }
      }
    }
  }
}
