import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for retained sizes in a pull request comment: two tables, or a tree as a nested list.
package struct RetainedMarkdown: RetainedFormat {
  /// The Markdown format.
  package init() {}

  /// Writes the comment about a report.
  package func write(_ report: RetainedReport, to output: inout some TextOutputStream) {
    let tables = RetainedTables(report: report)
    let title = report.name.isEmpty ? report.input : report.name
    var text = "## leakcheck top: \(Escaping.markdown(Escaping.plain(title)))\n\n"
    text += "\(tables.summary) · \(tables.unreachable)\n\n"
    if let note = tables.cycleNote { text += "\(note)\n\n" }
    switch report.content {
    case .tables(let objects, let types, _):
      text += tables.objects(objects).markdown + "\n" + tables.types(types).markdown
    case .tree(let outline):
      for (line, row) in zip(outline.lines, tables.tree(outline, times: "×").rows) {
        let indent = String(repeating: "  ", count: line.depth)
        let words = Escaping.markdown(Escaping.plain(row.text))
        let size = row.cells.dropLast().joined(separator: ", ")
        text +=
          "\(indent)- \(words): \(size), \(ByteCountText.count(line.retained.objects, "object"))\n"
      }
    }
    output.write(text)
  }
}
