import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A finding as JSON, version 1, equal in every JSON format.
enum FindingJSON {
  /// The members of a finding, in their order.
  static func members(
    of finding: Finding, listing: FindingListing
  ) -> [(String, JSONValue)] {
    members(of: finding, listing) { finding.cut.code(ofStep: $0) }
  }

  private static func members(
    of finding: Finding, _ listing: FindingListing, code: @escaping @Sendable (Int) -> FixCode?
  ) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("kind", .string(finding.kind.rawValue)), ("severity", .string(finding.severity.rawValue)),
      ("fingerprint", .string(finding.fingerprint)), ("instances", .number(finding.instances)),
      ("message", .string(finding.message)), ("reachable", .bool(finding.isReachable)),
      ("path", value(of: finding.path, listing)),
    ]
    if let rootPath = finding.rootPath {
      members.append(("rootPath", value(of: rootPath, listing)))
    }
    let bounds = ReportWords.bounds(of: finding)
    if !bounds.isEmpty { members.append(("cutBounds", .array(bounds.map { .string($0) }))) }
    members.append(("rule", .string(finding.rule)))
    if finding.isEither { members.append(("either", .bool(true))) }
    if let known = finding.known {
      var told: [(String, JSONValue)] = [
        ("because", .string(known.because)), ("ticket", .string(known.ticket)),
      ]
      if !known.versions.isEmpty { told.append(("versions", .string(known.versions))) }
      if !known.avoid.isEmpty { told.append(("avoid", .string(known.avoid))) }
      members.append(("known", .object(told)))
    }
    let component: [(String, JSONValue)] = [
      ("objects", .number(finding.componentObjects)),
      ("references", .number(finding.componentReferences)),
    ]
    return members + [
      ("component", .object(component)), ("holds", value(of: finding.holds, listing)),
      ("cut", value(of: finding.cut, code: code)),
      (
        "alternatives",
        .array(of: finding.alternatives) { cut in
          value(of: cut) { cut.code(ofStep: $0) }
        }
      ),
    ]
  }

  /// The members of a finding of a report, with the line of the source that it is about.
  static func members(
    of finding: Finding, in report: Report, listing: FindingListing
  ) -> [(String, JSONValue)] {
    let members = members(of: finding, listing) { report.code(of: finding, step: $0) }
    guard let excerpt = report.excerpts[finding.fingerprint] else { return members }
    let source: [(String, JSONValue)] = [
      ("file", .string(excerpt.file)), ("line", .number(excerpt.line)),
      ("column", .number(excerpt.column)), ("length", .number(excerpt.length)),
      ("text", .string(excerpt.text)),
    ]
    return members + [("source", .object(source))]
  }

  /// What goes with a finding: how much it is, and which objects.
  private static func value(of holds: RetainedSet, _ listing: FindingListing) -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("objects", .number(holds.count)), ("bytes", .number(holds.bytes)),
    ]
    guard listing == .whole || holds.count <= FindingListing.endLength else {
      return .object(members + [("ids", .array([])), ("omitted", .number(holds.count))])
    }
    return .object(members + [("ids", .array(of: holds.objects) { JSONValue($0.id) })])
  }

  private static func value(of trace: LeakTrace, _ listing: FindingListing) -> JSONValue {
    guard listing == .ends, !trace.isCycle, let first = trace.first,
      case let omitted = trace.objectCount() - 1 - FindingListing.endLength, omitted > 0
    else { return value(of: trace) }
    let start = JSONValue.object(members(of: first) + [("omitted", .number(omitted))])
    let end = trace.suffix(FindingListing.endLength)
    return .elements(end.objects.count + 1) { $0 == 0 ? start : element($0 - 1, of: end) }
  }

  /// A path: its objects, each with the reference that leads on.
  static func value(of trace: LeakTrace) -> JSONValue {
    let trace = trace.listed
    return .elements(trace.objects.count) { element($0, of: trace) }
  }

  private static func element(_ position: Int, of trace: LeakTrace) -> JSONValue {
    let hasNext = position < trace.references.count
    return value(of: trace.objects[position], next: hasNext ? trace.references[position] : nil)
  }

  /// The members of an object, in their order.
  static func members(of object: ObjectGraph.Object) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("id", JSONValue(object.id)), ("type", .string(object.type)),
      ("kind", .string(object.kind.rawValue)),
    ]
    if !object.name.isEmpty { members.append(("name", .string(object.name))) }
    if !object.file.isEmpty { members.append(("file", .string(object.file))) }
    if object.line > 0 { members.append(("line", .number(Int64(object.line)))) }
    return members
  }

  private static func value(
    of object: ObjectGraph.Object, next: ObjectGraph.Reference?
  ) -> JSONValue {
    var members = members(of: object)
    if let next {
      let reference: [(String, JSONValue)] = [
        ("name", .string(next.name)), ("kind", .string(next.kind.rawValue)),
        ("strength", .string(next.strength.rawValue)), ("to", JSONValue(next.target.id)),
      ]
      members.append(("next", .object(reference)))
    }
    return .object(members)
  }

  private static func value(of cut: Cut, code: @escaping @Sendable (Int) -> FixCode?) -> JSONValue {
    .elements(cut.steps.count) { value(of: cut.steps[$0], code: code($0)) }
  }

  private static func value(of code: FixCode) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("before", .string(code.before)), ("after", .string(code.after)),
    ]
    if !code.file.isEmpty { members.append(("file", .string(code.file))) }
    if code.line > 0 { members.append(("line", .number(code.line))) }
    return .object(members)
  }

  private static func value(of safety: Cut.Safety) -> JSONValue {
    switch safety {
    case .proved: .bool(true)
    case .refuted: .bool(false)
    case .unknown: .null
    }
  }

  private static func value(of step: Cut.Step, code: FixCode?) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("from", JSONValue(step.reference.source.id)), ("to", JSONValue(step.reference.target.id)),
      ("name", .string(step.reference.name)), ("how", .string(step.how.rawValue)),
    ]
    if let event = step.event { members.append(("event", .string(event))) }
    if let code { members.append(("code", value(of: code))) }
    return .object(
      members + [
        ("rule", .string(step.rule)), ("safe", value(of: step.safety)), ("fix", .string(step.fix)),
        ("why", .string(step.why)),
      ])
  }
}
