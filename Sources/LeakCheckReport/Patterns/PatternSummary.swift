import LeakCheckText

/// The summary of a scan: its coverage and the number of notes.
struct PatternSummary {
  private let report: PatternReport

  init(_ report: PatternReport) { self.report = report }

  /// The parts, in their order.
  var parts: [String] {
    [
      report.notes.isEmpty ? "no notes" : ByteCountText.count(report.notes.count, "note"),
      ByteCountText.count(report.files, "file") + ", " + ByteCountText.text(Int64(report.bytes)),
      ByteCountText.count(report.types, "type"),
    ]
  }

  var text: String { parts.joined(separator: " · ") }

  /// What could not be looked at, and what notes are.
  var remarks: [String] {
    var remarks: [String] = []
    if !report.problems.isEmpty {
      remarks.append("\(ByteCountText.count(report.problems.count, "file")) passed over")
    }
    if !report.notes.isEmpty {
      remarks.append(
        "a note is the form alone: whether it is ended in time, leakcheck simulate says")
    }
    return remarks
  }
}
