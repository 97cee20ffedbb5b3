import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckReport

/// A scenario in, its log, its misuse and its findings out.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run a lifecycle scenario and check the graph that it leaves.",
    discussion: "Example: leakcheck simulate scenario.json --log --events viewDidLoad,deinit")

  enum ProfileName: String, CaseIterable, ExpressibleByArgument { case modern, classic, iOS5 }

  @Argument(help: "The scenario file; - is standard input.")
  var scenario: String

  @Flag(help: "Print a line a callback before the report.")
  var log = false

  @Flag(name: .customLong("log-all"), help: "Log every type, not only controllers and delegates.")
  var logAll = false

  @Option(help: "Log, but these callbacks only: names without parentheses, with commas.")
  var events: String?

  @Option(help: "Write the graph to FILE as JSON.")
  var graph: String?

  @Option(help: "Check the snapshot with this label instead of the end.")
  var at: String?

  @Option(help: "Whose order of callbacks: modern, classic or iOS5.")
  var profile: ProfileName?

  @Option(help: "Draw who is alive when to FILE (.svg).")
  var timeline: String?

  @OptionGroup var input: InputOptions
  @OptionGroup var check: CheckOptions

  func run() throws {
    if let timeline, timeline.split(separator: ".").last?.lowercased() != "svg" {
      throw Console.failure(
        "cannot draw \(Quotation.escaped(timeline)): the suffix of a timeline must be .svg")
    }
    let outcome = try simulate()
    let graph = try input.applied(to: try graph(of: outcome))
    if let path = self.graph {
      var stream = try ResultStream(to: path)
      JSONGraphWriter().write(graph, to: &stream)
      try stream.finish()
    }
    if let timeline {
      let kept = Set(outcome.findings.flatMap { $0.holds.objects.map { "\($0.id)" } })
      let lives = Timeline(
        of: record(of: outcome, outcome.log), title: outcome.graph.name, kept: kept)
      try Files.write(Array(lives.svg.utf8), to: timeline)
    }
    if asksForLog { try writeLog(of: outcome) }
    let analysis = GraphAnalysis(of: graph)
    let isAsWritten = at == nil && !input.changesGraphs
    let findings = isAsWritten ? outcome.findings : Checks.findings(in: analysis)
    var report = Report(
      findings, of: analysis, input: scenario, without: try check.baseline.known())
    report.run = record(of: outcome, entries(of: outcome))
    try check.finish([report], findings: findings)
  }

  private func simulate() throws -> ScenarioOutcome {
    do {
      let source = scenario == "-" ? "standard input" : scenario
      let scenario = try ScenarioReader().read(try Files.read(scenario), from: source)
      return try scenario.run(
        profile: profile.flatMap { Scenario.Profile(rawValue: $0.rawValue) }, logsAll: logAll)
    } catch let error as ImportError {
      throw Console.failure("\(error)")
    }
  }

  private func graph(of outcome: ScenarioOutcome) throws -> ObjectGraph {
    guard let at else { return outcome.graph }
    if let graph = outcome.snapshots[at] { return graph }
    let labels = outcome.snapshots.keys.sorted()
    let nearest = NearestWord.nearest(to: at, among: labels).map {
      "; did you mean \(Quotation.quoted($0))?"
    }
    throw Console.failure(
      "no snapshot \(Quotation.quoted(at)) in the scenario"
        + (labels.isEmpty ? ", which takes none" : nearest ?? ""))
  }

  /// The entries of the log that are asked for.
  private func entries(of outcome: ScenarioOutcome) -> [LogEntry] {
    guard let events else { return outcome.log }
    let names = events.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    return outcome.log.filter { entry in names.contains(where: entry.matches) }
  }

  private var asksForLog: Bool { log || logAll || events != nil }

  private func writeLog(of outcome: ScenarioOutcome) throws {
    guard check.format == .text else {
      // A report as JSON has the log anyway.
      if check.format != .json { Console.say("note: only text and JSON have the log") }
      return
    }
    let lines = entries(of: outcome).map { Quotation.escaped($0.line) }
    try Console.write(lines.map { $0 + "\n" }.joined() + "\n")
  }

  private func record(of outcome: ScenarioOutcome, _ log: [LogEntry]) -> RunRecord {
    RunRecord(
      log: log.map { .init(callback: $0.callback, type: $0.type, id: $0.id) },
      misuse: outcome.misuse.map {
        .init(
          code: $0.code.rawValue, callback: $0.callback, type: $0.type, message: $0.message,
          correct: $0.correct, line: $0.line)
      },
      failedChecks: outcome.failedChecks.map {
        .init(check: $0.check, message: $0.message, line: $0.line)
      })
  }
}
