import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// Where the bytes are: retained sizes.
struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show the largest retained sizes by object and by type.",
    discussion: "Example: leakcheck top graph.json --limit 20")

  @Argument(help: "The graph file; - is standard input.")
  var graph: String

  @Option(help: "The most rows of each table.")
  var limit: Int = 10

  @OptionGroup var input: InputOptions
  @OptionGroup var text: TextOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1, not \(limit)") }
  }

  func run() throws {
    let analysis = GraphAnalysis(of: try input.graph(at: graph))
    let format = RetainedSizesText(options: text.textOptions())
    Console.write(format.text(of: RetainedSizes(of: analysis), limit: limit))
  }
}
