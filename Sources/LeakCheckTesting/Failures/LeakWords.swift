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

  /// Returns the first three names, each with its number of objects, and the number of the other objects.
  static func list(_ names: [String]) -> String {
    guard let first = names.first else { return "an object" }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    var told: Set<String> = []
    let distinct = names.filter { told.insert($0).inserted }
    let parts = distinct.map { name in
      counts[name].map { $0 > 1 ? "\($0) \(name) objects" : name } ?? name
    }
    guard distinct.count > 1 else { return parts.first ?? first }
    guard distinct.count > 3 else {
      return parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1]
    }
    let left = distinct.dropFirst(3).reduce(0) { $0 + (counts[$1] ?? 0) }
    return parts.prefix(3).joined(separator: ", ") + " and \(left) more"
  }

  /// Returns the names of the findings' subjects, each object once.
  static func subjects(_ findings: [Finding]) -> [String] {
    var told: Set<ObjectID> = []
    return findings.compactMap { finding in
      guard let subject = subject(finding) else { return "an object" }
      guard told.insert(subject.id).inserted else { return nil }
      return subject.kind == .closure && !subject.name.isEmpty ? subject.name : subject.type
    }
  }

  /// Returns the object that a finding is about.
  private static func subject(_ finding: Finding) -> ObjectGraph.Object? {
    let objects = finding.path.objects
    let gone = objects.first { $0.expectation?.fate == .gone }
    let own = objects.first { $0.kind != .closure && $0.owner == .app }
    return finding.path.isCycle ? gone ?? own ?? objects.first : objects.last
  }

  /// Returns what keeps the objects of a finding alive, in a few words.
  static func cause(_ finding: Finding) -> String {
    finding.kind == .abandoned ? holder(finding.path) : finding.title.cause
  }

  /// Whether an object is a root because global variables lead to it, by the reason that a capture gives.
  static func isVariable(_ reason: String) -> Bool {
    ["static variable", "global variable"].contains(reason)
  }

  private static func holder(_ path: LeakTrace) -> String {
    let holders = path.objects.dropLast()
    if holders.contains(where: { $0.kind == .task }) { return "held by a task that waits" }
    guard let root = path.objects.first else { return "held from outside the heap" }
    let reason = root.rootReason ?? ""
    if isVariable(reason), let first = path.references.first {
      let variable = "\(root.type).\(first.name)"
      return "held by \(reason.prefix { $0 != " " }) \(Escaping.plain(variable))"
    }
    if !reason.isEmpty { return "held by \(Escaping.plain(reason))" }
    if holders.contains(where: { $0.kind == .timer }) { return "held by a timer" }
    return holders.isEmpty ? "held from outside the heap" : "held by \(Escaping.plain(root.type))"
  }
}
