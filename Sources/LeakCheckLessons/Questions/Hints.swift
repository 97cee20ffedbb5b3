import LeakCheckAnalysis
import LeakCheckLifecycle

/// Help that gets stronger: what it is, where it is, what to change; all from what a run has found.
public struct Hints: Sendable {
  /// The hints, the faintest first.
  public let texts: [String]

  /// The hints on a judged program; none where it is green.
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
    } else {
      texts = judgement.reasons
    }
  }

  private static func kind(of finding: Finding) -> String {
    let title = finding.title
    return title.cause == title.full ? title.full : "\(title.full) (\(title.cause))"
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
