import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// The main job: graphs in, findings and a picture out.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report what keeps objects alive that should go, and what to cut.",
    discussion: "Example: leakcheck check graph.json --render out.svg --fail-on warning")

  enum Threshold: String, CaseIterable, ExpressibleByArgument { case error, warning, never }
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown, dot, mermaid
  }

  @Argument(help: "Graph files; - is standard input.")
  var graphs: [String]

  @OptionGroup var input: InputOptions
  @OptionGroup var baseline: BaselineOptions
  @OptionGroup var text: TextOptions

  @Option(help: "Draw the graph to FILE: .svg, .png, .pdf or .dot.")
  var render: String?

  @Option(help: "Format of the report.")
  var format: Format = .text

  @Option(help: "Write the report to FILE instead of standard output.")
  var output: String?

  @Option(
    name: .customLong("fail-on"),
    help: "Exit with 1 from this severity on.")
  var failOn: Threshold = .error

  @Option(help: "Show at most N findings of each graph in text.")
  var limit: Int = 20

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be at least 0, not \(limit)") }
  }

  func run() throws {
    let picture = try render.map { try PictureFile($0) }
    let known = try baseline.known()
    var findings: [Finding] = []
    let reports = try graphs.map { path in
      let analysis = GraphAnalysis(of: try input.graph(at: path))
      let found = Checks.findings(in: analysis)
      findings += found
      return Report(found, of: analysis, input: path, without: known)
    }
    try picture?.write(reports)
    try baseline.write(findings)
    try write(reports)
    if reports.contains(where: { $0.fails(on: failOn.severity) }) { throw ExitCode.findings }
  }

  private func write(_ reports: [Report]) throws {
    var text = ""
    switch format {
    case .text: TextFormat(options: textOptions).write(reports, to: &text)
    case .json: JSONFormat().write(reports, to: &text)
    case .markdown: MarkdownFormat().write(reports, to: &text)
    case .dot: DOTFormat().write(reports, to: &text)
    case .mermaid: MermaidFormat().write(reports, to: &text)
    }
    if let output { try Files.write(Array(text.utf8), to: output) } else { Console.write(text) }
  }

  /// The look of the text: a file is no terminal, so colour goes there only when it is asked for.
  private var textOptions: TextFormat.Options {
    var options = text.textOptions(limit: limit)
    if output != nil, text.color != .always { options.useColor = false }
    return options
  }
}

extension CheckCommand.Threshold {
  /// The least severity that fails, or `nil` for none.
  var severity: Finding.Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .never: nil
    }
  }
}
