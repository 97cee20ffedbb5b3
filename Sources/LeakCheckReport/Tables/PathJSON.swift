import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for retain paths as JSON, version 1.
///
/// ```
/// {"leakcheck": 1, "path": {
///   "input": "graph.json", "to": "Profile*",
///   "objects": [{"id": "vc", "type": "ProfileViewController", "kind": "controller",
///                "paths": [[{"id": "app", …, "next": {…}}, {"id": "vc", …}]]}],
///   "more": 0}}
/// ```
///
/// A path has the form of one in the report of findings. An object that no root reaches has `absence`, a sentence.
package struct PathJSON: PathFormat {
  /// The JSON format.
  package init() {}

  /// Writes the report as one object.
  package func write(_ report: PathReport, to output: inout some TextOutputStream) {
    let path: [(String, JSONValue)] = [
      ("input", .string(report.input)), ("to", .string(report.pattern)),
      ("objects", .array(of: report.rows, value)), ("more", .number(report.further)),
    ]
    JSONValue.object([("leakcheck", .number(1)), ("path", .object(path))]).write(to: &output)
    output.write("\n")
  }

  private func value(of row: PathReport.Row) -> JSONValue {
    .object(
      FindingJSON.members(of: row.object)
        + [("paths", .array(of: row.paths, FindingJSON.value))]
        + (row.absence.isEmpty ? [] : [("absence", .string(row.absence))]))
  }
}
