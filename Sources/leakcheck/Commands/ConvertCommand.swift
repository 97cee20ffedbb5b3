import ArgumentParser
import LeakCheckAnalysis
import LeakCheckImport
import LeakCheckReport

/// From a format that is read to one that is written.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a graph in another format: .json, .dot or .mmd by the suffix of the file.",
    discussion: "Example: leakcheck convert graph.json -o graph.mmd")

  @Argument(help: "The graph file; - is standard input.")
  var graph: String

  @Option(
    name: [.short, .long],
    help: "The file to write: .json, .dot, .mmd; - is JSON to standard output.")
  var output: String

  @OptionGroup var input: InputOptions

  func run() throws {
    let suffix = output == "-" ? "json" : output.split(separator: ".").last.map { $0.lowercased() }
    guard let suffix, ["json", "dot", "mmd", "mermaid"].contains(suffix) else {
      throw Console.failure(
        "cannot convert to \(Quotation.escaped(output)): its suffix must be .json, .dot or .mmd")
    }
    let graph = try input.graph(at: graph)
    var text = ""
    if suffix == "json" {
      text = JSONGraphWriter().text(of: graph)
    } else {
      let analysis = GraphAnalysis(of: graph)
      let reports = [Report(Checks.findings(in: analysis), of: analysis, input: self.graph)]
      if suffix == "dot" {
        DOTFormat().write(reports, to: &text)
      } else {
        MermaidFormat().write(reports, to: &text)
      }
    }
    try Files.write(Array(text.utf8), to: output)
  }
}
