import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// The command `path`: prints the shortest retain paths to objects.
struct PathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Show the shortest retain paths from roots to objects.",
    discussion: """
      Of an object that only a retain cycle or a surplus retain keeps, it shows the path from there.
      Example: leakcheck path graph.json --to ProfileViewController --count 3
      """)

  @Argument(help: ArgumentHelp("The graph file; - is standard input.", valueName: "GRAPH"))
  var graph: String

  @Option(
    help: ArgumentHelp(
      "The objects: id, type, name as a report shows it, or glob.", valueName: "PATTERN"))
  var to: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of paths to each object, at most 1000.", valueName: "K"))
  var count: Int = 1

  @OptionGroup var input: InputOptions
  @OptionGroup var project: ConfigurationOptions
  @OptionGroup var long: WorkOptions
  @OptionGroup var table: TableOptions

  /// More paths to one object are put together from the same pieces, and each takes longer than the one before.
  private static let mostPaths = 1000

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count must be at least 1, not \(count)") }
    guard count <= Self.mostPaths else {
      throw ValidationError("--count must be at most \(Self.mostPaths), not \(count)")
    }
  }

  func run() throws { try project.run { try long.run(work) } }

  private func work() throws {
    let analysis = GraphAnalysis(of: try input.graph(at: graph, within: long.memory))
    let pattern = ObjectPattern(to)
    let objects = pattern.objects(in: analysis.graph)
    guard !objects.isEmpty else {
      throw Console.failure(
        "no object matches \(Quotation.quoted(to))\(pattern.suggestion(in: analysis.graph))")
    }
    let shown = objects.prefix(table.text.usualLimit)
    let search = PathSearch(in: analysis)
    var allowance = PathAllowance()
    let rows = rows(of: shown, search, &allowance)
    let report = PathReport(
      input: graph, pattern: to, rows: rows, further: objects.count - rows.count)
    let format = table.format.pathFormat(table.textOptions)
    try table.write(besides: [graph]) { format.write(report, to: &$0) }
    if rows.count < shown.count {
      let more = ByteCountText.count(shown.count - rows.count, "more object")
      Console.say("note: \(more) not shown: all the paths together are too long")
    } else if report.further > 0, table.format == .text {
      let more = ByteCountText.count(report.further, "more object")
      Console.say("note: \(more) match\(report.further == 1 ? "es" : ""); --limit N shows more")
    }
    if allowance.shortened > 0 {
      let objects = ByteCountText.count(allowance.shortened, "object")
      Console.say("note: paths to \(objects) are so long that fewer than \(count) were looked for")
    }
  }

  /// The rows of objects, as many as may be shown.
  private func rows(
    of objects: some Collection<ObjectGraph.Object>, _ search: PathSearch,
    _ allowance: inout PathAllowance
  ) -> [PathReport.Row] {
    var rows: [PathReport.Row] = []
    for object in objects {
      let row = row(of: object, search, &allowance)
      guard allowance.shows(row.paths.map(\.references.count), after: rows.count) else { break }
      rows.append(row)
    }
    return rows
  }

  private func row(
    of object: ObjectGraph.Object, _ search: PathSearch, _ allowance: inout PathAllowance
  ) -> PathReport.Row {
    let shortest = search.paths(to: object, count: 1)
    if let path = shortest.first {
      let count = allowance.count(count, ofLength: path.references.count)
      return PathReport.Row(
        object, paths: count == 1 ? shortest : search.paths(to: object, count: count))
    }
    let absence = search.absence(of: object)
    return PathReport.Row(
      object, paths: [absence.path].compactMap(\.self), absence: absence.reason)
  }
}
