import LeakCheckAnalysis
import LeakCheckGraph

/// The report for a pull request's comment.
public struct MarkdownFormat: ReportFormat {
  /// `markdown`.
  public let name: String = "markdown"

  /// The most findings of a report that are shown, or `nil` for all.
  public var limit: Int?

  /// References of a long path that are shown at each end.
  private static let shownEnds = 6

  /// The Markdown format, with at most `limit` findings of each report.
  public init(limit: Int? = nil) { self.limit = limit }

  /// Writes each report under a heading of its own.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    for report in reports {
      let summary = ReportSummary(report)
      output.write("## leakcheck: \(escaped(report.title))\n\n")
      output.write(summary.parts.joined(separator: " · ") + "\n\n")
      let shown = limit.map { report.findings.prefix($0) } ?? report.findings[...]
      for (number, finding) in shown.enumerated() {
        write(finding, number: number + 1, to: &output)
      }
      if shown.count < report.findings.count {
        output.write(
          "_… and \(report.findings.count - shown.count) more: raise --limit to see them_\n\n")
      }
      if let run = report.run { write(run, to: &output) }
      for note in summary.notes { output.write("_\(note)_\n\n") }
    }
  }

  /// The failed expectations and the misuse of a scenario.
  private func write(_ run: RunRecord, to output: inout some TextOutputStream) {
    for check in run.failedChecks {
      output.write("### \(escaped(check.check)) does not hold\n\n\(escaped(check.message)).\n\n")
    }
    for misuse in run.misuse {
      output.write("### misuse: \(escaped(misuse.code)) in \(escaped(misuse.place))\n\n")
      output.write("**Why:** \(escaped(misuse.message))\n\n")
      output.write("**Fix:** \(escaped(misuse.correct))\n\n")
    }
  }

  private func write(
    _ finding: Finding, number: Int, to output: inout some TextOutputStream
  ) {
    let times = finding.instances > 1 ? " × \(finding.instances)" : ""
    let words = ReportWords.kind(finding) + times
    output.write("### \(number). \(finding.severity.rawValue): \(words)\n\n")
    output.write(escaped(finding.message) + ".\n\n")
    write(finding.path.references, cut: finding.cut.steps.references, to: &output)
    output.write("\n**Why:** \(escaped(finding.why))\n\n")
    let fixes = FixWords(finding.cut, limit: 8)
    for fix in fixes.shown { output.write("**Fix:** \(escaped(fix))\n\n") }
    let notes = [fixes.further].compactMap(\.self) + ReportWords.bounds(of: finding)
    for note in notes { output.write("_\(escaped(note))_\n\n") }
    if !finding.advice.isEmpty { output.write("**Note:** \(escaped(finding.advice))\n\n") }
    let bytes = ByteCountText.text(finding.holds.bytes)
    let held = ByteCountText.count(finding.holds.objects.count, "object")
    output.write("Holds \(held), \(bytes). Fingerprint: \(escaped(finding.fingerprint))\n\n")
  }

  /// A line for each reference of a path, of a long one for the first and the last.
  private func write(
    _ path: [ObjectGraph.Reference], cut: [Int32], to output: inout some TextOutputStream
  ) {
    let ends = Self.shownEnds
    let hidden = path.count > 2 * ends + 1 ? ends..<path.count - ends : 0..<0
    let shown = path.indices.filter { !hidden.contains($0) }
    let onPath = Set(shown.map { path[$0].index })
    let isCut = Set(cut.lazy.filter(onPath.contains))
    for place in shown {
      if place == hidden.upperBound, !hidden.isEmpty {
        output.write("- … \(ByteCountText.count(hidden.count, "more reference"))\n")
      }
      output.write("- \(line(of: path[place], isCut: isCut.contains(path[place].index)))\n")
    }
  }

  private func line(of reference: ObjectGraph.Reference, isCut: Bool) -> String {
    let name = reference.name.isEmpty ? "" : " **\(escaped(reference.name))**"
    let arrow = "→\(name) (\(reference.strength.rawValue)) →"
    let types = (
      escaped(ReportWords.name(reference.source)), escaped(ReportWords.name(reference.target))
    )
    return "\(types.0) \(arrow) \(types.1)\(isCut ? " ✂" : "")"
  }

  private func escaped(_ text: String) -> String { Escaping.markdown(Escaping.plain(text)) }
}
