import ArgumentParser
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckReport

/// The command `schema`: prints the JSON Schemas of graphs, scenarios, reports and configurations.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of graphs, of scenarios, of reports, or of configurations.",
    discussion: "Example: leakcheck schema --report -o report.schema.json")

  /// The subject of a schema other than graphs.
  enum Subject: String, EnumerableFlag {
    case scenario, report, config

    static func help(for value: Subject) -> ArgumentHelp? {
      switch value {
      case .scenario: "Print the schema of lifecycle scenarios."
      case .report: "Print the schema of reports, as --format json writes them."
      case .config: "Print the schema of a project's .leakcheck.json."
      }
    }
  }

  @Flag(exclusivity: .exclusive)
  var subject: Subject?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the schema to FILE instead of standard output.", valueName: "FILE"))
  var output: String?

  func run() throws { try Console.write(text, to: output) }

  private var text: String {
    switch subject {
    case .scenario: ScenarioSchema.text
    case .report: ReportSchema.text
    case .config: ConfigurationSchema.text
    case nil: GraphSchema.text
    }
  }
}
