public import LeakCheckGraph
public import LeakCheckLifecycle
import LeakCheckAnalysis
import LeakCheckCapture
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// Fails if objects in a graph retain each other or wait for each other's `deinit`.
///
/// Cycles of only a framework's own objects do not count. A graph without objects fails because it proves nothing.
///
/// ```
/// Parent retains itself: retain cycle
///   Parent.kids → Kid.parent → Parent
/// …
/// ```
///
/// - Complexity: That of ``LeakCheckAnalysis/Checks/findings(in:)``.
public func expectNoRetainCycles(
  in graph: ObjectGraph,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let place = AssertionPlace(fileID, filePath, line, column)
  if let failure = CycleClaim.failure(in: graph) { ReportFailure.record(failure, at: place) }
}

/// Runs a scenario and fails if objects retain each other at its end.
///
/// Each cut in the failure is proved by a second run of the scenario. A scenario that cannot run, or that creates no
/// object, fails.
///
/// - Complexity: That of ``LeakCheckLifecycle/Scenario/run(profile:logsAll:)``.
public func expectNoRetainCycles(
  in scenario: Scenario,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let place = AssertionPlace(fileID, filePath, line, column)
  if let failure = CycleClaim.failure(in: scenario) { ReportFailure.record(failure, at: place) }
}

/// Fails if a live object, or an object that it reaches or that holds it, retains itself.
///
/// Finds a cycle before it leaks: the object may still be in use. On a Mac and in a simulator, Apple's `leaks` says who
/// holds the object. The assertion then finds a cycle through those holders, but not one among only the objects that it
/// reaches.
///
/// - Complexity: One capture of the heap.
public func expectNoRetainCycles(
  in object: AnyObject,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let place = AssertionPlace(fileID, filePath, line, column)
  do {
    let graph = try captureGraph(around: ObjectAddress(object))
    if let failure = CycleClaim.failure(in: graph) { ReportFailure.record(failure, at: place) }
  } catch {
    let failure = AppleLeaks.cycles(through: LifetimeProbe(object), refusal: error)
    if let failure { ReportFailure.record(failure, at: place) }
  }
}

/// Judges whether anything retains itself, without failing a test.
enum CycleClaim {
  private static let claim = LeakClaim(kind: .noCycles)

  static func failure(in graph: ObjectGraph) -> LeakFailure? {
    guard !graph.objects.isEmpty else {
      return .vacuous("the graph has no objects", hint: "capture or read the objects first")
    }
    return .judged(graph, claim, name: graph.name)
  }

  static func failure(in scenario: Scenario) -> LeakFailure? {
    let outcome: ScenarioOutcome
    do throws(InputError) {
      outcome = try scenario.run(logsAll: true)
    } catch {
      return .vacuous(
        "the scenario cannot run", hint: Escaping.plain("\(error)", limit: 2_000))
    }
    let isLeft = outcome.graph.objects.contains { $0.owner == .app }
    guard isLeft || !outcome.lines(of: "init").isEmpty else {
      return .vacuous("the scenario makes no object", hint: "add a step that makes one")
    }
    return .judged(outcome.findings, of: outcome.analysis, claim, name: scenario.name)
  }
}
