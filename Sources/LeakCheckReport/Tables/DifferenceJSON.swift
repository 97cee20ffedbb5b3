package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for a difference as JSON, version 1: everything, regardless of the limits of other formats.
///
/// ```
/// {"leakcheck": 1, "diff": {
///   "verdict": "1 new finding; 1 type grows by every repeat",
///   "inputs": [{"input": "a.json", "name": "", "objects": 4, "bytes": 96, "leaked": 0, "leakedBytes": 0,
///               "freed": 0, "freedBytes": 0, "findings": 0}],
///   "findings": [{"change": "new", "kind": "cycle", "severity": "error", "fingerprint": "…",
///                 "instances": [0, 1, 2], "message": "…", "holds": {"objects": 4, "bytes": 96}, "fixes": ["…"]}],
///   "growing": [{"type": "Session", "objects": [1, 2, 3], "bytes": [48, 96, 144],
///                "rate": {"objects": 1, "bytes": 48}}],
///   "changed": [{"type": "Cache", "objects": [0, 9, 9], "bytes": [0, 72, 72]}],
///   "unchangedTypes": 3}}
/// ```
///
/// Lists of numbers have one for each input. `objects` and `bytes` count what stays. `change` is `new`, `gone` or
/// `stillThere`. A type is in `growing` where it grew in every step of two or more, else in `changed`, where those come last
/// that changed in between and are as at first.
package struct DifferenceJSON: DifferenceFormat {
  /// The JSON format.
  package init() {}

  /// Writes the difference as one object.
  package func write(_ difference: GraphDifference, to output: inout some TextOutputStream) {
    let members: [(String, JSONValue)] = [
      ("verdict", .string(DifferenceWords(difference).verdict)),
      ("inputs", .array(difference.inputs.map(value))),
      ("findings", .array(difference.findings.map(value))),
      ("growing", .array(difference.growing.map { value(of: $0, withRate: true) })),
      (
        "changed",
        .array((difference.others + difference.returned).map { value(of: $0, withRate: false) })
      ),
      ("unchangedTypes", .number(difference.unchangedTypes)),
    ]
    JSONValue.object([("leakcheck", .number(1)), ("diff", .object(members))]).write(to: &output)
    output.write("\n")
  }

  private func value(of input: GraphSeries.Input) -> JSONValue {
    let coverage = input.coverage
    return .object([
      ("input", .string(input.input)), ("name", .string(input.name)),
      ("objects", .number(coverage.reachable + coverage.leaked)),
      ("bytes", .number(input.bytes.staying)), ("leaked", .number(coverage.leaked)),
      ("leakedBytes", .number(input.bytes.leaked)), ("freed", .number(coverage.freed)),
      ("freedBytes", .number(input.bytes.freed)), ("findings", .number(input.findings)),
    ])
  }

  private func value(of change: FindingChange) -> JSONValue {
    let finding = change.finding
    return .object([
      ("change", .string(change.state.rawValue)), ("kind", .string(finding.kind.rawValue)),
      ("severity", .string(finding.severity.rawValue)),
      ("fingerprint", .string(finding.fingerprint)),
      ("instances", .array(change.instances.map { .number($0) })),
      ("message", .string(finding.message)),
      (
        "holds",
        .object([
          ("objects", .number(finding.holds.count)),
          ("bytes", .number(finding.holds.bytes)),
        ])
      ),
      ("fixes", .array(FixWords(finding.cut).shown.map { .string($0) })),
    ])
  }

  private func value(of type: TypeChange, withRate: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", .string(type.type)), ("objects", .array(type.objects.map { .number($0) })),
      ("bytes", .array(type.bytes.map { .number($0) })),
    ]
    if withRate {
      let rate: [(String, JSONValue)] = [
        ("objects", .number(type.objectRate)), ("bytes", .number(type.byteRate)),
      ]
      members.append(("rate", .object(rate)))
    }
    return .object(members)
  }
}
