public import LeakCheckAnalysis
import LeakCheckGraph

/// What every advice must keep to, whatever it is about: that it compiles, and that the user can follow it.
public enum AdviceRules {
  /// What is wrong with the advice of findings, a line each; none where all is well.
  public static func breaches(in findings: [Finding]) -> [String] {
    findings.flatMap { finding in
      let fixes = Set(finding.cut.steps.map(\.fix))
      let padded = finding.alternatives.filter { other in
        !fixes.isEmpty && fixes.isSubset(of: other.steps.map(\.fix))
      }
      return padded.map { "an alternative is the fix and more: \($0.steps.map(\.fix))" }
        + ([finding.cut] + finding.alternatives).flatMap { cut in
          cut.steps.flatMap { breaches(of: $0) }
        }
    }
  }

  private static func breaches(of step: Cut.Step) -> [String] {
    let code = step.code?.after ?? ""
    return [
      (isWeakValue(step), "weak is for objects alone"),
      (isInsideFramework(step), "a framework's source is not edited"),
      (disappears(code) && !hasController(step), "only a screen disappears"),
      (
        step.fix.contains("proxy") && step.reference.target.kind == .closure, "a block has no proxy"
      ),
      (isHalfRemoved(step), "a child is told, taken off and removed"),
      (!isBalanced(code) && !opensClosure(code), "the brackets of the code do not match"),
      (code.contains("weak let") || code.contains("weak lazy"), "weak is a variable's"),
    ].filter(\.0).map { "\($0.1): \(step.fix) | \(code)" }
  }

  private static let values: [ObjectKind] = [.closure, .task, .collection, .box]

  private static func isWeakValue(_ step: Cut.Step) -> Bool {
    let target = step.reference.target
    guard step.how == .weak || step.fix.contains("`weak var") else { return false }
    // A closure may capture the `self` that another one captures already.
    if step.reference.isCapture, step.reference.name == "self" { return false }
    return values.contains(target.kind) || target.type.hasPrefix("Task<")
      || target.type.hasPrefix("Array<") || target.type.hasPrefix("[")
  }

  private static func isInsideFramework(_ step: Cut.Step) -> Bool {
    let source = step.reference.source
    let isCapture = source.kind == .closure || source.kind == .task
    return step.how == .weak && source.owner == .framework && !isCapture
  }

  private static func disappears(_ code: String) -> Bool { code.contains("viewDidDisappear") }

  /// Whether an object that may make a call is a screen: what is cut, or what leads to its holder in a few steps.
  private static func hasController(_ step: Cut.Step) -> Bool {
    var objects = [step.reference.source, step.reference.target]
    for _ in 0..<5 {
      if objects.contains(where: { $0.kind == .controller }) { return true }
      objects = objects.flatMap { $0.referrers.prefix(64).map(\.source) }
    }
    return false
  }

  private static func isHalfRemoved(_ step: Cut.Step) -> Bool {
    let calls = ["willMove(toParent: nil)", "removeFromSuperview()", "removeFromParent()"]
    let isTold = step.fix.contains("removeFromParent()")
    return isTold
      && (step.reference.target.kind != .controller || !calls.allSatisfy(step.fix.contains))
  }

  /// A line that begins a closure ends with its brace, or with what it captures.
  private static func opensClosure(_ code: String) -> Bool {
    code.hasSuffix("{") || code.hasSuffix(" in")
  }

  private static func isBalanced(_ code: String) -> Bool {
    let pairs: [(Character, Character)] = [("{", "}"), ("(", ")"), ("[", "]")]
    return pairs.allSatisfy { pair in
      code.count { $0 == pair.0 } == code.count { $0 == pair.1 }
    }
  }
}
