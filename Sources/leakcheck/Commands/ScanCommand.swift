import ArgumentParser
import LeakCheckGraph
import LeakCheckReport
import LeakCheckText

/// The command `scan`: reports narrow leak patterns in folders of Swift.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Find the narrow leak patterns of Swift source, as notes.",
    discussion: """
      Example: leakcheck scan Sources

      Five forms are told of: a sink, or assign(to:on:), or a closure that holds self in a property of self; a \
      notification block that holds self and that nothing removes; a repeating timer on self. Nothing is run and no type \
      is guessed. Whether a teardown ends it in time, the command that each note names says.

      JSON is {"leakcheck": 1, "scan": {"inputs", "notes", "coverage", "passedOver"}}.

      Exit status: 0 also with notes; 2 where a file that is named cannot be read, and with --strict any file.
      """)

  @Argument(
    help: ArgumentHelp("Folders, or files that end in .swift.", valueName: "FOLDER"))
  var folders: [String] = []

  @Flag(help: "Exit with 2 if a file in a folder is skipped.")
  var strict = false

  @OptionGroup var long: WorkOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for target in output.targets where !OutputFormat.ofPatterns.contains(target.format) {
      let others = OutputFormat.ofPatterns.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "scan has no format '\(target.format.rawValue)'; expected one of \(others)")
    }
  }

  func run() throws {
    // Not before: an option that is not known is told first.
    guard !folders.isEmpty else { throw ValidationError("a folder is missing, such as Sources") }
    try long.run(work)
  }

  private func work() throws {
    let paths = Array(Set(try GraphFiles.paths(of: folders, wanting: .sources))).sorted()
    try OutputPaths.check(
      outputs: output.targets.map { ("--output or --report", $0.path) }, inputs: paths)
    var report = try PatternFiles.report(on: paths, named: folders)
    report.labels = output.label
    for problem in report.problems { Console.say("note: passed over \(problem.text)") }
    if strict, !report.problems.isEmpty {
      throw Console.failure("--strict, and \(report.problems.count) files are passed over")
    }
    try write(report)
  }

  private func write(_ report: PatternReport) throws {
    let files = OutputFiles()
    // Where one of them cannot be written, none is.
    let results = try output.targets.compactMap { target in
      try target.path.map { (target: target, stream: try files.stream(to: $0)) }
    }
    for result in results { write(report, as: result.target, to: result.stream) }
    if output.targets.contains(where: { $0.format == .github }) {
      try StepSummary.add(
        { PatternMarkdown(limit: $0).text(of: report) }, limit: output.text.usualLimit)
    }
    try files.commit()
    for target in output.targets where !target.isFile {
      let stream = try ResultStream(to: nil)
      write(report, as: target, to: stream)
      try stream.finish()
    }
  }

  private func write(
    _ report: PatternReport, as target: ReportTarget, to stream: ResultStream
  ) {
    var stream = stream
    let look = output.look(for: target, threshold: .never)
    target.format.patternFormat(look)?.write(report, to: &stream)
  }
}
