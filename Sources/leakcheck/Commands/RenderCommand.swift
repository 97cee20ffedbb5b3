import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckRender
import LeakCheckReport

/// The picture alone.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw the graph: SVG, PNG, PDF or DOT by the suffix of the file.",
    discussion: "Example: leakcheck render graph.json -o out.svg --focus ProfileViewController")

  @Argument(help: "The graph file; - is standard input.")
  var graph: String

  @Option(name: [.short, .long], help: "The file to draw: .svg, .png, .pdf or .dot.")
  var output: String

  @Option(help: "Draw what is near these objects: id, type or glob.")
  var focus: [String] = []

  @Option(help: "The most nodes, from 8 to 80.")
  var budget: Int = 40

  enum Engine: String, CaseIterable, ExpressibleByArgument { case dot, sfdp }

  @Option(help: "The layout; dot draws owners above what they own.")
  var engine: Engine = .dot

  @Flag(help: "Draw all objects of a type as one node.")
  var collapse = false

  @OptionGroup var input: InputOptions
  @OptionGroup var long: WorkOptions

  func validate() throws {
    guard (8...80).contains(budget) else {
      throw ValidationError("--budget must be from 8 to 80, not \(budget)")
    }
  }

  func run() throws { try long.run(work) }

  private func work() throws {
    var picture = try PictureFile(output)
    let analysis = GraphAnalysis(
      of: try input.graph(at: graph, for: .findings, within: long.memory))
    picture.options.budget = budget
    picture.engine = engine == .dot ? .dot : .sfdp
    for text in focus {
      let pattern = ObjectPattern(text)
      let objects = pattern.objects(in: analysis.graph)
      guard !objects.isEmpty else {
        throw Console.failure(
          "no object matches \(Quotation.quoted(text))\(pattern.suggestion(in: analysis.graph))")
      }
      picture.options.focus.formUnion(objects.map { Int($0.index) })
    }
    if collapse { picture.options.collapse = Set(analysis.graph.types) }
    try picture.write([Report(Checks.findings(in: analysis), of: analysis, input: graph)])
  }
}
