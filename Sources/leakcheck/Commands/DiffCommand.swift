import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// Two or more graphs of one program in, what changed out.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what is new, gone and growing from graph to graph.",
    discussion: """
      Example: leakcheck diff before.json after.json again.json

      Findings are the same where their fingerprints are. Objects and bytes are those that stay. A type grows when \
      each graph has more of it than the one before; with three graphs or more, taken after repeats of one action, that \
      tells a leak from a cache, and its rate is that of the weakest repeat.

      JSON is {"leakcheck": 1, "diff": {"verdict", "inputs", "findings", "growing", "changed", "unchangedTypes"}}: \
      a finding has "change" (new, gone, stillThere) and "instances", a type "objects" and "bytes", one number for \
      each input; --limit does not shorten it.

      Exit status: 1 for new findings at or above --fail-on, or as --fail-on-growth says.
      """)

  @Argument(help: "The earliest graph; - is standard input.")
  var before: String

  @Argument(help: "The later graphs, the latest last.")
  var after: [String]

  @OptionGroup var input: InputOptions
  @OptionGroup var long: WorkOptions
  @OptionGroup var table: TableOptions

  @Option(name: .customLong("fail-on"), help: "Exit with 1 for new findings from this severity on.")
  var failOn: CheckOptions.Threshold = .error

  @Flag(
    name: .customLong("fail-on-growth"),
    help: "Exit with 1 when a type grows by every repeat; takes three graphs or more.")
  var failOnGrowth = false

  @Option(help: "Show at most N rows of each part in text and Markdown.")
  var limit: Int = 20

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be at least 0, not \(limit)") }
    guard !failOnGrowth || after.count > 1 else {
      throw ValidationError(
        "--fail-on-growth needs three graphs or more: one step cannot tell a leak from a cache")
    }
  }

  func run() throws { try long.run(work) }

  private func work() throws {
    var series = GraphSeries()
    for path in [before] + after {
      let analysis = GraphAnalysis(
        of: try input.graph(at: path, for: .findings, within: long.memory))
      series.add(analysis, findings: Checks.findings(in: analysis), input: path)
    }
    let difference = GraphDifference(series)
    let fails =
      difference.fails(on: failOn.severity) || (failOnGrowth && !difference.growing.isEmpty)
    try table.write(text(of: difference, fails: fails))
    if fails { throw ExitCode.findings }
  }

  private func text(of difference: GraphDifference, fails: Bool) -> String {
    switch table.format {
    case .text:
      DifferenceText(options: table.textOptions(limit: limit)).text(of: difference, fails: fails)
    case .json: DifferenceJSON().text(of: difference)
    case .markdown: DifferenceMarkdown(limit: limit).text(of: difference)
    }
  }
}
