import ArgumentParser
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckReport

/// The formats of graphs, scenarios and reports, for editors and validators.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of graphs, of scenarios, or of reports.",
    discussion: "Example: leakcheck schema --report -o report.schema.json")

  /// What a schema is of, besides graphs.
  enum Subject: String, EnumerableFlag {
    case scenario, report

    static func help(for value: Subject) -> ArgumentHelp? {
      switch value {
      case .scenario: "Print the schema of lifecycle scenarios."
      case .report: "Print the schema of reports, as --format json writes them."
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
    case nil: GraphSchema.text
    }
  }
}
