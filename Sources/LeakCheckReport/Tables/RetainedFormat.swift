/// A format for retained sizes.
package protocol RetainedFormat: Sendable {
  /// Writes `report` to `output`.
  func write(_ report: RetainedReport, to output: inout some TextOutputStream)
}

extension RetainedFormat {
  /// The text of a report.
  package func text(of report: RetainedReport) -> String {
    var text = ""
    write(report, to: &text)
    return text
  }
}
