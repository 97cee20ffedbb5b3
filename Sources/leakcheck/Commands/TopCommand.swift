import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// The command `top`: prints the largest retained sizes.
struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show the largest retained sizes by object and type, or as a tree.",
    discussion: """
      Example: leakcheck top graph.json --limit 20
      Example: leakcheck top graph.json --tree --depth 4

      The retained size of an object is what would be freed with it: all that it dominates. Of a type, it is what its \
      objects retain together, each object counted once. The tree shows the rows that retain most: objects, and \
      siblings of one type as one row.

      JSON is {"leakcheck": 1, "top": {"counts", "bytes", "objects", "types"}}, with --tree "rows" and "hidden" in \
      place of "objects" and "types".
      """)

  @Argument(help: ArgumentHelp("The graph file; - is standard input.", valueName: "GRAPH"))
  var graph: String

  @Flag(help: "Show the largest subtrees of the dominator tree.")
  var tree = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most levels of the tree (default: 12).", valueName: "N"))
  var depth: Int?

  @OptionGroup var input: InputOptions
  @OptionGroup var project: ConfigurationOptions
  @OptionGroup var long: WorkOptions
  @OptionGroup var table: TableOptions

  func validate() throws {
    if let depth {
      guard tree else { throw ValidationError("--depth needs --tree") }
      guard depth > 0 else { throw ValidationError("--depth must be at least 1, not \(depth)") }
    }
  }

  func run() throws { try project.run { try long.run(work) } }

  private func work() throws {
    let dominators = ObjectDominators(
      of: GraphAnalysis(of: try input.graph(at: graph, within: long.memory)))
    let report =
      tree
      ? RetainedReport(
        treeOf: dominators, input: graph, depth: depth ?? 12, limit: table.text.limit(or: 30))
      : RetainedReport(tablesOf: dominators, input: graph, limit: table.text.limit(or: 10))
    let format = table.format.retainedFormat(table.textOptions)
    try table.write(besides: [graph]) { format.write(report, to: &$0) }
  }
}
