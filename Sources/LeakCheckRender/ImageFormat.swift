/// A kind of image file that a graph can be drawn as.
///
/// DOT is not among them: it is text, and needs no renderer.
public enum ImageFormat: String, CaseIterable, Sendable {
  /// Scalable Vector Graphics: text, sharp at every size, with tooltips.
  case svg
  /// Portable Network Graphics: pixels.
  case png
  /// Portable Document Format: one page, as large as the drawing.
  case pdf

  /// The format whose files end in `pathExtension`, in upper or lower case, or `nil`.
  public init?(pathExtension: String) {
    self.init(rawValue: pathExtension.lowercased())
  }
}
