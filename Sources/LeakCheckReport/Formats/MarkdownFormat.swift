import LeakCheckAnalysis
import LeakCheckGraph

/// The report for a pull request's comment.
public struct MarkdownFormat: ReportFormat {
  /// `markdown`.
  public let name: String = "markdown"

  /// The Markdown format.
  public init() {}

  /// Writes each report under a heading of its own.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    for report in reports {
      let title = report.graph.name.isEmpty ? report.input : report.graph.name
      let summary = ReportSummary(report)
      output.write("## leakcheck: \(escaped(title))\n\n")
      output.write(summary.parts.joined(separator: " · ") + "\n\n")
      for (number, finding) in report.findings.enumerated() {
        write(finding, number: number + 1, to: &output)
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
      let place = misuse.callback == "steps" ? "steps" : "\(misuse.type).\(misuse.callback)"
      output.write("### misuse: \(escaped(misuse.code)) in \(escaped(place))\n\n")
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
    let onPath = Set(finding.path.references.lazy.map(\.index))
    let cut = Set(finding.cut.steps.references.lazy.filter(onPath.contains))
    for reference in finding.path.references {
      output.write("- \(line(of: reference, isCut: cut.contains(reference.index)))\n")
    }
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
