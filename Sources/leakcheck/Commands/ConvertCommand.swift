import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// The command `convert`: converts a graph to another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract:
      "Write a graph in another format: .json, .lcgraph, .dot or .mmd by the suffix of the file.",
    discussion: """
      .lcgraph is a binary form that every command opens at once, however large it is.
      Example: leakcheck convert heap.json -o heap.lcgraph
      """)

  private static let suffixes = ["json", "lcgraph", "dot", "mmd", "mermaid"]

  @Argument(help: ArgumentHelp("The graph file; - is standard input.", valueName: "GRAPH"))
  var graph: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write: .json, .lcgraph, .dot, .mmd; - is JSON to standard output.",
      valueName: "FILE"))
  var output: String

  @OptionGroup var input: InputOptions
  @OptionGroup var long: WorkOptions

  func run() throws { try long.run(work) }

  private func work() throws {
    try OutputPaths.check(outputs: [("--output", output)], inputs: [graph])
    let suffix = output == "-" ? "json" : output.split(separator: ".").last.map { $0.lowercased() }
    guard let suffix, Self.suffixes.contains(suffix) else {
      throw Console.failure(
        "cannot convert to \(Quotation.escaped(output)): its suffix must be .json, .lcgraph, .dot"
          + " or .mmd")
    }
    let graph = try input.graph(at: graph, within: long.memory)
    try WorkStage.encode.run(of: Int(graph.referenceCount)) { counter in
      var stream = try ResultStream(to: output)
      write(graph, as: suffix, to: &stream, counter)
      try stream.finish()
      Console.sayWritten(output)
    }
  }

  private func write(
    _ graph: ObjectGraph, as suffix: String, to output: inout ResultStream, _ counter: WorkCounter
  ) {
    switch suffix {
    case "lcgraph": output.write(BinaryGraphWriter().bytes(of: graph))
    case "json": JSONGraphWriter().write(graph, to: &output, counter)
    case "dot": DOTFormat().write(reports(of: graph), to: &output)
    default: MermaidFormat().write(reports(of: graph), to: &output)
    }
  }

  private func reports(of graph: ObjectGraph) -> [Report] {
    let analysis = GraphAnalysis(of: graph)
    return [Report(Checks.findings(in: analysis), of: analysis, input: self.graph)]
  }
}
