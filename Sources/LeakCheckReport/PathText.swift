public import LeakCheckAnalysis
import LeakCheckGraph

/// Retain paths as ladders for a terminal.
public struct PathText: Sendable {
  private let options: TextFormat.Options

  /// A text that looks as `options` say.
  public init(options: TextFormat.Options) { self.options = options }

  /// The paths one after the other, each under its length and the id of the object that it leads to.
  public func text(of paths: [LeakTrace]) -> String {
    var text = TerminalText(options: options)
    for (number, path) in paths.enumerated() {
      let count = ByteCountText.count(path.references.count, "reference")
      let end = path.objects.last.map { " to " + text.clean("\($0.id)", width: 40) } ?? ""
      let title = path.isCycle ? "retain cycle" : "path \(number + 1) of \(paths.count)" + end
      text.line(.init(title, .bold), .init("  " + count, .dim))
      text.line()
      TraceDrawing(TraceRows(path)).draw(in: &text)
      text.line()
    }
    return text.text
  }
}
