/// Writes the picture of each report as DOT text, for Graphviz.
///
/// Always one digraph, however many reports there are: Graphviz's parser keeps what follows the first.
public struct DOTFormat: ReportFormat {
  /// The word that chooses the format on the command line.
  public var name: String { "dot" }
  /// What of each graph is drawn.
  public var options: PictureOptions

  /// Draws with `options`.
  public init(options: PictureOptions = PictureOptions()) { self.options = options }

  /// Writes `reports` as one digraph to `output`.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    let pictures = reports.map { Picture(of: $0, options: options) }
    output.write(DOTWriter(pictures).text())
  }

  /// The pairs of colours to swap in the SVG for a dark screen.
  public static var darkMode: [(light: String, dark: String)] { Palette.darkMode }
}
