import LeakCheckAnalysis
import LeakCheckLifecycle

/// Increasing help from the findings of a run: the kind of problem, its place, then the change to make.
public struct Hints: Sendable {
  /// The hints, the weakest first.
  public let texts: [String]

  /// Creates the hints for a judged program, none if it is green.
  public init(on judgement: Judgement) {
    guard let outcome = judgement.run?.outcome, judgement.verdict == .red else {
      texts = judgement.reasons
      return
    }
    if let finding = outcome.findings.first {
      let (objects, names) = ReferenceWords.parts(of: finding.path)
      let fixes = finding.cut.steps.map(\.fix)
      texts = [
        "It is of this kind: \(Self.kind(of: finding)).",
        "The path is \(ReferenceWords.path(objects, names)). \(finding.why)",
        fixes.isEmpty
          ? finding.advice : fixes.uniqued.joined(separator: ", and ").capitalizedFirst + ".",
      ]
    } else if let misuse = outcome.misuse.first {
      texts = [
        "Nothing leaks; something else is wrong: \(misuse.code.rawValue.replacing("-", with: " ")).",
        "In \(misuse.type).\(misuse.callback): \(misuse.message).",
        misuse.correct.capitalizedFirst + ".",
      ]
    } else if let needed = Self.needed(in: outcome) {
      texts = [
        "Nothing leaks; something is gone that is still needed: \(needed).",
        judgement.reasons.joined(separator: ", ")
          + ": look where one is made, and who holds it strongly from there on.",
        "Let what needs \(needed) hold it in a strong property, or let somebody who lives as long.",
      ]
    } else {
      texts = judgement.reasons
    }
  }

  private static func kind(of finding: Finding) -> String {
    let title = finding.title
    return title.full.hasSuffix(title.cause) ? title.full : "\(title.full) (\(title.cause))"
  }

  /// What should be there and is gone; `nil` where nothing is missed.
  static func needed(in outcome: ScenarioOutcome) -> String? {
    outcome.failedChecks.first { $0.check == "expectAlive" }?.name
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
