package import LeakCheckGraph
import LeakCheckText

/// The line that shows the progress of long work.
///
/// ```
/// reading heap.json  43 % · 812 MB/s
/// finding cycles in heap.json  3.2 s
/// ```
package struct ProgressText: Sendable {
  private let width: Int
  private let charset: TextFormat.Charset

  /// Lines of at most `width` columns.
  package init(width: Int, charset: TextFormat.Charset) {
    self.width = width
    self.charset = charset
  }

  /// The line for a stage; `subject` is the file that is worked on, already safe to print.
  ///
  /// Where the line is too long, the name is shortened in its middle, then the whole line.
  package func line(for entry: WorkRecord.Entry, subject: String) -> String {
    let tail = "  " + facts(of: entry).joined(separator: charset == .unicode ? " · " : ", ")
    let activity = entry.stage.activity + " "
    let room = max(0, width - DisplayWidth.of(activity) - DisplayWidth.of(tail))
    let ellipsis = charset == .unicode ? "…" : "..."
    let name = DisplayWidth.fit(plain(subject), to: room, ellipsis: ellipsis)
    return DisplayWidth.fit(activity + name + tail, to: width, ellipsis: ellipsis)
  }

  /// How much is done and how fast, or how long it has taken where nothing was counted yet.
  private func facts(of entry: WorkRecord.Entry) -> [String] {
    guard entry.done > 0, let rate = entry.rate else { return [WorkWords.time(entry.time)] }
    let amount =
      entry.total.map { "\(min(100, Int(Double(entry.done) / Double(max(1, $0)) * 100))) %" }
      ?? WorkWords.amount(entry.done, entry.stage.unit)
    return [amount, WorkWords.rate(rate, entry.stage.unit)].map(plain)
  }

  /// A text in the characters that the terminal has.
  private func plain(_ text: String) -> String {
    guard charset == .ascii else { return text }
    let grouped = text.replacing("\u{2009}", with: ",")
    return String(grouped.unicodeScalars.map { $0.isASCII ? Character($0) : "?" })
  }
}
