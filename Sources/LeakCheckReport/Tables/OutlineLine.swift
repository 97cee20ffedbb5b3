import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A line of a drawn dominator tree: a row, or the rows that the row above hides.
struct OutlineLine {
  enum Content {
    case row(DominatorOutline.Row)
    case hidden(DominatorOutline.Remainder)
  }

  let depth: Int
  let content: Content

  /// The bytes and objects that it retains.
  var retained: (bytes: Int64, objects: Int) {
    switch content {
    case .row(let row): (row.retainedBytes, row.retainedObjects)
    case .hidden(let rest): (rest.retainedBytes, rest.retainedObjects)
    }
  }

  /// The object, or the type and how many; `times` is the sign of multiplication.
  func text(times: String) -> String {
    switch content {
    case .row(let row):
      row.object.map { "\(ReportWords.name($0)) (\($0.id))" }
        ?? "\(row.type) \(times) \(ByteCountText.grouped(row.count))"
    case .hidden(let rest): "and \(ByteCountText.count(rest.rows, "more type"))"
    }
  }
}

extension DominatorOutline {
  /// Whether a larger limit would show more.
  var hidesRows: Bool {
    hidden.rows > 0 || rows.contains { $0.hidden.rows > 0 && $0.depth + 1 < depth }
  }

  /// Whether more levels would show more.
  var hidesLevels: Bool { rows.contains { $0.hidden.rows > 0 && $0.depth + 1 >= depth } }

  /// The rows, and what is hidden beside a row that is shown.
  ///
  /// Of what hangs from a row, either the largest is shown or nothing; nothing needs no line.
  var lines: [OutlineLine] {
    var lines: [OutlineLine] = []
    var open: [(depth: Int, hidden: Remainder)] = [(-1, hidden)]
    func close(to depth: Int) {
      while let last = open.last, last.depth >= depth {
        open.removeLast()
        let isOpen = lines.last.map { $0.depth > last.depth } ?? false
        guard isOpen, last.hidden.rows > 0 else { continue }
        lines.append(.init(depth: last.depth + 1, content: .hidden(last.hidden)))
      }
    }
    for row in rows {
      close(to: row.depth)
      lines.append(.init(depth: row.depth, content: .row(row)))
      open.append((row.depth, row.hidden))
    }
    close(to: -1)
    return lines
  }
}

extension [OutlineLine] {
  /// What connects each line with the line that it hangs from: `│  ├─ `.
  ///
  /// Read from the end, so that a line knows whether a sibling follows. Of a lead that is wider than a line only
  /// what the line has room for is made.
  ///
  /// - Complexity: O(lines × width).
  func leads(unicode: Bool, width: Int) -> [String] {
    let signs =
      unicode ? (down: "│  ", tee: "├─ ", corner: "╰─ ") : (down: "|  ", tee: "+- ", corner: "`- ")
    let room = width / 3 + 1
    // Whether a line of each depth follows below the nearest line that is less deep.
    var follows: [Bool] = []
    var leads: [String] = []
    for line in reversed() {
      let isLast = line.depth >= follows.count || !follows[line.depth]
      follows.removeLast(Swift.max(0, follows.count - line.depth))
      follows += repeatElement(false, count: line.depth - follows.count)
      follows.append(true)
      let above = follows.dropFirst().prefix(Swift.max(0, Swift.min(room, line.depth - 1)))
      let own = line.depth == 0 ? "" : isLast ? signs.corner : signs.tee
      leads.append(above.map { $0 ? signs.down : "   " }.joined() + own)
    }
    return leads.reversed()
  }
}
