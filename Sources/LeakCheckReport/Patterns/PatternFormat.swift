/// A format for the matches of a source scan.
package protocol PatternFormat: Sendable {
  /// Writes `report` to `output`.
  func write(_ report: PatternReport, to output: inout some TextOutputStream)
}

extension ItemFormat {
  /// Writes the notes of a scan as items.
  package func write(_ report: PatternReport, to output: inout some TextOutputStream) {
    write([ItemList(report)], to: &output)
  }
}

extension PatternFormat {
  /// The text of a scan.
  package func text(of report: PatternReport) -> String {
    var text = ""
    write(report, to: &text)
    return text
  }
}
