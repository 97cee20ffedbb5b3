import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// The command `diff`: compares graphs of one program.
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

  @Argument(help: ArgumentHelp("The earliest graph; - is standard input.", valueName: "BEFORE"))
  var before: String

  @Argument(help: ArgumentHelp("The later graphs, the latest last.", valueName: "AFTER"))
  var after: [String]

  @OptionGroup var input: InputOptions
  @OptionGroup var project: ConfigurationOptions
  @OptionGroup var long: WorkOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "Exit with 1 for new findings of this severity or higher: error, warning or never.",
      valueName: "SEVERITY"))
  var failOn: CheckOptions.Threshold = .error

  @Flag(
    name: .customLong("fail-on-growth"),
    help: "Exit with 1 if a type grows with every repeat; needs at least three graphs.")
  var failOnGrowth = false

  func validate() throws {
    for target in output.targets where !OutputFormat.ofDifferences.contains(target.format) {
      let others = OutputFormat.ofDifferences.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "diff has no format '\(target.format.rawValue)'; expected one of \(others)")
    }
    guard !failOnGrowth || after.count > 1 else {
      throw ValidationError(
        "--fail-on-growth needs three graphs or more: one step cannot tell a leak from a cache")
    }
  }

  func run() throws { try project.run { try long.run(work) } }

  private func work() throws {
    try OutputPaths.check(
      outputs: output.targets.map { ("--output or --report", $0.path) }, inputs: [before] + after)
    var series = GraphSeries()
    for path in [before] + after {
      let analysis = GraphAnalysis(
        of: try input.graph(at: path, within: long.memory))
      series.add(analysis, findings: Checks.findings(in: analysis), input: path)
    }
    let difference = GraphDifference(series)
    let fails =
      difference.fails(on: failOn.severity) || (failOnGrowth && !difference.growing.isEmpty)
    try write(difference, fails: fails)
    if fails { throw ExitCode.findings }
  }

  private func write(_ difference: GraphDifference, fails: Bool) throws {
    let files = OutputFiles()
    // Where one of them cannot be written, none is.
    let results = try output.targets.compactMap { target in
      try target.path.map { (target: target, stream: try files.stream(to: $0)) }
    }
    for result in results { write(difference, fails, as: result.target, to: result.stream) }
    if output.targets.contains(where: { $0.format == .github }) {
      try StepSummary.add(
        { DifferenceMarkdown(limit: $0).text(of: difference) }, limit: output.text.usualLimit)
    }
    try files.commit()
    for target in output.targets where !target.isFile {
      let stream = try ResultStream(to: nil)
      write(difference, fails, as: target, to: stream)
      try stream.finish()
    }
  }

  private func write(
    _ difference: GraphDifference, _ fails: Bool, as target: ReportTarget, to stream: ResultStream
  ) {
    var stream = stream
    var look = output.look(for: target, threshold: failOn)
    look.isBad = { _ in fails }
    target.format.differenceFormat(look)?.write(difference, to: &stream)
  }
}
