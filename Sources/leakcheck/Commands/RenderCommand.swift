import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckRender
import LeakCheckReport
import LeakCheckText

/// The command `render`: draws the picture alone.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw the graph: SVG, PNG, PDF or DOT by the suffix of the file.",
    discussion: "Example: leakcheck render graph.json -o out.svg --focus ProfileViewController")

  @Argument(help: ArgumentHelp("The graph file; - is standard input.", valueName: "GRAPH"))
  var graph: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to draw: .svg, .png, .pdf or .dot.", valueName: "FILE"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Draw what is near these objects: id, type, name or glob; may be repeated.",
      valueName: "PATTERN"))
  var focus: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most nodes, from 8 to 80.", valueName: "N"))
  var budget: Int = 40

  enum Engine: String, CaseIterable, ExpressibleByArgument { case dot, sfdp }

  @Option(
    help: ArgumentHelp(
      "The layout: dot draws owners above what they own, sfdp has no direction.",
      valueName: "ENGINE"))
  var engine: Engine = .dot

  @Flag(help: "Draw all objects of a type as one node.")
  var collapse = false

  @OptionGroup var input: InputOptions
  @OptionGroup var project: ConfigurationOptions
  @OptionGroup var long: WorkOptions

  func validate() throws {
    guard (8...80).contains(budget) else {
      throw ValidationError("--budget must be from 8 to 80, not \(budget)")
    }
  }

  func run() throws { try project.run { try long.run(work) } }

  private func work() throws {
    try OutputPaths.check(outputs: [("--output", output)], inputs: [graph])
    var picture = try PictureFile(output)
    let analysis = GraphAnalysis(
      of: try input.graph(at: graph, within: long.memory))
    picture.options.budget = budget
    picture.engine = engine == .dot ? .dot : .sfdp
    picture.options.spreads = engine == .sfdp
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
