public import LeakCheckAnalysis
public import LeakCheckGraph

/// The outcome of a scenario: its log, its misuse, and its graph at the end.
public struct ScenarioOutcome: Sendable {
  /// The callbacks in their order.
  public var log: [LogEntry]
  /// The misuse found, in the order of finding.
  public var misuse: [Misuse]
  /// The expectations of the scenario that do not hold, and the trap that ended it.
  public var failedChecks: [FailedCheck]
  /// The graph at the end, when the locals are dropped.
  public var graph: ObjectGraph
  /// The graphs of its snapshots by label, of those that were to be kept.
  public var snapshots: [String: ObjectGraph]
  /// The labels of all its snapshots.
  package var snapshotLabels: Set<String> = []
  /// The facts of the graph at the end.
  package var analysis: GraphAnalysis
  /// What is wrong with the graph at the end, with cuts that were tried by running the scenario again.
  public var findings: [Finding]
  /// Where the reference was made that each finding is to be ended at, by fingerprint; not for all is that known.
  public var places: [String: SourcePlace] = [:]
  /// The run, moment by moment, where that was asked for.
  package var steps: StepTrace?

  /// The lines of the log, as `leakcheck simulate --log` prints them.
  public var lines: [String] { log.map(\.line) }

  /// The lines of the log of some callbacks, named without parentheses.
  public func lines(of callbacks: String...) -> [String] {
    log.filter { entry in callbacks.contains(where: entry.matches) }.map(\.line)
  }
}
