import ArgumentParser
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckReport

/// The formats of graphs, scenarios and reports, for editors and validators.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of graphs, of scenarios, or of reports.",
    discussion: "Example: leakcheck schema --report > report.schema.json")

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

  func run() throws {
    switch subject {
    case .scenario: try Console.write(ScenarioSchema.text)
    case .report: try Console.write(ReportSchema.text)
    case nil: try Console.write(GraphSchema.text)
    }
  }
}
