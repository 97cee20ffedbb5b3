import ArgumentParser
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// The command `merge`: combines the findings of many runs in one table by fingerprint.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the findings of many runs into one table by fingerprint.",
    discussion: """
      Example: leakcheck check graph.json --format jsonl --label version=4.2 -o reports/4.2.jsonl
      Example: leakcheck merge reports/*.jsonl --label version

      Each line of the files is a finding, as --format jsonl writes it. Of each fingerprint the table has in how many \
      inputs it was seen, how many instances, the first and the last value of a label, and what one of them looked like. \
      A line is read at a time, so any number of runs can be merged.
      """)

  @Argument(
    help: ArgumentHelp("Files of --format jsonl; - is standard input.", valueName: "FILE"))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tell first from last by this label; runs of digits count as numbers.", valueName: "KEY"))
  var label: String?

  @OptionGroup var long: WorkOptions
  @OptionGroup var table: TableOptions

  func run() throws {
    // Not before: an option that is not known is told first.
    if files.isEmpty { throw ValidationError("a file is missing, such as reports/*.jsonl or -") }
    try long.run(work)
  }

  private func work() throws {
    try OutputPaths.check(outputs: [("--output", table.output)], inputs: files)
    var history = FindingHistory(by: label)
    var labels: Set<String> = []
    for file in files {
      try FindingLines(file).forEach { sighting in
        labels.formUnion(sighting.labels.keys)
        history.add(sighting)
      }
    }
    if let label, history.sightingCount > 0, !labels.contains(label) {
      let nearest = NearestWord.nearest(to: label, among: labels.sorted())
      let hint = nearest.map { "; did you mean \(Quotation.quoted($0))?" } ?? ""
      Console.say("note: no finding has the label \(Quotation.quoted(label))\(hint)")
    }
    let format = table.format.historyFormat(table.textOptions, limit: table.text.usualLimit)
    try table.write(besides: files) { format.write(history, to: &$0) }
  }
}
