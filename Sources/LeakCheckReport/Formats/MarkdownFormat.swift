import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for pull request comments and step summaries, in GitHub's and GitLab's Markdown.
///
/// Names and fixes are code, the picture is a Mermaid block that both servers draw, and the alternatives are collapsed.
public struct MarkdownFormat: ReportFormat {
  /// The largest number of findings to show per report, or `nil` for all.
  public var limit: Int?

  /// The most other cuts that are listed.
  private static let mostAlternatives = 5
  /// Pictures of more reports than this would make the page slow.
  private static let mostPictures = 10

  /// Creates the format, with at most `limit` findings per report.
  public init(limit: Int? = nil) { self.limit = limit }

  /// Writes each report under its own heading, after the total if there are several.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    if reports.count > 1 { output.write("## leakcheck: \(ReportTotal(reports).text)\n\n") }
    var pictures = 0
    for report in reports {
      let isDrawn = !report.findings.isEmpty && pictures < Self.mostPictures
      pictures += isDrawn ? 1 : 0
      write(report, isDrawn: isDrawn, depth: reports.count > 1 ? "###" : "##", to: &output)
    }
  }

  private func write(
    _ report: Report, isDrawn: Bool, depth: String, to output: inout some TextOutputStream
  ) {
    let summary = ReportSummary(report)
    let title = depth == "##" ? "leakcheck: " : ""
    output.write("\(depth) \(title)\(MarkdownText.prose(report.title))\n\n")
    output.write(summary.parts.joined(separator: " · ") + "\n\n")
    if isDrawn { writePicture(of: report, to: &output) }
    let shown = limit.map { report.findings.prefix($0) } ?? report.findings[...]
    for (number, finding) in shown.enumerated() {
      write(finding, number: number + 1, of: report, depth: depth + "#", to: &output)
    }
    if shown.count < report.findings.count {
      let rest = ByteCountText.grouped(report.findings.count - shown.count)
      output.write("_… and \(rest) more: raise --limit to see them_\n\n")
    }
    if let run = report.run { write(run, depth: depth + "#", to: &output) }
    for note in summary.notes { output.write("_\(MarkdownText.prose(note))_\n\n") }
  }

  private func writePicture(of report: Report, to output: inout some TextOutputStream) {
    var options = PictureOptions()
    options.budget = 24
    let mermaid = MermaidFormat(options: options).text(of: [report])
    output.write("```mermaid\n\(mermaid)```\n\n")
  }

  /// The failed expectations and the misuse of a scenario.
  private func write(_ run: RunRecord, depth: String, to output: inout some TextOutputStream) {
    for check in run.failedChecks {
      output.write("\(depth) \(MarkdownText.code(check.check)) \(check.outcome)\n\n")
      output.write("\(MarkdownText.prose(check.message)).\n\n")
    }
    for misuse in run.misuse {
      let place = MarkdownText.code(misuse.place)
      output.write("\(depth) misuse: \(MarkdownText.code(misuse.code)) in \(place)\n\n")
      output.write("**Why:** \(MarkdownText.sentence(misuse.message, names: []))\n\n")
      output.write("**Fix:** \(MarkdownText.sentence(misuse.correct, names: []))\n\n")
    }
  }

  private func write(
    _ finding: Finding, number: Int, of report: Report, depth: String,
    to output: inout some TextOutputStream
  ) {
    let finding = finding.withListedPath
    let severity = finding.severity == .error ? "" : "\(finding.severity.rawValue): "
    output.write("\(depth) \(number). \(severity)\(ReportWords.facts(of: finding))\n\n")
    output.write(MarkdownText.sentence(finding.message, about: finding) + ".\n\n")
    let refusal = report.refusal(of: finding)
    if !refusal.isEmpty { output.write("**Known:** \(MarkdownText.prose(refusal))\n\n") }
    output.write(MarkdownText.list(of: TraceRows(finding)) + "\n")
    if let excerpt = report.excerpts[finding.fingerprint] {
      let line = MarkdownText.code(excerpt.trimmed.text)
      output.write("**At** \(MarkdownText.code(excerpt.place))**:** \(line)\n\n")
    }
    output.write("**Why:** \(MarkdownText.sentence(finding.why, about: finding))\n\n")
    writeFix(of: finding, in: report, to: &output)
    writeAlternatives(of: finding, to: &output)
    output.write(
      "<sub>rule <code>\(finding.rule)</code>, fingerprint <code>\(finding.fingerprint.suffix(8))</code></sub>\n\n"
    )
  }

  private func writeFix(
    of finding: Finding, in report: Report, to output: inout some TextOutputStream
  ) {
    let fixes = FixWords(finding.cut, limit: 8)
    let lines = fixes.shown.map { MarkdownText.sentence($0, about: finding) }
    if lines.count == 1 { output.write("**Fix:** \(lines[0])\n\n") }
    if lines.count > 1 {
      output.write("**Fix**, all of:\n\n" + lines.map { "- \($0)\n" }.joined() + "\n")
    }
    let advice = MarkdownText.sentence(finding.advice, about: finding)
    if lines.isEmpty, !finding.advice.isEmpty { output.write("**Fix:** \(advice)\n\n") }
    for line in FixWords.code(of: finding, in: report) {
      output.write("\(MarkdownText.code(line))\n\n")
    }
    for other in FixWords.equals(of: finding) {
      output.write("**Or:** \(MarkdownText.sentence(other, about: finding))\n\n")
    }
    var notes = [fixes.further].compactMap(\.self) + ReportWords.bounds(of: finding)
    if let replay = finding.cut.replay { notes.append(replay.outcome) }
    for note in notes { output.write("_\(MarkdownText.prose(note))_\n\n") }
    if !lines.isEmpty, !finding.advice.isEmpty { output.write("**Note:** \(advice)\n\n") }
  }

  /// The other cuts, folded.
  private func writeAlternatives(
    of finding: Finding, to output: inout some TextOutputStream
  ) {
    let cuts = finding.alternatives.filter { !finding.isEqual($0) }.prefix(Self.mostAlternatives)
    guard !cuts.isEmpty else { return }
    let title = cuts.count == 1 ? "Another way" : "\(cuts.count) other ways"
    output.write("<details><summary>\(title)</summary>\n\n")
    for cut in cuts {
      let words = FixWords(cut, limit: 3)
      let fixes = words.shown.map { MarkdownText.sentence($0, about: finding) }
      let further = words.further.map { ", \($0)" } ?? ""
      output.write("- \(fixes.joined(separator: ", and "))\(further)\n")
    }
    output.write("\n</details>\n\n")
  }
}
