import LeakCheckAnalysis
public import LeakCheckLifecycle
import LeakCheckSwift
public import LeakCheckText

/// The run of a lesson's program.
public struct LessonRun: Sendable {
  /// The outcome.
  public let outcome: ScenarioOutcome
  /// The scenario that leakcheck understood.
  public let scenario: Scenario
  /// The notes on parts that leakcheck did not understand and that could change the findings.
  public let unsettling: [String]

  /// Runs a source.
  ///
  /// - Parameters:
  ///   - source: the program.
  ///   - name: the name of the file in findings and errors.
  ///   - title: the title of the run, or `nil` for the name of its file.
  ///   - recordsSteps: whether to record each moment of the run.
  /// - Throws: ``LeakCheckText/InputError`` if the source is not Swift or cannot run.
  /// - Complexity: O(bytes), and that of ``LeakCheckLifecycle/Scenario/run(profile:logsAll:recordsSteps:)``.
  public init(
    _ source: String, named name: String = Lesson.fileName, title: String? = nil,
    recordsSteps: Bool = false
  ) throws(InputError) {
    let bytes = Array(source.utf8)
    let read = try SwiftReader().read([.init(name: name, bytes: bytes)], named: title ?? name)
    scenario = read.scenario
    unsettling = read.notes.filter(\.unsettles).map(\.text)
    var runnable = scenario
    runnable.texts = [(name, bytes)]
    outcome = try runnable.runLoggingMethods(recordsSteps: recordsSteps)
  }

  /// Whether nothing is found: no finding, no misuse, nothing that fails.
  var isClean: Bool {
    outcome.findings.isEmpty && outcome.misuse.isEmpty && outcome.failedChecks.isEmpty
  }

  /// The lines of the log that the program's own code stands for, with the crash that ends it, if one does.
  var ownLines: [String] {
    let declared = Dictionary(
      scenario.types.map { ($0.name, Set($0.callbacks.keys)) }, uniquingKeysWith: { $0.union($1) })
    let own = outcome.log.filter { entry in
      let name = String(entry.callback.prefix { $0 != "(" })
      return name == "deinit" || name != "init" && declared[entry.type]?.contains(name) == true
    }
    let lines = own.count < 2 ? outcome.lines : own.map(\.line)
    return lines + (outcome.failedChecks.contains { $0.check == "trap" } ? ["crash"] : [])
  }
}
