import LeakCheckAnalysis
import LeakCheckLifecycle

/// How a translation resolves what only runtime values decide, such as which element of a collection is removed.
enum Reading {
  /// The likely reading: what is stored stays, what is removed goes.
  case likely
  /// Everything that may stay stays.
  case keepsAll
  /// Everything that may go goes.
  case letsGo
}

extension Scenario {
  /// The kinds of problems found, without their places; `nil` if the scenario cannot run.
  private var kindsFound: Set<String>? {
    guard let outcome = try? run() else { return nil }
    return Set(outcome.findings.map(\.kind.rawValue))
      .union(outcome.misuse.map(\.code.rawValue))
      .union(outcome.failedChecks.map { "\($0.check) \($0.name)" })
  }

  /// Whether it runs and finds no problem.
  var findsNothing: Bool { kindsFound?.isEmpty == true }

  /// Whether it finds the same problems as another one.
  func findsTheSame(as other: Scenario) -> Bool { kindsFound == other.kindsFound }
}
