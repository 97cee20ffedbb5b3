import LeakCheckAnalysis
import LeakCheckText

/// A format for the findings of many runs.
package protocol HistoryFormat: Sendable {
  /// Writes `history` to `output`.
  func write(_ history: FindingHistory, to output: inout some TextOutputStream)
}

extension FindingHistory {
  /// The rows as a table; `limit` is the most of them.
  func table(limit: Int) -> Table {
    var table = Table(
      titles: ["severity", "seen", "instances", "first", "last", "fingerprint"],
      textTitle: "finding")
    for row in rows.prefix(limit) {
      let exemplar = row.exemplar
      table.rows.append(
        .init(
          cells: [
            Escaping.plain(exemplar.severity, limit: 12), ByteCountText.grouped(row.sightings),
            ByteCountText.grouped(row.instances), Self.label(row.first), Self.label(row.last),
            String(exemplar.fingerprint.suffix(8).filter { $0.isASCII && $0.isHexDigit }),
          ],
          text: "\(exemplar.kind): \(exemplar.message)"))
    }
    return table
  }

  private static func label(_ text: String?) -> String {
    text.map { Escaping.plain($0, limit: 16) } ?? "-"
  }

  /// How much was merged, in one line.
  var summary: String {
    let rows = ByteCountText.count(rows.count, "finding")
    return
      "\(rows), seen \(sightingCount == 1 ? "once" : "\(ByteCountText.grouped(sightingCount)) times")"
  }
}

/// A format for terminals: the history as a table.
package struct HistoryText: HistoryFormat {
  private let options: TextFormat.Options

  /// A table that looks as `options` say, of at most `options.limit` rows.
  package init(options: TextFormat.Options) { self.options = options }

  /// Writes the table.
  package func write(_ history: FindingHistory, to output: inout some TextOutputStream) {
    var text = TerminalText(options: options)
    text.headline(history.summary, .bold)
    let limit = options.limit ?? .max
    if history.sightingCount > 0, limit > 0 {
      text.line()
      var table = history.table(limit: limit)
      if options.charset == .ascii {
        for row in table.rows.indices {
          table.rows[row].cells = table.rows[row].cells.map { cell in
            String(text.number(cell).unicodeScalars.map { $0.isASCII ? Character($0) : "?" })
          }
        }
      }
      text.table(table)
    }
    text.more(history.rows.count - limit)
    output.write(text.text)
  }
}

/// A format for Markdown: the history as a table.
package struct HistoryMarkdown: HistoryFormat {
  private let limit: Int

  /// A table of at most `limit` rows.
  package init(limit: Int) { self.limit = limit }

  /// Writes the table under a heading.
  package func write(_ history: FindingHistory, to output: inout some TextOutputStream) {
    output.write("## leakcheck merge: \(history.summary)\n\n")
    var table = history.table(limit: limit)
    for row in table.rows.indices {
      table.rows[row].cells = table.rows[row].cells.map(Escaping.markdown)
    }
    output.write(table.markdown)
    let further = history.rows.count - limit
    if further > 0 { output.write("\n_and \(ByteCountText.grouped(further)) more_\n") }
  }
}

/// A format for JSON, version 1: every row, regardless of the limits of other formats.
///
/// ```
/// {"leakcheck": 1, "merge": {"seen": 7, "findings": [{"fingerprint": "…", "kind": "cycle", "severity": "error",
///   "seen": 5, "instances": 12, "first": "4.1", "last": "4.3",
///   "exemplar": {"input": "…", "message": "…", "instances": 4, "labels": {"version": "4.2"}}}]}}
/// ```
package struct HistoryJSON: HistoryFormat {
  /// The JSON format.
  package init() {}

  /// Writes the history as one object.
  package func write(_ history: FindingHistory, to output: inout some TextOutputStream) {
    let merge: [(String, JSONValue)] = [
      ("seen", .number(history.sightingCount)), ("findings", .array(of: history.rows, value)),
    ]
    JSONValue.object([("leakcheck", .number(1)), ("merge", .object(merge))]).write(to: &output)
    output.write("\n")
  }

  private func value(of row: FindingHistory.Row) -> JSONValue {
    let exemplar = row.exemplar
    let labels = exemplar.labels.sorted { $0.key < $1.key }.map { ($0, JSONValue.string($1)) }
    return .object(
      [
        ("fingerprint", .string(exemplar.fingerprint)), ("kind", .string(exemplar.kind)),
        ("severity", .string(exemplar.severity)), ("seen", .number(row.sightings)),
        ("instances", .number(row.instances)),
      ] + (row.first.map { [("first", .string($0))] } ?? [])
        + (row.last.map { [("last", .string($0))] } ?? []) + [
          (
            "exemplar",
            .object([
              ("input", .string(exemplar.input)), ("message", .string(exemplar.message)),
              ("instances", .number(exemplar.instances)), ("labels", .object(labels)),
            ])
          )
        ])
  }
}
