/// Writes the picture of each report as DOT text, for Graphviz.
///
/// Always one digraph, however many reports there are: Graphviz's parser keeps what follows the first.
public struct DOTFormat: ReportFormat {
  /// What of each graph is drawn.
  public var options: PictureOptions

  /// Draws with `options`.
  public init(options: PictureOptions = PictureOptions()) { self.options = options }

  /// Writes `reports` as one digraph to `output`.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    output.write(drawing(of: reports).text)
  }

  /// The text of `reports`, and the same with everything in its place.
  public func drawing(of reports: [Report]) -> PictureDOT {
    PictureDOT(
      reports.map { Picture(of: $0, options: options) },
      title: reports.map(\.title).joined(separator: ", "), spreads: options.spreads)
  }

  /// The pairs of colours to swap in the SVG for a dark screen.
  public static var darkMode: [(light: String, dark: String)] { Palette.darkMode }
}
