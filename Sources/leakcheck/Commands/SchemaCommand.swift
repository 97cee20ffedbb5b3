import ArgumentParser
import LeakCheckImport

/// The format of graphs, for editors and validators.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of graphs.",
    discussion: "Example: leakcheck schema > graph.schema.json")

  func run() throws { Console.write(GraphSchema.text) }
}
