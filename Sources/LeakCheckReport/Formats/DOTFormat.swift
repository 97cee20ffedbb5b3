/// A format that writes the picture of each report as DOT text for Graphviz.
///
/// It always writes one digraph for all reports, because Graphviz's parser ignores everything after the first digraph.
public struct DOTFormat: ReportFormat {
  /// The options for the picture of each graph.
  public var options: PictureOptions

  /// Creates the format with `options`.
  public init(options: PictureOptions = PictureOptions()) { self.options = options }

  /// Writes `reports` as one digraph to `output`.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    output.write(drawing(of: reports).text)
  }

  /// Returns the DOT text of `reports`, which can also be placed.
  public func drawing(of reports: [Report]) -> PictureDOT {
    PictureDOT(
      reports.map { Picture(of: $0, options: options) },
      title: reports.map(\.title).joined(separator: ", "), spreads: options.spreads)
  }

  /// The pairs of colors to swap in the SVG in dark mode.
  public static var darkMode: [(light: String, dark: String)] { Palette.darkMode }
}
