package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for terminals: each finding as a drawing with the reason and the fix, then the coverage.
public struct TextFormat: ReportFormat {
  /// A set of characters to use.
  public enum Charset: String, CaseIterable, Sendable {
    /// Box drawing and arrows.
    case unicode
    /// Nothing beyond ASCII.
    case ascii
  }

  /// Options for the appearance of the report.
  public struct Options: Sendable {
    /// Whether to use color.
    public var useColor: Bool = false
    /// The characters to use.
    public var charset: Charset = .unicode
    /// The width of a line in columns, from 60 to 100.
    public let width: Int
    /// The largest number of findings to show in full, or `nil` for all.
    public var limit: Int?
    /// Whether to show cycles that a running program may need individually instead of only counting them.
    public var listsWork = true

    /// Creates options for a terminal with `width` columns.
    public init(width: Int = 80) { self.width = min(max(width, 60), 100) }
  }

  /// The appearance of the report.
  public var options: Options

  /// Creates a format with `options`.
  public init(options: Options = Options()) { self.options = options }

  /// Writes the reports one after the other, then the total if there are several.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    for (number, report) in reports.enumerated() {
      if number > 0 { output.write("\n") }
      var text = TerminalText(options: options)
      write(report, to: &text)
      output.write(text.text)
    }
    guard reports.count > 1 else { return }
    var text = TerminalText(options: options)
    text.line()
    let isClean = reports.allSatisfy { $0.findings.isEmpty && !$0.hasFailedChecks }
    text.headline("in all: " + ReportTotal(reports).text, isClean ? .strongFix : .leak)
    output.write(text.text)
  }

  /// One finding of `report` as the report shows it, where the rest of the report is not wanted.
  package func text(of finding: Finding, number: Int, in report: Report) -> String {
    var text = TerminalText(options: options)
    write(finding, number: number, of: listed(of: report).count, in: report, to: &text)
    return text.text
  }

  /// A text under a label, such as `fix`, wrapped as those of a finding are.
  package func paragraph(_ label: String, _ untrusted: String) -> String {
    var text = TerminalText(options: options)
    text.paragraph(label, .plain, untrusted)
    return text.text
  }

  private func write(_ report: Report, to text: inout TerminalText) {
    let listed = listed(of: report)
    let shown = options.limit.map { listed.prefix($0) } ?? listed[...]
    let listings = FindingListing.listings(of: shown, free: FindingListing.summedUp)
    for (number, (finding, listing)) in zip(shown, listings).enumerated() {
      write(finding, listing, number: number + 1, of: listed.count, in: report, to: &text)
    }
    if shown.count < listed.count {
      let rest = listed.count - shown.count
      let more = text.symbol("…", "...")
      text.line(
        .init(
          "\(more) and \(text.number(ByteCountText.grouped(rest))) more: raise --limit to see them",
          .dim))
      text.line()
    }
    if let run = report.run { write(run, to: &text) }
    ReportSummary(report, listsWork: options.listsWork).write(to: &text)
  }

  /// The findings that are told one by one.
  private func listed(of report: Report) -> [Finding] {
    options.listsWork ? report.findings : report.findings.filter { !$0.isWork }
  }

  /// The misuse and the failed expectations of a scenario.
  private func write(_ run: RunRecord, to text: inout TerminalText) {
    for check in run.failedChecks {
      text.line(
        .init("\(check.check)", .leak),
        .init(
          text.clean(place(check.line, check.file), width: 20) + "  "
            + check.outcome, .bold))
      text.line()
      text.paragraph("why", .bold, check.message)
      text.line()
    }
    for misuse in run.misuse {
      let width = options.width - misuse.code.count - 22
      text.line(
        .init("misuse  ", .bold), .init(misuse.code, .bold),
        .init(
          "  " + text.clean(misuse.place, width: max(width, 16)) + place(misuse.line, misuse.file),
          .dim))
      text.line()
      text.paragraph("why", .bold, misuse.message)
      text.paragraph("fix", .strongFix, misuse.correct)
      text.line()
    }
  }

  private func place(_ line: Int, _ file: String) -> String {
    guard line > 0 else { return "" }
    let name = file.split(separator: "/").last.map { "\(Quotation.escaped(String($0))):" }
    return "  " + (name.map { "\($0)\(line)" } ?? "line \(line)")
  }

  private func write(
    _ finding: Finding, _ listing: FindingListing = .whole, number: Int, of count: Int,
    in report: Report, to text: inout TerminalText
  ) {
    let finding = finding.withListedPath
    header(finding, number: number, of: count, in: &text)
    text.line()
    TraceDrawing(TraceRows(finding)).draw(in: &text)
    heldLines(finding, listing, in: &text)
    text.line()
    let refusal = report.refusal(of: finding)
    if !refusal.isEmpty { text.paragraph("note", .bold, refusal) }
    if let excerpt = report.excerpts[finding.fingerprint] { text.quote(excerpt) }
    text.paragraph("why", .bold, finding.why)
    fixLines(finding, of: report, in: &text)
    text.line()
  }

  private func header(
    _ finding: Finding, number: Int, of all: Int, in text: inout TerminalText
  ) {
    let dot = text.symbol(" · ", " - ")
    let severity = finding.severity == .error ? "leak" : finding.severity.rawValue
    let start = text.number(
      "\(severity) \(ByteCountText.grouped(number)) of \(ByteCountText.grouped(all))")
    let count = text.number(ByteCountText.grouped(finding.instances))
    let times = finding.instances > 1 ? " \(text.symbol("×", "x")) \(count)" : ""
    let objects = text.number(ByteCountText.count(finding.holds.count, "object"))
    // A graph without sizes has no bytes to tell of.
    let bytes = finding.holds.bytes > 0 ? dot + ByteCountText.text(finding.holds.bytes) : ""
    let facts = dot + objects + bytes
    let hash = String(finding.fingerprint.suffix(8))
    let words = finding.title.full + times
    let used = DisplayWidth.of(start + "  " + words + facts)
    // Where the line is full, the fingerprint gives way, then the code of the advice: JSON has both.
    let ends = ["\(finding.rule) \(hash)", finding.rule]
    let end = ends.first { $0.count < options.width - used } ?? ""
    let gap = options.width - used - end.count
    let tail = end.isEmpty ? "" : String(repeating: " ", count: gap) + end
    text.line(
      .init(start, finding.severity == .error ? .leak : .bold), .init("  " + words, .bold),
      .init(facts), .init(tail, .dim))
  }

  /// What is kept besides, and who holds a reachable cycle.
  private func heldLines(
    _ finding: Finding, _ listing: FindingListing, in text: inout TerminalText
  ) {
    for line in ReportWords.surroundings(of: finding, listing) {
      let clean = text.clean(line, width: options.width - 8)
      text.line(.init(text.symbol("      └ ", "      ` ") + clean, .dim))
    }
  }

  private func fixLines(
    _ finding: Finding, of report: Report, in text: inout TerminalText
  ) {
    let steps = finding.cut.steps
    let fixes = FixWords(finding.cut, limit: finding.isOfFrameworks ? 2 : 8)
    for (number, fix) in fixes.shown.enumerated() {
      text.paragraph(number == 0 ? "fix" : "and", .strongFix, fix)
    }
    if let further = fixes.further { text.paragraph("", .plain, further) }
    let advice = finding.advice
    // Where nothing is cut, the advice is the fix.
    if steps.isEmpty, !advice.isEmpty { text.paragraph("fix", .strongFix, advice) }
    let codes = finding.isOfFrameworks ? [] : FixWords.code(of: finding, in: report)
    for (number, line) in codes.enumerated() {
      text.code(number == 0 ? "code" : "", line)
    }
    for other in FixWords.equals(of: finding) { text.paragraph("or", .strongFix, other) }
    for bound in ReportWords.bounds(of: finding) { text.paragraph("", .plain, bound) }
    if let replay = finding.cut.replay { text.paragraph("", .plain, replay.outcome) }
    if !steps.isEmpty, !advice.isEmpty { text.paragraph("note", .strongFix, advice) }
    let others = finding.isEither ? [] : finding.alternatives.filter { $0.safety != .refuted }
    guard !steps.isEmpty, let other = others.first else { return }
    text.paragraph("or", .fix, FixWords(other, limit: 3).text)
  }
}
