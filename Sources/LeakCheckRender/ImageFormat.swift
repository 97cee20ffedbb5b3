/// An image format for pictures of graphs.
///
/// DOT is not one of them: it is text and needs no renderer.
public enum ImageFormat: String, CaseIterable, Sendable {
  /// Scalable Vector Graphics: text, sharp at every size, with tooltips.
  case svg
  /// Portable Network Graphics: pixels.
  case png
  /// Portable Document Format: one page, as large as the drawing.
  case pdf

  /// Creates the format for a path extension, in upper or lower case, or `nil`.
  public init?(pathExtension: String) {
    self.init(rawValue: pathExtension.lowercased())
  }
}
