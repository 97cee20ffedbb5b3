import LeakCheckAnalysis
import LeakCheckText

/// The totals over several graphs.
struct ReportTotal {
  private let reports: [Report]

  init(_ reports: [Report]) { self.reports = reports }

  /// The total in one line: `5 findings (4 cycle, 1 abandoned) in 3 of 16 graphs, 2 misuse`.
  var text: String {
    let found = reports.flatMap(\.findings)
    let graphs = ByteCountText.count(reports.count, "graph")
    let withFindings = reports.count { !$0.findings.isEmpty }
    let place =
      found.isEmpty || withFindings == reports.count
      ? "in \(graphs)" : "in \(ByteCountText.grouped(withFindings)) of \(graphs)"
    let suppressed = reports.reduce(0) { $0 + $1.suppressed }
    let open = reports.count { $0.findings.isEmpty && !$0.unjudged.isEmpty }
    return "\(Self.words(for: found)) \(place)"
      + (open > 0 ? ", \(ByteCountText.grouped(open)) not judged" : "")
      + Self.words(for: reports.compactMap(\.run))
      + (suppressed > 0 ? ", \(ByteCountText.grouped(suppressed)) known from the baseline" : "")
  }

  /// What else went wrong in some runs: `, 2 checks do not hold, 1 misuse`; empty where nothing did.
  static func words(for runs: [RunRecord]) -> String {
    let checks = runs.reduce(0) { $0 + $1.failedChecks.count }
    let misuse = runs.reduce(0) { $0 + $1.misuse.count }
    let verb = checks == 1 ? "does" : "do"
    return (checks > 0 ? ", \(ByteCountText.count(checks, "check")) \(verb) not hold" : "")
      + (misuse > 0 ? ", \(ByteCountText.grouped(misuse)) misuse" : "")
  }

  /// How many findings there are, and of which kinds.
  static func words(for findings: [Finding]) -> String {
    guard !findings.isEmpty else { return "no findings" }
    var numbers: [Finding.Kind: Int] = [:]
    for finding in findings { numbers[finding.kind, default: 0] += 1 }
    let counts = Finding.Kind.allCases.compactMap { kind in
      numbers[kind].map { "\(ByteCountText.grouped($0)) \(kind.rawValue)" }
    }
    return ByteCountText.count(findings.count, "finding") + " (\(counts.joined(separator: ", ")))"
  }
}
