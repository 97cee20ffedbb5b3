import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckText

/// The wording of a failure's first line: the objects, and what keeps them alive.
enum LeakWords {
  /// Returns the line, such as `ProfileVC was not deallocated: retain cycle`.
  static func summary(_ claim: LeakClaim, cause: String) -> String {
    let names = claim.objects.map { Escaping.plain($0, limit: 100) }
    let isOne = names.count == 1
    let fate =
      switch claim.kind {
      case .deallocated: isOne ? "was not deallocated" : "were not deallocated"
      case .nothingLeft: isOne ? "was left behind" : "were left behind"
      case .noCycles: isOne ? "retains itself" : "retain themselves"
      }
    return "\(list(names)) \(fate): \(cause)"
  }

  /// Returns the first three names and the number of the others.
  static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "an object" }
    guard names.count > 3 else {
      return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
    return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
  }

  /// Returns the subject of a finding, with its author's name for it.
  static func subject(_ finding: Finding) -> String {
    let objects = finding.path.objects
    let gone = objects.first { $0.expectation?.fate == .gone }
    let own = objects.first { $0.kind != .closure && $0.owner == .app }
    let subject = finding.path.isCycle ? gone ?? own ?? objects.first : objects.last
    guard let subject else { return "an object" }
    return subject.kind == .closure && !subject.name.isEmpty ? subject.name : subject.type
  }

  /// Returns what keeps the objects of a finding alive, in a few words.
  static func cause(_ finding: Finding) -> String {
    finding.kind == .abandoned ? holder(finding.path) : finding.title.cause
  }

  private static func holder(_ path: LeakTrace) -> String {
    let holders = path.objects.dropLast()
    if holders.contains(where: { $0.kind == .task }) { return "held by a task that waits" }
    guard let root = path.objects.first else { return "held from outside the heap" }
    let reason = root.rootReason ?? ""
    if ["static variable", "global variable"].contains(reason), let first = path.references.first {
      let variable = "\(root.type).\(first.name)"
      return "held by \(reason.prefix { $0 != " " }) \(Escaping.plain(variable))"
    }
    if !reason.isEmpty { return "held by \(Escaping.plain(reason))" }
    if holders.contains(where: { $0.kind == .timer }) { return "held by a timer" }
    return holders.isEmpty ? "held from outside the heap" : "held by \(Escaping.plain(root.type))"
  }
}
