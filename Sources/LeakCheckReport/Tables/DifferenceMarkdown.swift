package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for a difference in a pull request comment.
package struct DifferenceMarkdown: DifferenceFormat {
  /// The most rows of each part.
  private let limit: Int

  /// A comment with at most `limit` rows in each part.
  package init(limit: Int) { self.limit = limit }

  /// Writes the comment about a difference.
  package func write(_ difference: GraphDifference, to output: inout some TextOutputStream) {
    let words = DifferenceWords(difference)
    let tables = DifferenceTables(difference: difference)
    var text = "## leakcheck diff: \(words.verdict)\n\n" + tables.graphs.markdown + "\n"
    text += part("New", difference.findings(.new))
    if !difference.growing.isEmpty {
      text += "### Grows by every repeat, at least by\n\n" + tables.growing(limit).markdown
      text += more(difference.growing.count)
    }
    text += part("Still there", difference.findings(.stillThere))
    text += part("Gone", difference.findings(.gone))
    if !difference.others.isEmpty {
      text += difference.hasRepeats ? "### Other changes, first to last\n\n" : "### Changes\n\n"
      text += tables.others(limit).markdown + more(difference.others.count)
    }
    output.write(text + (words.caution.map { "_\($0)_\n" } ?? ""))
  }

  private func part(_ title: String, _ findings: [FindingChange]) -> String {
    guard !findings.isEmpty else { return "" }
    let lines = findings.prefix(limit).map(line).joined()
    return "### \(title)\n\n\(lines)" + more(findings.count)
  }

  private func line(of change: FindingChange) -> String {
    let finding = change.finding
    let objects = ByteCountText.count(finding.holds.count, "object")
    let bytes = finding.holds.bytes > 0 ? ", \(ByteCountText.text(finding.holds.bytes))" : ""
    let words = finding.title.full + DifferenceWords.instances(change)
    var line = "- **\(finding.severity.rawValue): \(words)**, \(objects)\(bytes): "
    line += escaped(PathLine(finding.path).text)
    let fixes = FixWords(finding.cut, limit: 1)
    if change.state != .gone, let fix = fixes.shown.first {
      line += "; **fix:** \(escaped(fix))"
      if fixes.furtherCount > 0 { line += " and \(fixes.furtherCount) more" }
    }
    return line + "\n"
  }

  private func more(_ count: Int) -> String {
    count > limit ? "\n_and \(ByteCountText.grouped(count - limit)) more_\n\n" : "\n"
  }

  private func escaped(_ text: String) -> String {
    Escaping.markdown(Escaping.plain(text, limit: 400))
  }
}
