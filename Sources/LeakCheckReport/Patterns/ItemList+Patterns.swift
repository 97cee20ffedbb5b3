import LeakCheckAnalysis

extension ItemList {
  /// The notes of a scan.
  package init(_ report: PatternReport) {
    self.init(
      input: report.input, title: report.input, summary: PatternSummary(report).text,
      items: report.notes.map(ReportItem.init), labels: report.labels)
  }
}

extension ReportItem {
  /// An item for a note of a scan.
  init(_ note: PatternReport.Note) {
    var place = SourcePlace(file: note.excerpt.file, line: note.excerpt.line)
    place.column = note.excerpt.column
    self.init(
      rule: ReportRule(
        id: "pattern/\(note.code)", title: note.title,
        help: "\(note.title.prefix(1).uppercased())\(note.title.dropFirst())."
          + " Whether something ends it in time, a run says: leakcheck simulate --type NAME.",
        severity: .note),
      severity: .note, subject: note.type, message: note.message, why: note.why,
      fixes: [note.fix, "run \(note.command) to see whether it ends in time"], place: place,
      fingerprint: note.fingerprint)
  }
}
