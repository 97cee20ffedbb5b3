package import LeakCheckAnalysis
import LeakCheckGraph

/// The items that a build server shows for one input, the most severe first.
package struct ItemList: Sendable {
  /// The file or stream that was looked at.
  package var input: String
  /// What it calls itself, or else its input.
  package var title: String
  /// What was found and looked at, in one line.
  package var summary: String
  /// The items, the gravest first.
  package var items: [ReportItem]
  /// What the run was told of itself: keys and values, in their order.
  package var labels: [Label] = []
  /// The report, where the list is of one.
  package var report: Report?

  /// What of the list needs something to be done.
  var open: [ReportItem] { items.filter(\.isOpen) }
}

extension ItemList {
  /// The items of a report: what its scenario expected, what was found, what was misused.
  package init(_ report: Report) {
    let input = report.input
    let findings = report.findings.map { finding in
      var item = ReportItem(finding, input: input)
      if let excerpt = report.excerpts[finding.fingerprint] { item.place = SourcePlace(excerpt) }
      if report.hasBaseline { item.state = .new }
      let refusal = report.refusal(of: finding)
      if !refusal.isEmpty { item.why += (item.why.isEmpty ? "" : " ") + "Baseline: \(refusal)." }
      return item
    }
    let accepted = report.accepted.map { finding, entry in
      var item = ReportItem(finding, input: input)
      item.state = .accepted(because: entry.reason)
      return item
    }
    let checks = report.run?.failedChecks.map { ReportItem($0, input: input) } ?? []
    let misuse = report.run?.misuse.map { ReportItem($0, input: input) } ?? []
    self.init(
      input: input, title: report.title,
      summary: ReportSummary(report).parts.joined(separator: " · "),
      items: Self.ordered(checks + findings + misuse) + accepted, labels: report.labels,
      report: report)
  }

  /// The items of a difference: what is new or grows needs something to be done.
  package init(_ difference: GraphDifference) {
    let input = difference.inputs.last?.input ?? ""
    let findings = difference.findings.map { change in
      var item = ReportItem(change.finding, input: input)
      item.state =
        switch change.state {
        case .new: .new
        case .stillThere: .unchanged
        case .gone: .gone
        }
      return item
    }
    let growing = difference.growing.map { ReportItem(growing: $0, input: input) }
    let verdict = DifferenceWords(difference).verdict
    self.init(
      input: input, title: input, summary: verdict, items: Self.ordered(findings + growing))
  }

  /// The items by severity; those of one severity stay in their order.
  private static func ordered(_ items: [ReportItem]) -> [ReportItem] {
    Finding.Severity.allCases.reversed().flatMap { severity in
      items.filter { $0.severity == severity }
    }
  }
}
