import LeakCheckAnalysis
import LeakCheckGraph

/// The report as JSON, version 1.
///
/// One report is an object, several are an array. Objects on a path have `name`, `file` and `line` only
/// where the graph has them.
public struct JSONFormat: ReportFormat {
  /// `json`.
  public let name: String = "json"

  /// The JSON format.
  public init() {}

  /// Writes one report as an object, several as an array.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    let value = reports.count == 1 ? value(of: reports[0]) : .array(of: reports, value)
    value.write(to: &output)
    output.write("\n")
  }

  private func value(of report: Report) -> JSONValue {
    let coverage = report.coverage
    let counts: [(String, JSONValue)] = [
      ("objects", .number(coverage.objects)), ("references", .number(coverage.references)),
      ("roots", .number(coverage.roots)), ("reachable", .number(coverage.reachable)),
      ("leaked", .number(coverage.leaked)), ("freed", .number(coverage.freed)),
    ]
    return .object(
      [
        ("leakcheck", .number(1)), ("input", .string(report.input)),
        ("name", .string(report.graph.name)), ("coverage", .object(counts)),
        ("findings", .array(of: report.findings, value)),
        ("suppressed", .number(report.suppressed)),
      ] + (report.run.map(members) ?? []))
  }

  /// What a scenario did, in the report's own object.
  private func members(of run: RunRecord) -> [(String, JSONValue)] {
    let log = JSONValue.array(of: run.log) { entry in
      .object([
        ("callback", .string(entry.callback)), ("type", .string(entry.type)),
        ("id", .string(entry.id)),
      ])
    }
    let misuse = JSONValue.array(of: run.misuse) { misuse in
      .object(
        [
          ("code", .string(misuse.code)), ("callback", .string(misuse.callback)),
          ("type", .string(misuse.type)), ("message", .string(misuse.message)),
          ("correct", .string(misuse.correct)),
        ] + (misuse.line > 0 ? [("line", .number(misuse.line))] : []))
    }
    let checks = JSONValue.array(of: run.failedChecks) { check in
      .object([
        ("check", .string(check.check)), ("message", .string(check.message)),
        ("line", .number(check.line)),
      ])
    }
    return [("log", log), ("misuse", misuse), ("failedChecks", checks)]
  }

  private func value(of finding: Finding) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("kind", .string(finding.kind.rawValue)), ("severity", .string(finding.severity.rawValue)),
      ("fingerprint", .string(finding.fingerprint)), ("instances", .number(finding.instances)),
      ("message", .string(finding.message)), ("reachable", .bool(finding.isReachable)),
      ("path", value(of: finding.path)),
    ]
    if let rootPath = finding.rootPath { members.append(("rootPath", value(of: rootPath))) }
    let bounds = ReportWords.bounds(of: finding)
    if !bounds.isEmpty { members.append(("cutBounds", .array(bounds.map { .string($0) }))) }
    let component: [(String, JSONValue)] = [
      ("objects", .number(finding.componentObjects)),
      ("references", .number(finding.componentReferences)),
    ]
    let holds: [(String, JSONValue)] = [
      ("objects", .number(finding.holds.objects.count)), ("bytes", .number(finding.holds.bytes)),
      ("ids", .array(of: finding.holds.objects) { JSONValue($0.id) }),
    ]
    return .object(
      members + [
        ("component", .object(component)), ("holds", .object(holds)),
        ("cut", value(of: finding.cut)),
        ("alternatives", .array(of: finding.alternatives, value)),
      ])
  }

  private func value(of trace: LeakTrace) -> JSONValue {
    .elements(trace.objects.count) { position in
      let hasNext = position < trace.references.count
      return value(of: trace.objects[position], next: hasNext ? trace.references[position] : nil)
    }
  }

  private func value(
    of object: ObjectGraph.Object, next: ObjectGraph.Reference?
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", JSONValue(object.id)), ("type", .string(object.type)),
      ("kind", .string(object.kind.rawValue)),
    ]
    if !object.name.isEmpty { members.append(("name", .string(object.name))) }
    if !object.file.isEmpty { members.append(("file", .string(object.file))) }
    if object.line > 0 { members.append(("line", .number(Int64(object.line)))) }
    if let next {
      let reference: [(String, JSONValue)] = [
        ("name", .string(next.name)), ("kind", .string(next.kind.rawValue)),
        ("strength", .string(next.strength.rawValue)), ("to", JSONValue(next.target.id)),
      ]
      members.append(("next", .object(reference)))
    }
    return .object(members)
  }

  private func value(of cut: Cut) -> JSONValue { .array(of: cut.steps, value) }

  private func value(of step: Cut.Step) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("from", JSONValue(step.reference.source.id)), ("to", JSONValue(step.reference.target.id)),
      ("name", .string(step.reference.name)), ("how", .string(step.how.rawValue)),
    ]
    if let event = step.event { members.append(("event", .string(event))) }
    return .object(
      members + [
        ("safe", .bool(step.isSafe)), ("fix", .string(step.fix)), ("why", .string(step.why)),
      ])
  }
}
