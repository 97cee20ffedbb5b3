/// A picture for a page: drawn, or the reason why it is not.
public enum HTMLDrawing: Sendable {
  /// An SVG element, with nothing before or behind it.
  case svg(String)
  /// Why there is no picture, in a sentence.
  case missing(String)

  /// What makes a drawing of DOT text.
  public typealias Maker = @Sendable (_ drawing: PictureDOT) -> HTMLDrawing
}
