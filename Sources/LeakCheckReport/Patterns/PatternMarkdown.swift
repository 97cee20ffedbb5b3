import LeakCheckText

/// A format for the notes of a scan in a pull request comment.
package struct PatternMarkdown: PatternFormat {
  /// The most notes that are shown.
  private let limit: Int

  /// A comment with at most `limit` notes.
  package init(limit: Int) { self.limit = limit }

  /// Writes a heading, and a paragraph for each note.
  package func write(_ report: PatternReport, to output: inout some TextOutputStream) {
    let summary = PatternSummary(report)
    output.write("## leakcheck scan: \(MarkdownText.prose(summary.text))\n\n")
    for note in report.notes.prefix(limit) {
      let place = "\(note.excerpt.file):\(note.excerpt.line):\(note.excerpt.column)"
      output.write("- **\(MarkdownText.prose(note.title))** \(MarkdownText.code(place)): ")
      output.write(MarkdownText.sentence(note.message, names: [note.type]) + ". ")
      output.write("\(MarkdownText.code(note.path.joined(separator: " → "))). ")
      output.write(MarkdownText.sentence(note.why, names: [note.type]))
      output.write(" **Fix:** \(MarkdownText.sentence(note.fix, names: [note.type])).")
      output.write(" **Run:** \(MarkdownText.code(note.command))\n")
    }
    if report.notes.count > limit {
      let rest = ByteCountText.grouped(report.notes.count - limit)
      output.write("\n_and \(rest) more: raise --limit to see them_\n")
    }
    for remark in summary.remarks { output.write("\n_\(MarkdownText.prose(remark))_\n") }
  }
}
