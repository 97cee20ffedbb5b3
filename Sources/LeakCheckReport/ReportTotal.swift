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
    let misuse = reports.reduce(0) { $0 + ($1.run?.misuse.count ?? 0) }
    let suppressed = reports.reduce(0) { $0 + $1.suppressed }
    let open = reports.count { $0.findings.isEmpty && !$0.unjudged.isEmpty }
    return "\(Self.words(for: found)) \(place)"
      + (open > 0 ? ", \(ByteCountText.grouped(open)) not judged" : "")
      + (misuse > 0 ? ", \(ByteCountText.grouped(misuse)) misuse" : "")
      + (suppressed > 0 ? ", \(ByteCountText.grouped(suppressed)) known from the baseline" : "")
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
