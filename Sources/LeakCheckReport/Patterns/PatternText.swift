import LeakCheckText

/// A format for the notes of a scan in a terminal.
package struct PatternText: PatternFormat {
  private let options: TextFormat.Options

  /// A text that looks as `options` say.
  package init(options: TextFormat.Options) { self.options = options }

  /// Writes each note with its path, its line and what to do, and what was looked at.
  package func write(_ report: PatternReport, to output: inout some TextOutputStream) {
    let shown = options.limit.map { report.notes.prefix($0) } ?? report.notes[...]
    for (number, note) in shown.enumerated() {
      var text = TerminalText(options: options)
      write(note, number: number + 1, of: report.notes.count, to: &text)
      output.write(text.text)
    }
    var text = TerminalText(options: options)
    if shown.count < report.notes.count {
      let rest = ByteCountText.grouped(report.notes.count - shown.count)
      let more = text.symbol("…", "...")
      text.line(.init("\(more) and \(text.number(rest)) more: raise --limit to see them", .dim))
      text.line()
    }
    let summary = PatternSummary(report)
    let dot = text.symbol(" · ", " - ")
    let input = text.clean(report.input, width: 40)
    text.line(
      .init(summary.parts[0], report.notes.isEmpty ? .strongFix : .bold), .init(dot + input))
    text.line(
      .init("  " + summary.parts.dropFirst().map(text.number).joined(separator: dot), .dim))
    for remark in summary.remarks { text.line(.init("  " + remark, .dim)) }
    output.write(text.text)
  }

  private func write(
    _ note: PatternReport.Note, number: Int, of count: Int, to text: inout TerminalText
  ) {
    let start = text.number(
      "note \(ByteCountText.grouped(number)) of \(ByteCountText.grouped(count))")
    text.line(
      .init(start, .bold), .init("  " + note.title, .bold),
      .init(text.symbol(" · ", " - ") + text.clean("\(note.type).\(note.member)", width: 40), .dim))
    text.line()
    let arrow = text.symbol(" → ", " -> ")
    text.line(
      .init("  " + text.clean(note.path.joined(separator: arrow), width: options.width - 2)))
    text.line()
    text.quote(note.excerpt)
    text.paragraph("why", .bold, note.why)
    text.paragraph("fix", .strongFix, note.fix)
    text.paragraph("run", .bold, note.command)
    text.line()
  }
}
