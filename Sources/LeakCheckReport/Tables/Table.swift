import LeakCheckText

/// A table with right-aligned numbers and a text at the end of each row.
struct Table {
  /// A row.
  struct Row {
    /// The numbers as text, one for each title.
    var cells: [String]
    /// The text at the end, which comes from a dump.
    var text: String
    /// What stands before the text: the lines of a tree.
    var lead = ""
    /// How the row is shown on a terminal.
    var style: TerminalText.Style = .plain
  }

  /// The titles of the numbers.
  let titles: [String]
  /// The title of the text.
  let textTitle: String
  /// The rows from top to bottom.
  var rows: [Row] = []

  /// The table in Markdown.
  var markdown: String {
    let head = "| \((titles + [textTitle]).joined(separator: " | ")) |\n"
    let rule = "|" + String(repeating: " ---: |", count: titles.count) + " --- |\n"
    return head + rule
      + rows.map { row in
        let text = Escaping.markdown(Escaping.plain(row.text))
        return "| \((row.cells + [text]).joined(separator: " | ")) |\n"
      }.joined()
  }
}

extension TerminalText {
  /// Draws a table in as many columns as its numbers need; the text has the rest.
  mutating func table(_ table: Table) {
    let rows = table.rows.map { $0.cells.map(number) }
    let widths = table.titles.indices.map { column in
      rows.reduce(DisplayWidth.of(table.titles[column])) { max($0, DisplayWidth.of($1[column])) }
    }
    let used = widths.reduce(2) { $0 + $1 + 2 }
    func aligned(_ cells: [String]) -> String {
      zip(cells, widths).map { cell, width in
        String(repeating: " ", count: width + 2 - DisplayWidth.of(cell)) + cell
      }.joined()
    }
    line(Piece(aligned(table.titles) + "  " + table.textTitle, .bold))
    for (row, cells) in zip(table.rows, rows) {
      let room = max(8, options.width - used - DisplayWidth.of(row.lead))
      line(
        Piece(aligned(cells), row.style),
        Piece("  " + row.lead + clean(row.text, width: room), row.style))
    }
  }

  /// A number with what its charset has between thousands.
  func number(_ text: String) -> String {
    options.charset == .unicode ? text : text.replacing("\u{2009}", with: ",")
  }

  /// Says how many things are not shown; without a noun, of what they are is plain.
  mutating func more(_ count: Int, _ noun: String? = nil) {
    guard count > 0 else { return }
    let things =
      noun.map { ByteCountText.count(count, "more \($0)") }
      ?? "\(ByteCountText.grouped(count)) more"
    line(Piece("  \(symbol("…", "...")) and \(number(things)): raise --limit", .dim))
  }
}
