/// A format that writes the picture of each report as a Mermaid flowchart.
///
/// A Mermaid text is one diagram, so the reports are side by side in it.
public struct MermaidFormat: ReportFormat {
  /// The options for the picture of each graph.
  public var options: PictureOptions

  /// Creates the format with `options`.
  public init(options: PictureOptions = PictureOptions()) { self.options = options }

  /// Writes `reports` as one flowchart to `output`.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    let pictures = reports.map { Picture(of: $0, options: options) }
    output.write(MermaidWriter(pictures).text())
  }
}
