/// Writes the picture of each report as a Mermaid flowchart.
///
/// A Mermaid text is one diagram, so the reports stand beside each other in it.
public struct MermaidFormat: ReportFormat {
  /// What of each graph is drawn.
  public var options: PictureOptions

  /// Draws with `options`.
  public init(options: PictureOptions = PictureOptions()) { self.options = options }

  /// Writes `reports` as one flowchart to `output`.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    let pictures = reports.map { Picture(of: $0, options: options) }
    output.write(MermaidWriter(pictures).text())
  }
}
