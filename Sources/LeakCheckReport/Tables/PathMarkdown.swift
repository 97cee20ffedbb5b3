import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for retain paths in a pull request comment, one list each.
package struct PathMarkdown: PathFormat {
  /// The Markdown format.
  package init() {}

  /// Writes the paths under a heading for each object.
  package func write(_ report: PathReport, to output: inout some TextOutputStream) {
    output.write("## leakcheck path: \(MarkdownText.code(report.pattern))\n\n")
    for row in report.rows {
      let name = MarkdownText.code(TraceRows.title(of: row.object))
      output.write("### \(name) (\(MarkdownText.prose("\(row.object.id)")))\n\n")
      if !row.absence.isEmpty { output.write(MarkdownText.prose(row.absence) + "\n\n") }
      for path in row.paths {
        output.write(MarkdownText.list(of: TraceRows(path)) + "\n")
      }
    }
    guard report.further > 0 else { return }
    output.write("_and \(ByteCountText.count(report.further, "more object"))_\n")
  }
}
