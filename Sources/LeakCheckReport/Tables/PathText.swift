import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for retain paths as ladders in a terminal.
package struct PathText: PathFormat {
  private let options: TextFormat.Options

  /// A text that looks as `options` say.
  package init(options: TextFormat.Options) { self.options = options }

  /// Writes the paths one after the other, each under its length and the id of the object that it leads to.
  package func write(_ report: PathReport, to output: inout some TextOutputStream) {
    for row in report.rows { output.write(text(of: row)) }
  }

  private func text(of row: PathReport.Row) -> String {
    var text = TerminalText(options: options)
    if !row.absence.isEmpty {
      text.paragraph("\(row.object.type) (\(row.object.id)): \(row.absence)")
      text.line()
    }
    for (number, path) in row.paths.enumerated() {
      let count = text.number(ByteCountText.count(path.references.count, "reference"))
      let end = path.objects.last.map { " to " + text.clean("\($0.id)", width: 40) } ?? ""
      let title = path.isCycle ? "retain cycle" : "path \(number + 1) of \(row.paths.count)" + end
      text.line(.init(title, .bold), .init("  " + count, .dim))
      text.line()
      TraceDrawing(TraceRows(path)).draw(in: &text)
      text.line()
    }
    return text.text
  }
}
