import LeakCheckAnalysis
import LeakCheckGraph

/// A format for retained sizes in a terminal: what stays, then two tables or a tree.
///
/// ```
/// 8 objects stay, 80 bytes · graph.json
///   nothing is unreachable
///
///   retained  share  objects  dominator tree
///   80 bytes  100 %        8  App (app)
///   70 bytes   88 %        7  ├─ List (list)
///   50 bytes   63 %        5  │  ├─ Session × 3
///   20 bytes   25 %        2  │  │  ╰─ Buffer × 2
///   10 bytes   13 %        1  │  ╰─ Log (log)
/// ```
package struct RetainedText: RetainedFormat {
  private let options: TextFormat.Options

  /// A text that looks as `options` say.
  package init(options: TextFormat.Options) { self.options = options }

  /// Writes the report.
  package func write(_ report: RetainedReport, to output: inout some TextOutputStream) {
    let tables = RetainedTables(report: report)
    var text = TerminalText(options: options)
    let input = text.clean(report.input, width: 40)
    text.line(
      .init(text.number(tables.summary), .bold), .init(text.symbol(" · ", " - ") + input))
    text.line(.init("  " + text.number(tables.unreachable), .dim))
    if let note = tables.cycleNote { text.line(.init("  " + note, .dim)) }
    text.line()
    switch report.content {
    case .tables(let objects, let types, let typeCount):
      text.table(tables.objects(objects))
      text.more(report.coverage.reachable + report.coverage.leaked - objects.count, "object")
      text.line()
      text.table(tables.types(types))
      text.more(typeCount - types.count, "type")
    case .tree(let outline):
      text.table(drawn(outline, tables))
      if outline.hidesRows { text.hint("raise --limit to see more of it") }
      if outline.hidesLevels {
        text.hint("raise --depth to see what is below level \(outline.depth)")
      }
    }
    output.write(text.text)
  }

  private func drawn(_ outline: DominatorOutline, _ tables: RetainedTables) -> Table {
    let isUnicode = options.charset == .unicode
    let lines = outline.lines
    var table = tables.tree(outline, times: isUnicode ? "×" : "x")
    for (index, lead) in lines.leads(
      unicode: isUnicode, width: options.width
    ).enumerated() {
      table.rows[index].lead = lead
      if case .hidden = lines[index].content { table.rows[index].style = .dim }
      if !isUnicode {
        table.rows[index].text = table.rows[index].text.replacing("\u{2009}", with: ",")
      }
    }
    return table
  }
}

extension TerminalText {
  /// A line that says what else can be asked.
  fileprivate mutating func hint(_ words: String) {
    line(Piece("  \(symbol("…", "...")) \(words)", .dim))
  }
}
