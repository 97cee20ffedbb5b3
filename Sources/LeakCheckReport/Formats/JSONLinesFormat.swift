package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format that writes one line of JSON for each finding, for collecting and merging over many runs.
///
/// ```
/// {"leakcheck": 1, "input": "graph.json", "name": "", "labels": {"version": "4.2"}, "kind": "cycle", …}
/// ```
///
/// The members after `labels` are those of a finding in a JSON report. In a difference, `change` (`new`, `gone` or
/// `stillThere`) and `counts`, the instances in each graph, precede them.
public struct JSONLinesFormat: ReportFormat, DifferenceFormat {
  private let labels: [Label]

  /// Creates the format; `labels` apply to differences, since a report has its own.
  public init(labels: [Label] = []) { self.labels = labels }

  /// Writes the findings of each report.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    for report in reports {
      let head = Self.head(input: report.input, name: report.graph.name, report.labels)
      let listings = FindingListing.listings(of: report.findings)
      for (finding, listing) in zip(report.findings, listings) {
        Self.write(
          head + FindingJSON.members(of: finding, in: report, listing: listing), to: &output)
      }
    }
  }

  /// Writes the findings of a difference.
  package func write(_ difference: GraphDifference, to output: inout some TextOutputStream) {
    guard let last = difference.inputs.last else { return }
    let head = Self.head(input: last.input, name: last.name, labels)
    let listings = FindingListing.listings(of: difference.findings.map(\.finding))
    for (change, listing) in zip(difference.findings, listings) {
      let counts = JSONValue.array(change.instances.map { .number($0) })
      let members = head + [("change", .string(change.state.rawValue)), ("counts", counts)]
      Self.write(members + FindingJSON.members(of: change.finding, listing: listing), to: &output)
    }
  }

  private static func head(
    input: String, name: String, _ labels: [Label]
  ) -> [(String, JSONValue)] {
    [("leakcheck", .number(1)), ("input", .string(input)), ("name", .string(name))]
      + Label.members(of: labels)
  }

  private static func write(
    _ members: [(String, JSONValue)], to output: inout some TextOutputStream
  ) {
    output.write(JSONValue.object(members).line() + "\n")
  }
}
