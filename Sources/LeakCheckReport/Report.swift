public import LeakCheckAnalysis
public import LeakCheckGraph
import LeakCheckText

/// A report on one graph: the findings in output order, and the coverage.
public struct Report: Sendable {
  /// The file or stream from which the graph was read.
  public var input: String
  /// The checked graph.
  public var graph: ObjectGraph
  /// What is true of that graph.
  let analysis: GraphAnalysis
  /// The coverage.
  public var coverage: Coverage
  /// The findings, the most severe first.
  public var findings: [Finding]
  /// The findings that a baseline accepts and that are left out.
  package let accepted: [(finding: Finding, entry: Baseline.Entry)]
  /// Why a finding that the baseline knows is among ``findings`` all the same, by fingerprint.
  let refusals: [String: String]
  /// The number of findings that a baseline accepts and the report omits.
  public var suppressed: Int { accepted.count }
  /// Whether there was anything to compare with.
  let hasBaseline: Bool
  /// What the scenario did that the graph comes from, where it comes from one.
  package var run: RunRecord?
  /// The parts of the input that were not understood and could change the findings, or empty.
  public var unjudged: String = ""
  /// What a page says above everything else, a paragraph each.
  package var preface: [String] = []
  /// The lines of a source that findings are about, by fingerprint.
  package var excerpts: [String: SourceExcerpt] = [:]
  /// The fixes as lines of a source, by fingerprint, where that was read.
  ///
  /// One for each of the first references of a finding's cut; a fix that has no line there has none at all.
  package var codes: [String: [FixCode?]] = [:]
  /// The labels of the run, in the given order.
  public var labels: [Label] = []

  /// Creates a report with `findings`.
  public init(_ findings: [Finding], of analysis: GraphAnalysis, input: String) {
    self.init(findings, of: analysis, input: input, accepting: Baseline())
  }

  /// A report of `findings`, less those that a baseline accepts.
  package init(
    _ findings: [Finding], of analysis: GraphAnalysis, input: String, accepting baseline: Baseline
  ) {
    self.input = input
    graph = analysis.graph
    self.analysis = analysis
    coverage = analysis.coverage
    var (open, accepted): ([Finding], [(Finding, Baseline.Entry)]) = ([], [])
    var refusals: [String: String] = [:]
    for finding in findings {
      switch baseline.judgement(of: finding) {
      case .accepted(let entry):
        accepted.append((finding, entry))
        continue
      case .refused(let reason): refusals[finding.fingerprint] = reason
      case .unknown: break
      }
      open.append(finding)
    }
    self.findings = open
    self.accepted = accepted
    self.refusals = refusals
    hasBaseline = !baseline.entries.isEmpty
  }

  /// The fix of one reference of a finding's cut as code.
  func code(of finding: Finding, step: Int) -> FixCode? {
    guard let codes = codes[finding.fingerprint] else { return finding.cut.code(ofStep: step) }
    return step < codes.count ? codes[step] : nil
  }

  /// What the input states and has not, as in an excerpt; empty where it is whole.
  package var incomplete: String { Self.incompleteness(of: graph) }

  /// What the input of a graph states and has not; empty where it is whole.
  package static func incompleteness(of graph: ObjectGraph) -> String {
    let bytes = Array("{\(graph.extensions)}".utf8)
    guard graph.extensions.contains("\"x-incomplete\""),
      case .object(let members)? = try? JSONTree.parse(bytes, source: graph.name).value,
      case .string(let text)? = members.first(where: { $0.key == "x-incomplete" })?.value.value
    else { return "" }
    return text
  }

  /// The title of the report: the name of the graph, or its input.
  public var title: String { graph.name.isEmpty ? input : graph.name }

  /// What the baseline has to say of a finding that it does not accept any more; empty where there is nothing.
  func refusal(of finding: Finding) -> String { refusals[finding.fingerprint] ?? "" }

  /// Whether something that a scenario expects does not hold.
  var hasFailedChecks: Bool { run?.failedChecks.isEmpty == false }

  /// Returns whether a finding is at least as severe as `severity`; `nil` never fails.
  ///
  /// Misuse counts as a warning, a failed expectation as an error.
  public func fails(on severity: Finding.Severity?) -> Bool {
    guard let severity else { return false }
    return findings.contains { $0.severity >= severity } || hasFailedChecks
      || severity <= .warning && run?.misuse.isEmpty == false
  }
}
