import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The last lines of a report: the number of findings and the coverage.
struct ReportSummary {
  let report: Report
  /// Whether the report tells one by one of cycles that a running program may work by.
  let listsWork: Bool

  init(_ report: Report, listsWork: Bool = true) {
    self.report = report
    self.listsWork = listsWork
  }

  /// The parts of the summary, in their order.
  var parts: [String] {
    let coverage = report.coverage
    let fates = [
      (coverage.reachable, "reachable"), (coverage.leaked, "leaked"), (coverage.freed, "freed"),
    ].map { "\(ByteCountText.grouped($0)) \($1)" }
    return [
      findings,
      ByteCountText.count(coverage.objects, "object") + ": " + fates.joined(separator: ", "),
      ByteCountText.count(coverage.references, "reference"),
      "\(ByteCountText.grouped(coverage.roots)) held from outside",
    ]
  }

  private var findings: String {
    let isOpen = report.findings.isEmpty && !report.unjudged.isEmpty
    return (isOpen ? "not judged" : ReportTotal.words(for: report.findings))
      + ReportTotal.words(for: [report.run].compactMap(\.self))
  }

  /// What could not be judged, so that silence is not taken for health.
  var notes: [String] {
    var notes: [String] = []
    if !report.unjudged.isEmpty { notes.append("not judged: \(report.unjudged)") }
    if !report.incomplete.isEmpty { notes.append("incomplete: the input \(report.incomplete)") }
    let work = report.findings.count { $0.isWork }
    if work > 0 {
      let cycles = ByteCountText.count(work, "cycle")
      let way = listsWork ? "" : " (--limit lists them)"
      notes.append("\(cycles) that a running program may work by\(way)")
    }
    if report.suppressed > 0 {
      notes.append("\(ByteCountText.grouped(report.suppressed)) known from the baseline, not shown")
    }
    if report.graph.collector == .tracing {
      notes.append("tracing collector: cycles are no finding")
    }
    if report.graph.assumesRetainCounts, report.coverage.objects > 0 {
      notes.append(
        "leaks prints few references: those its text leaves out are not judged")
    }
    if report.run == nil, report.coverage.roots > 0, report.graph.objects(marked: .root).isEmpty {
      notes.append("no root is declared: what nothing retains is taken for held from outside")
    }
    // A simulation knows what should be gone, so that nothing being left of it is good news.
    if report.run == nil, report.graph.objects(marked: .expectedGone).isEmpty {
      notes.append("no object is expected gone: abandoned objects could not be judged")
    }
    return notes
  }

  func write(to text: inout TerminalText) {
    let dot = text.symbol(" · ", " - ")
    let isClean =
      report.findings.isEmpty && report.unjudged.isEmpty && !report.hasFailedChecks
    let style: TerminalText.Style = isClean ? .strongFix : .leak
    let input = text.clean(report.input, width: 40)
    text.line(.init(text.number(parts[0]), style), .init(dot + input))
    let counts = parts.dropFirst().map(text.number)
    // Where one line is too narrow, objects stand on the first and all else on the next.
    let whole = text.filled(counts, between: dot, indent: 2)
    let lines =
      whole.count == 1
      ? whole
      : [counts[0]] + text.filled(Array(counts.dropFirst()), between: dot, indent: 2)
    for line in lines { text.line(.init("  " + line, .dim)) }
    for note in notes { text.note(note, .dim) }
  }
}
