package import LeakCheckGraph
import LeakCheckText

/// The cost of each stage of long work, as a table.
///
/// ```
/// stage             time            amount                 rate
/// read            0.21 s            334 MB             1.5 GB/s
/// build           0.08 s  3.5 M references  43.8 M references/s
/// other           0.02 s
/// in all          0.31 s
/// peak memory     212 MB
/// ```
package struct WorkTable: Sendable {
  private let entries: [WorkRecord.Entry]
  private let elapsed: Duration
  private let memory: [(title: String, bytes: Int)]
  private let charset: TextFormat.Charset

  /// A table of the stages in the order in which they began.
  ///
  /// - Parameters:
  ///   - entries: the stages.
  ///   - elapsed: the time of everything; what no stage took is the row "other".
  ///   - memory: amounts of memory in bytes, for the last rows.
  ///   - charset: the characters that may be used.
  package init(
    _ entries: [WorkRecord.Entry], elapsed: Duration, memory: [(title: String, bytes: Int)],
    charset: TextFormat.Charset
  ) {
    self.entries = entries
    self.elapsed = elapsed
    self.memory = memory
    self.charset = charset
  }

  /// The table, with a line feed at its end.
  package var text: String {
    let rows = [["stage", "time", "amount", "rate"]] + stages + sums
    let widths = (0..<4).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    return rows.map { Self.line($0, widths) + "\n" }.joined()
  }

  private var stages: [[String]] {
    entries.map { entry in
      let unit = entry.stage.unit
      return [
        entry.stage.name, WorkWords.time(entry.time),
        entry.done > 0 ? plain(WorkWords.amount(entry.done, unit)) : "",
        entry.rate.map { plain(WorkWords.rate($0, unit)) } ?? "",
      ]
    }
  }

  private func plain(_ text: String) -> String {
    charset == .unicode ? text : text.replacing("\u{2009}", with: ",")
  }

  private var sums: [[String]] {
    let known = entries.reduce(Duration.zero) { $0 + $1.time }
    let times = [("other", max(.zero, elapsed - known)), ("in all", elapsed)]
    return times.map { [$0.0, WorkWords.time($0.1), "", ""] }
      + memory.map { [$0.title, plain(ByteCountText.text(Int64($0.bytes))), "", ""] }
  }

  /// The first column to the left, numbers to the right, no spaces at the end.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = DisplayWidth.pad(cells[0], to: widths[0])
    for column in 1..<cells.count where cells[column...].contains(where: { !$0.isEmpty }) {
      let space = widths[column] - DisplayWidth.of(cells[column])
      line += String(repeating: " ", count: 2 + space) + cells[column]
    }
    return line
  }
}
