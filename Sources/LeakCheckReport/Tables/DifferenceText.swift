package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for a difference in a terminal: the verdict, then what is new, growing, still there and gone.
///
/// ```
/// 1 new finding; 1 type grows by every repeat
///
///   objects  findings  graph
///         4         0  before.json
///         6         1  after.json
///         8         1  again.json
///        +4        +1  change
///
/// new
/// + error  retain cycle × 0 → 1 → 2 · 4 objects                            6858b23c
///            vc.onTap → {closure} → self
///            fix  capture [weak self] in the closure
/// ```
package struct DifferenceText: DifferenceFormat {
  private let options: TextFormat.Options
  /// The most rows of each part.
  private let limit: Int
  /// Whether the verdict on a difference is bad.
  private let isBad: @Sendable (GraphDifference) -> Bool

  /// A text that looks as `options` say, with at most `options.limit` rows in each part.
  package init(
    options: TextFormat.Options, isBad: @escaping @Sendable (GraphDifference) -> Bool
  ) {
    self.options = options
    self.isBad = isBad
    limit = options.limit ?? .max
  }

  /// Writes the difference.
  package func write(_ difference: GraphDifference, to output: inout some TextOutputStream) {
    let words = DifferenceWords(difference)
    let tables = DifferenceTables(difference: difference)
    var text = TerminalText(options: options)
    text.headline(words.verdict, isBad(difference) ? .leak : .strongFix)
    text.line()
    text.table(tables.graphs)
    write(difference.findings(.new), "new", to: &text)
    if !difference.growing.isEmpty {
      title("grows by every repeat, at least by", to: &text)
      text.table(tables.growing(limit))
      text.more(difference.growing.count - limit, "type")
    }
    write(difference.findings(.stillThere), "still there", to: &text)
    write(difference.findings(.gone), "gone", to: &text)
    if !difference.others.isEmpty {
      title(difference.hasRepeats ? "other changes, first to last" : "changes", to: &text)
      text.table(tables.others(limit))
      text.more(difference.others.count - limit, "type")
    }
    writeEnd(words, to: &text)
    output.write(text.text)
  }

  private func title(_ title: String, to text: inout TerminalText) {
    text.line()
    text.line(.init(title, .bold))
  }

  private func writeEnd(_ words: DifferenceWords, to text: inout TerminalText) {
    let hints = words.hints
    if words.caution != nil || !hints.isEmpty { text.line() }
    if let caution = words.caution { text.paragraph("note", .bold, caution) }
    for (number, hint) in hints.enumerated() {
      text.paragraph(number == 0 ? "next" : "", .bold, hint)
    }
  }

  private func write(
    _ findings: [FindingChange], _ name: String, to text: inout TerminalText
  ) {
    guard !findings.isEmpty else { return }
    title(name, to: &text)
    for change in findings.prefix(limit) { write(change, to: &text) }
    text.more(findings.count - limit)
  }

  private func write(_ change: FindingChange, to text: inout TerminalText) {
    header(change, in: &text)
    text.paragraph("", .plain, typed(PathLine(change.finding.path).text))
    guard change.state != .gone else { return }
    let fixes = FixWords(change.finding.cut, limit: 2)
    for (number, fix) in fixes.shown.enumerated() {
      text.paragraph(number == 0 ? "fix" : "and", .strongFix, fix)
    }
    if fixes.furtherCount > 0 {
      text.paragraph("", .plain, "and \(fixes.furtherCount) more: leakcheck check lists them")
    }
  }

  private func header(_ change: FindingChange, in text: inout TerminalText) {
    let finding = change.finding
    let (mark, style): (String, TerminalText.Style) =
      switch change.state {
      case .new: ("+", finding.severity == .error ? .leak : .bold)
      case .gone: ("-", .strongFix)
      case .stillThere: ("=", .bold)
      }
    let dot = text.symbol(" · ", " - ")
    let times = typed(text.number(DifferenceWords.instances(change)))
    let objects = text.number(
      ByteCountText.count(finding.holds.count, "object"))
    let bytes =
      finding.holds.bytes > 0 ? dot + text.number(ByteCountText.text(finding.holds.bytes)) : ""
    let start = "\(mark) \(finding.severity.rawValue)"
    let words = "  " + finding.title.full + times
    let facts = dot + objects + bytes
    let hash = String(finding.fingerprint.suffix(8))
    let gap = options.width - DisplayWidth.of(start + words + facts) - hash.count
    let tail = gap > 0 ? String(repeating: " ", count: gap) + hash : ""
    text.line(.init(start, style), .init(words, .bold), .init(facts), .init(tail, .dim))
  }

  /// Arrows and signs of the words, in ASCII where nothing else may be used.
  private func typed(_ words: String) -> String {
    guard options.charset == .ascii else { return words }
    return words.replacing("→", with: "->").replacing("…", with: "...").replacing("×", with: "x")
  }
}
