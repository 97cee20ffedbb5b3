/// A picture for a page, or the reason why there is none.
public enum HTMLDrawing: Sendable {
  /// An SVG element, with nothing before or behind it.
  case svg(String)
  /// Why there is no picture, in a sentence.
  case missing(String)

  /// A function that draws DOT text.
  public typealias Maker = @Sendable (_ drawing: PictureDOT) -> HTMLDrawing
}
