import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckReport
import LeakCheckText

/// The command `simulate`: runs scenarios and reports logs, misuse and findings.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run lifecycle scenarios and check the graphs that they leave.",
    discussion: """
      Example: leakcheck simulate scenario.json --log --events viewDidLoad,deinit
      With --format html the page also goes through the scenario step by step.
      """)

  enum ProfileName: String, CaseIterable, ExpressibleByArgument { case modern, classic, iOS5 }

  @Argument(
    help: ArgumentHelp(
      "Scenario files, sources in Swift, or folders of either; - is standard input.",
      valueName: "SCENARIO"))
  var scenarios: [String] = []

  @Flag(help: "Print one line per callback before the report.")
  var log = false

  @Flag(name: .customLong("log-all"), help: "Log every type, not only controllers and delegates.")
  var logAll = false

  @Flag(
    name: .customLong("log-lines"),
    help: "Log the source line that printed each callback beside it.")
  var logLines = false

  @Option(
    help: ArgumentHelp(
      "Log only these callbacks: names without parentheses, separated by commas.",
      valueName: "NAMES"))
  var events: String?

  @Option(help: ArgumentHelp("Write the graph to FILE as JSON.", valueName: "FILE"))
  var graph: String?

  @Option(
    help: ArgumentHelp(
      "Check the snapshot with this label instead of the end.", valueName: "LABEL"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "The order of callbacks: modern, classic or iOS5.", valueName: "PROFILE"))
  var profile: ProfileName?

  @Option(
    help: ArgumentHelp(
      "Draw a timeline of the objects' lifetimes to FILE (.svg).", valueName: "FILE"))
  var timeline: String?

  @Option(
    help: ArgumentHelp("For Swift sources: follow only this type.", valueName: "NAME"))
  var type: String?

  @Flag(
    name: .customLong("show-scenario"),
    help: "Print the scenario read from Swift sources without running it.")
  var showScenario = false

  @Flag(help: "For Swift sources: exit with 2 if anything is not followed as written.")
  var strict = false

  @OptionGroup var input: InputOptions
  @OptionGroup var project: ConfigurationOptions
  @OptionGroup var baseline: BaselineOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var options: CheckOptions

  private var check: CheckResults {
    CheckResults(options: options, baseline: baseline, output: output)
  }

  func run() throws {
    // Not before: an option that is not known is told first.
    guard !scenarios.isEmpty else {
      throw ValidationError("a scenario is missing, such as scenario.json or -")
    }
    try checkTimeline()
    try project.run(work)
  }

  private func work() throws {
    let paths = try GraphFiles.paths(of: scenarios, wanting: .scenarios)
    let sources = paths.filter(ScenarioFiles.isSwift)
    if type != nil, sources.isEmpty {
      throw ValidationError("--type is for Swift sources, and there are none")
    }
    // All sources in Swift are one scenario.
    let count = paths.count - max(sources.count - 1, 0)
    try checkPaths(paths, ofScenarios: count)
    let inputs = try readInputs(paths, sources: sources)
    if showScenario { return try printScenarios(inputs) }
    let known = try check.baseline.known()
    var findings: [Finding] = []
    var lines = ""
    let files = OutputFiles()
    let reports = try inputs.map { input in
      let path = input.path
      var outcome = try simulate(input)
      outcome.findings = input.fitting(outcome.findings)
      try checkStrictness(outcome)
      var (report, found) = try report(of: outcome, at: path, accepting: known, files)
      report.unjudged = Self.unjudged(input, outcome)
      report.excerpts = SourceExcerpts(of: input.sources, types: input.scenario.types).excerpts(
        for: found, of: outcome)
      report.codes = input.codes(found)
      findings += found
      noteEvents(that: outcome)
      lines += logText(of: outcome, under: count == 1 ? nil : path)
      return report
    }
    try check.finish(reports, findings: findings, known: known, files: files, log: lines)
  }

  /// Whether all of the sources is followed as written, which `--strict` asks for.
  private func checkStrictness(_ outcome: ScenarioOutcome) throws {
    guard strict, let first = outcome.unfollowed.first else { return }
    throw Console.failure(
      "--strict, and \(Quotation.escaped(first.place.words)) is not followed:"
        + " \(Quotation.escaped(first.reason))")
  }

  /// Why the findings may not be all, or nothing where they are.
  private static func unjudged(
    _ input: ScenarioFiles.Input, _ outcome: ScenarioOutcome
  ) -> String {
    if !input.isSettled { return "what the notes name could change what is found" }
    guard let first = outcome.unfollowed.first else { return "" }
    return "\(first.place.words) is not followed: \(first.reason)"
  }

  private func checkTimeline() throws {
    guard let timeline, timeline.split(separator: ".").last?.lowercased() != "svg" else { return }
    throw Console.failure(
      "cannot draw \(Quotation.escaped(timeline)): the suffix of a timeline must be .svg")
  }

  private func checkPaths(_ paths: [String], ofScenarios count: Int) throws {
    if count > 1,
      let option = graph.map({ _ in "--graph" }) ?? timeline.map({ _ in "--timeline" })
    {
      throw ValidationError("\(option) is for one scenario, and there are \(count)")
    }
    try check.checkPaths(besides: paths, and: [("--graph", graph), ("--timeline", timeline)])
  }

  /// Writes what is asked for of a run, and reports on the graph that it leaves.
  private func report(
    of outcome: ScenarioOutcome, at path: String, accepting known: Baseline, _ files: OutputFiles
  ) throws -> (Report, [Finding]) {
    let stated = try graph(of: outcome)
    let graph = try input.applied(to: stated)
    if let file = self.graph {
      var stream = try files.stream(to: file)
      JSONGraphWriter().write(graph, to: &stream)
    }
    if let timeline { try files.write(picture(of: outcome), to: timeline) }
    let isAsWritten = at == nil && graph.storage === stated.storage
    let analysis = isAsWritten ? outcome.analysis : GraphAnalysis(of: graph)
    let findings = isAsWritten ? outcome.findings : Checks.findings(in: analysis)
    var report = Report(findings, of: analysis, input: path, accepting: known)
    report.run = RunRecord(of: outcome, log: entries(of: outcome))
    report.run?.steps = steps(of: outcome)
    return (report, findings)
  }

  /// Draws who is alive when.
  private func picture(of outcome: ScenarioOutcome) -> [UInt8] {
    let kept = Set(outcome.findings.flatMap { $0.holds.objects.map { "\($0.id)" } })
    let lives = Timeline(
      of: RunRecord(of: outcome, log: outcome.log), title: outcome.graph.name, kept: kept)
    return Array(lives.svg.utf8)
  }

  /// The scenarios that are given, and what is to be said of them.
  private func readInputs(
    _ paths: [String], sources: [String]
  ) throws -> [ScenarioFiles.Input] {
    var inputs = try paths.filter { !ScenarioFiles.isSwift($0) }.map(ScenarioFiles.scenario)
    if !sources.isEmpty {
      // A folder that is asked for alone gives its name to what is in it.
      let isFolder = scenarios.count == 1 && sources.count == paths.count
      let title = isFolder ? scenarios[0] : sources[0]
      inputs.append(try ScenarioFiles.swift(at: sources, titled: title, only: type))
    }
    let notes = inputs.flatMap(\.notes)
    for note in notes { Console.say("note: \(Quotation.escaped(note))") }
    if strict, !notes.isEmpty { throw Console.failure("--strict, and \(notes.count) notes") }
    return inputs
  }

  private func printScenarios(_ inputs: [ScenarioFiles.Input]) throws {
    for input in inputs { try Console.write(ScenarioWriter().text(of: input.scenario)) }
  }

  private func simulate(_ input: ScenarioFiles.Input) throws -> ScenarioOutcome {
    do throws(InputError) {
      return try input.runnable.run(
        profile: profile.flatMap { Scenario.Profile(rawValue: $0.rawValue) }, logsAll: logAll,
        recordsSteps: check.output.targets.contains { $0.format == .html },
        keeping: at.map { [$0] } ?? [])
    } catch {
      throw Console.failure("\(error)")
    }
  }

  private func graph(of outcome: ScenarioOutcome) throws -> ObjectGraph {
    guard let at else { return outcome.graph }
    if let graph = outcome.snapshots[at] { return graph }
    let labels = outcome.snapshotLabels.sorted()
    let nearest = NearestWord.nearest(to: at, among: labels).map {
      "; did you mean \(Quotation.quoted($0))?"
    }
    throw Console.failure(
      "no snapshot \(Quotation.quoted(at)) in the scenario"
        + (labels.isEmpty ? ", which takes none" : nearest ?? ""))
  }

  /// The events that are asked for.
  private var eventNames: [String] {
    (events ?? "").split(separator: ",").map { $0.filter { !$0.isWhitespace } }
  }

  /// The entries of the log that are asked for.
  private func entries(of outcome: ScenarioOutcome) -> [LogEntry] {
    guard events != nil else { return outcome.log }
    let names = eventNames
    return outcome.log.filter { entry in names.contains(where: entry.matches) }
  }

  /// The moments, whose log has as many of the entries that are asked for.
  private func steps(of outcome: ScenarioOutcome) -> StepTrace? {
    guard var steps = outcome.steps, events != nil else { return outcome.steps }
    let names = eventNames
    let counts = outcome.log.reduce(into: [0]) { counts, entry in
      counts.append(counts[counts.count - 1] + (names.contains(where: entry.matches) ? 1 : 0))
    }
    for index in steps.moments.indices {
      steps.moments[index].logCount = counts[min(steps.moments[index].logCount, counts.count - 1)]
    }
    return steps
  }

  /// Names the events that are asked for and that nothing calls: the log says nothing of them.
  private func noteEvents(that outcome: ScenarioOutcome) {
    for name in eventNames where !outcome.log.contains(where: { $0.matches(name) }) {
      let called = Set(outcome.log.map { String($0.callback.prefix { $0 != "(" }) }).sorted()
      // A callback of UIKit's is no slip for another: that it is not called may be the answer.
      let isKnown = CallbackName.ofFrameworks.contains(name)
      let nearest = isKnown ? nil : NearestWord.nearest(to: name, among: called)
      let question = nearest.map { "; did you mean \(Quotation.quoted($0))?" }
      Console.say("note: nothing calls \(Quotation.quoted(name))\(question ?? "")")
    }
  }

  private var asksForLog: Bool { log || logAll || logLines || events != nil }

  private func logText(of outcome: ScenarioOutcome, under path: String?) -> String {
    guard asksForLog else { return "" }
    let format = check.output.targets[0].format
    guard format == .text else {
      // A report as JSON has the log anyway, and a page too.
      if format != .json, format != .html {
        Console.say("note: only text, JSON and HTML have the log")
      }
      return ""
    }
    let lines = lines(of: entries(of: outcome))
    let heading = path.map { [Quotation.escaped($0) + ":"] } ?? []
    return (heading + lines).map { $0 + "\n" }.joined() + "\n"
  }

  /// The lines of the log; with the places in a column of their own, where they are asked for.
  private func lines(of entries: [LogEntry]) -> [String] {
    let lines = entries.map { Quotation.escaped($0.line) }
    guard logLines else { return lines }
    let width = lines.map(DisplayWidth.of).max() ?? 0
    return zip(lines, entries).map { line, entry in
      guard let place = entry.place else { return line }
      return DisplayWidth.pad(line, to: width + 2) + Quotation.escaped(place.words)
    }
  }
}
