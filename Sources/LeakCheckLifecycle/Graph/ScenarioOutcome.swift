public import LeakCheckAnalysis
public import LeakCheckGraph

/// A place of a source that is not followed.
package struct UnfollowedPlace: Sendable, Equatable {
  package var place: SourcePlace
  /// The reason, in a sentence without a capital and a full stop.
  package var reason: String
}

/// The outcome of a scenario: its log, its misuse, and its graph at the end.
public struct ScenarioOutcome: Sendable {
  /// The callbacks, in order.
  public var log: [LogEntry]
  /// The misuse, in order of occurrence.
  public var misuse: [Misuse]
  /// The expectations of the scenario that failed, and the trap that ended it.
  public var failedChecks: [FailedCheck]
  /// The graph at the end, after the locals are released.
  public var graph: ObjectGraph
  /// The graphs of the requested snapshots, by label.
  public var snapshots: [String: ObjectGraph]
  /// The labels of all its snapshots.
  package var snapshotLabels: Set<String> = []
  /// The facts of the graph at the end.
  package var analysis: GraphAnalysis
  /// The findings in the graph at the end, with cuts proved by further runs of the scenario.
  public var findings: [Finding]
  /// The place that created the reference to cut for each finding, by fingerprint, if known.
  public var places: [String: SourcePlace] = [:]
  /// What is not followed of a source, in order of places.
  package var unfollowed: [UnfollowedPlace] = []
  /// The run, moment by moment, where that was asked for.
  package var steps: StepTrace?

  /// The lines of the log, in the form of `leakcheck simulate --log`.
  public var lines: [String] { log.map(\.line) }

  /// Returns the log lines of some callbacks, named without parentheses.
  public func lines(of callbacks: String...) -> [String] {
    log.filter { entry in callbacks.contains(where: entry.matches) }.map(\.line)
  }
}
