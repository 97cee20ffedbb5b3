import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport

/// Who keeps an object: its shortest retain paths.
struct PathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Show the shortest retain paths from roots to objects.",
    discussion: """
      Of an object that only a retain cycle or a surplus retain keeps, it shows the path from there.
      Example: leakcheck path graph.json --to ProfileViewController --count 3
      """)

  @Argument(help: "The graph file; - is standard input.")
  var graph: String

  @Option(help: "The objects: id, type or glob.")
  var to: String

  @Option(help: "The number of paths to each object.")
  var count: Int = 1

  @Option(help: "Show at most N of the objects that match.")
  var limit: Int = 20

  @OptionGroup var input: InputOptions
  @OptionGroup var long: WorkOptions
  @OptionGroup var text: TextOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count must be at least 1, not \(count)") }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1, not \(limit)") }
  }

  func run() throws { try long.run(work) }

  private func work() throws {
    let analysis = GraphAnalysis(of: try input.graph(at: graph, for: .facts, within: long.memory))
    let pattern = ObjectPattern(to)
    let objects = pattern.objects(in: analysis.graph)
    guard !objects.isEmpty else {
      throw Console.failure(
        "no object matches \(Quotation.quoted(to))\(pattern.suggestion(in: analysis.graph))")
    }
    let search = PathSearch(in: analysis)
    let format = PathText(options: text.textOptions())
    for object in objects.prefix(limit) {
      let paths = search.paths(to: object, count: count)
      if paths.isEmpty {
        let absence = search.absence(of: object)
        let text = Quotation.escaped("\(object.type) (\(object.id)): \(absence.reason)")
        try Console.write("\(text)\n\n")
        if let path = absence.path { try Console.write(format.text(of: [path])) }
      } else {
        try Console.write(format.text(of: paths))
      }
    }
    let more = objects.count - limit
    if more > 0 {
      Console.say("note: \(more) more object\(more == 1 ? "" : "s") match; --limit N shows more")
    }
  }
}
