import ArgumentParser
import LeakCheckImport
import LeakCheckLifecycle

/// The formats of graphs and scenarios, for editors and validators.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of graphs, or of scenarios.",
    discussion: "Example: leakcheck schema --scenario > scenario.schema.json")

  @Flag(help: "Print the schema of lifecycle scenarios.")
  var scenario = false

  func run() throws { Console.write(scenario ? ScenarioSchema.text : GraphSchema.text) }
}
