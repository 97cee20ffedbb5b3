public import LeakCheckAnalysis
public import LeakCheckGraph

/// The findings of one graph in the order of output, and what was looked at.
public struct Report: Sendable {
  /// The file or stream that the graph was read from.
  public var input: String
  /// The graph that was checked.
  public var graph: ObjectGraph
  /// What is true of that graph.
  let analysis: GraphAnalysis
  /// What was looked at.
  public var coverage: Coverage
  /// The findings, the gravest first.
  public var findings: [Finding]
  /// The number of findings that a baseline knew already and that are left out.
  public var suppressed: Int
  /// What the scenario did that the graph comes from, where it comes from one.
  public var run: RunRecord?

  /// A report of `findings`, less those whose fingerprint is among `known`.
  public init(
    _ findings: [Finding], of analysis: GraphAnalysis, input: String,
    without known: Set<String> = []
  ) {
    self.input = input
    graph = analysis.graph
    self.analysis = analysis
    coverage = analysis.coverage
    self.findings =
      known.isEmpty ? findings : findings.filter { !known.contains($0.fingerprint) }
    suppressed = findings.count - self.findings.count
  }

  /// What the report is called: the name of the graph, or where it was read from.
  public var title: String { graph.name.isEmpty ? input : graph.name }

  /// Whether a finding is at least as grave as `severity`; `nil` never fails.
  ///
  /// Misuse counts as a warning, an expectation that does not hold as an error.
  public func fails(on severity: Finding.Severity?) -> Bool {
    guard let severity else { return false }
    return findings.contains { $0.severity >= severity } || run?.failedChecks.isEmpty == false
      || severity <= .warning && run?.misuse.isEmpty == false
  }
}
