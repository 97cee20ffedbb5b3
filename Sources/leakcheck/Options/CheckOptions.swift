import ArgumentParser
import LeakCheckAnalysis

/// Options for findings: pictures and the exit status.
struct CheckOptions: ParsableArguments {
  enum Threshold: String, CaseIterable, ExpressibleByArgument { case error, warning, never }

  @Option(
    help: ArgumentHelp(
      "Draw the graph to FILE: .svg, .png, .pdf or .dot; may be repeated.", valueName: "FILE"))
  var render: [String] = []

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "Exit with 1 for findings of this severity or higher: error, warning or never.",
      valueName: "SEVERITY"))
  var failOn: Threshold = .error
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
