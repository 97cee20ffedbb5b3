import LeakCheckText

/// The timeline of a run: a bar for each object, from its initializer to its end, with its callbacks.
///
/// Drawn without Graphviz. The horizontal axis counts callbacks, not seconds: order is what matters.
package struct Timeline: Sendable {
  private struct Row {
    var type: String
    var id: String
    var first: Int
    var end: Int?
    var isKept: Bool
    var marks: [(position: Int, callback: String)] = []
  }

  private let rows: [Row]
  private let count: Int
  private let title: String

  /// At most this many objects are drawn; the rest is counted in the last line.
  static let mostRows = 60
  /// Callbacks are named where there is room for their names.
  static let mostNamedCallbacks = 120

  private static let rowHeight = 44
  private static let left = 210

  /// The timeline of a run; the objects with the ids of `kept` are alive and should not be.
  package init(of run: RunRecord, title: String, kept: Set<String>) {
    var rows: [Row] = []
    var indices: [String: Int] = [:]
    for (position, entry) in run.log.enumerated() {
      let index = indices[entry.id] ?? rows.count
      if index == rows.count {
        indices[entry.id] = index
        rows.append(
          Row(
            type: entry.type, id: entry.id, first: position, isKept: kept.contains(entry.id)))
      }
      rows[index].marks.append((position, entry.callback))
      if entry.callback == "deinit" { rows[index].end = position }
    }
    self.rows = rows
    count = run.log.count
    self.title = title
  }

  /// The picture as SVG, for light and dark backgrounds.
  package var svg: String {
    let shown = rows.prefix(Self.mostRows)
    let step = count <= Self.mostNamedCallbacks ? 22 : max(2, 2400 / max(count, 1))
    let width = Self.left + count * step + 120
    let height = 70 + shown.count * Self.rowHeight + (count <= Self.mostNamedCallbacks ? 170 : 40)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="Helvetica, Arial, sans-serif" font-size="12">
      <style>
      .lc-back { fill: #ffffff } .lc-text { fill: #1f2328 } .lc-dim { fill: #656d76 }
      .lc-alive { fill: #b6d7ff } .lc-kept { fill: #ffc9c9 } .lc-mark { fill: #0969da } .lc-end { fill: #1a7f37 }
      @media (prefers-color-scheme: dark) {
      .lc-back { fill: #0d1117 } .lc-text { fill: #e6edf3 } .lc-dim { fill: #8d96a0 }
      .lc-alive { fill: #1f3d63 } .lc-kept { fill: #6b2020 } .lc-mark { fill: #4493f8 } .lc-end { fill: #3fb950 } }
      </style>
      <rect class="lc-back" width="\(width)" height="\(height)"/>
      <text class="lc-text" x="16" y="28" font-size="15" font-weight="bold">\(Self.escaped(title))</text>

      """
    for (number, row) in shown.enumerated() {
      text += svg(of: row, at: 48 + number * Self.rowHeight, step: step)
    }
    if count <= Self.mostNamedCallbacks {
      text += names(at: 60 + shown.count * Self.rowHeight, step)
    }
    if rows.count > shown.count {
      text +=
        "<text class=\"lc-dim\" x=\"16\" y=\"\(height - 12)\">and \(rows.count - shown.count) more objects</text>\n"
    }
    return text + "</svg>\n"
  }

  private func x(_ position: Int, _ step: Int) -> Int { Self.left + position * step }

  private func svg(of row: Row, at top: Int, step: Int) -> String {
    let start = x(row.first, step)
    let end = row.end.map { x($0, step) + step / 2 } ?? x(count, step)
    let label = Self.shortened(row.type, to: 28)
    let fate = row.isKept ? "still alive" : row.end == nil ? "alive at the end" : "deinit"
    var text = """
      <text class="lc-text" x="16" y="\(top + 14)">\(Self.escaped(label))</text>
      <text class="lc-dim" x="16" y="\(top + 28)" font-size="10">\(Self.escaped(Self.shortened(row.id, to: 32)))</text>
      <rect class="lc-\(row.isKept ? "kept" : "alive")" x="\(start)" y="\(top + 4)" \
      width="\(max(end - start, 6))" height="20" rx="4"/>
      <text class="lc-\(row.isKept ? "text" : "dim")" x="\(end + 6)" y="\(top + 18)" font-size="10">\(fate)</text>

      """
    for mark in row.marks {
      let kind = mark.callback == "deinit" ? "end" : "mark"
      text += """
        <circle class="lc-\(kind)" cx="\(x(mark.position, step) + step / 2)" cy="\(top + 14)" \
        r="\(min(4, max(1, step / 2)))"><title>\(Self.escaped(mark.callback))</title></circle>

        """
    }
    return text
  }

  private func names(at top: Int, _ step: Int) -> String {
    var text = ""
    for row in rows.prefix(Self.mostRows) {
      for mark in row.marks {
        let x = x(mark.position, step) + step / 2 + 3
        text += """
          <text class="lc-dim" x="\(x)" y="\(top)" font-size="10" \
          transform="rotate(60 \(x) \(top))">\(Self.escaped(Self.shortened(mark.callback, to: 30)))</text>

          """
      }
    }
    return text
  }

  private static func shortened(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(length - 1) + "…"
  }

  private static func escaped(_ text: String) -> String { Escaping.xml(Escaping.plain(text)) }
}
