import LeakCheckAnalysis
import LeakCheckLifecycle

/// How a translation reads what no value decides, such as which element of a collection goes.
enum Reading {
  /// As it mostly is: what is stored stays, what is removed goes.
  case likely
  /// Everything stays that may.
  case keepsAll
  /// Everything goes that may.
  case letsGo
}

extension Scenario {
  /// What is wrong with it, without where; `nil` where it cannot be run.
  private var kindsFound: Set<String>? {
    guard let outcome = try? run() else { return nil }
    return Set(outcome.findings.map(\.kind.rawValue))
      .union(outcome.misuse.map(\.code.rawValue))
      .union(outcome.failedChecks.map { "\($0.check) \($0.name)" })
  }

  /// Whether the same is wrong with another.
  func findsTheSame(as other: Scenario) -> Bool { kindsFound == other.kindsFound }
}
