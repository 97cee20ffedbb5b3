import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// The command `check`: reads graphs and writes findings and a picture.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report what keeps objects alive that should be gone, and what to cut.",
    discussion: """
      Example: leakcheck check graph.json --render out.svg --fail-on warning
      Example: leakcheck check graphs/ --format github --report sarif=leaks.sarif --report junit=leaks.xml
      """)

  @Argument(
    help: ArgumentHelp(
      "Graph files, or folders of them; - is standard input.", valueName: "GRAPH"))
  var graphs: [String] = []

  @OptionGroup var input: InputOptions
  @OptionGroup var project: ConfigurationOptions
  @OptionGroup var long: WorkOptions
  @OptionGroup var baseline: BaselineOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var options: CheckOptions

  private var check: CheckResults {
    CheckResults(options: options, baseline: baseline, output: output)
  }

  func run() throws {
    // Not before: an option that is not known is told first.
    if graphs.isEmpty { throw ValidationError("a graph is missing, such as graph.json or -") }
    try project.run { try long.run(work) }
  }

  private func work() throws {
    let paths = try GraphFiles.paths(of: graphs)
    try check.checkPaths(besides: paths)
    let known = try check.baseline.known()
    var findings: [Finding] = []
    var excerpted: Set<String> = []
    let reports = try paths.map { path in
      let analysis = GraphAnalysis(
        of: try input.graph(at: path, within: long.memory))
      let found = Checks.findings(in: analysis)
      findings += found
      var report = Report(found, of: analysis, input: path, accepting: known)
      let sources = GraphSources(ofGraphAt: path)
      report.excerpts = GraphExcerpts.excerpts(for: report.findings, from: sources)
      excerpted.formUnion(sources.read)
      return report
    }
    // Which sources a graph names is known only now, and still before anything is written.
    try check.checkPaths(besides: excerpted.sorted())
    try check.finish(reports, findings: findings, known: known)
  }
}
