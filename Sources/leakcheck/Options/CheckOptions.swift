import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport

/// What becomes of findings: picture, report, baseline, exit status.
struct CheckOptions: ParsableArguments {
  enum Threshold: String, CaseIterable, ExpressibleByArgument { case error, warning, never }
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown, html, dot, mermaid
  }

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

  @Option(help: "Show at most N findings of each graph in text, Markdown and HTML.")
  var limit: Int = 20

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be at least 0, not \(limit)") }
  }

  /// Writes everything that is asked for, then throws the exit status where that is not 0.
  ///
  /// `findings` are all of them, also those that the baseline suppresses in the reports.
  func finish(_ reports: [Report], findings: [Finding]) throws {
    // Where the report cannot be written, nothing else is.
    var stream = try ResultStream(to: output)
    try render.map { try PictureFile($0) }?.write(reports)
    try baseline.write(findings)
    try WorkStage.report.run(of: reports.reduce(0) { $0 + $1.findings.count }) { _ in
      write(reports, to: &stream)
      try stream.finish()
    }
    if reports.contains(where: { $0.fails(on: failOn.severity) }) { throw ExitCode.findings }
  }

  private func write(_ reports: [Report], to output: inout some TextOutputStream) {
    switch format {
    case .text: TextFormat(options: textOptions).write(reports, to: &output)
    case .json: JSONFormat().write(reports, to: &output)
    case .markdown: MarkdownFormat(limit: limit).write(reports, to: &output)
    case .html: HTMLFormat(limit: limit, draw: HTMLDrawing.drawn).write(reports, to: &output)
    case .dot: DOTFormat().write(reports, to: &output)
    case .mermaid: MermaidFormat().write(reports, to: &output)
    }
  }

  /// The look of the text: a file is no terminal, so colour goes there only when it is asked for.
  private var textOptions: TextFormat.Options {
    var options = text.textOptions(limit: limit)
    if output != nil, text.color != .always { options.useColor = false }
    return options
  }
}

extension CheckOptions.Threshold {
  /// The least severity that fails, or `nil` for none.
  var severity: Finding.Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .never: nil
    }
  }
}
