import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// The main job: graphs in, findings and a picture out.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report what keeps objects alive that should go, and what to cut.",
    discussion: "Example: leakcheck check graph.json --render out.svg --fail-on warning")

  @Argument(help: "Graph files; - is standard input.")
  var graphs: [String]

  @OptionGroup var input: InputOptions
  @OptionGroup var long: WorkOptions
  @OptionGroup var check: CheckOptions

  func run() throws { try long.run(work) }

  private func work() throws {
    let known = try check.baseline.known()
    var findings: [Finding] = []
    let reports = try graphs.map { path in
      let analysis = GraphAnalysis(
        of: try input.graph(at: path, for: .findings, within: long.memory))
      let found = Checks.findings(in: analysis)
      findings += found
      return Report(found, of: analysis, input: path, without: known)
    }
    try check.finish(reports, findings: findings)
  }
}
