/// A format for reports.
public protocol ReportFormat: Sendable {
  /// Writes `reports`, in their order, to `output`.
  func write(_ reports: [Report], to output: inout some TextOutputStream)
}

extension ReportFormat {
  /// The text of reports.
  package func text(of reports: [Report]) -> String {
    var text = ""
    write(reports, to: &text)
    return text
  }
}
