import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format for retained sizes as JSON, version 1.
///
/// ```
/// {"leakcheck": 1, "top": {
///   "input": "graph.json", "name": "",
///   "counts": {"reachable": 8, "leaked": 0, "freed": 0},
///   "bytes": {"reachable": 80, "leaked": 0, "freed": 0},
///   "objects": [{"id": "list", "type": "List", "kind": "object", "shallowBytes": 10, "retainedBytes": 70,
///                "retainedObjects": 7}],
///   "types": [{"type": "Session", "instances": 3, "shallowBytes": 30, "retainedBytes": 50,
///              "retainedObjects": 5}]}}
/// ```
///
/// With the tree, `rows` stands in place of `objects` and `types`: in the order of reading, each with its `depth`,
/// `type`, `count`, the sizes, `id` where it is one object, and `hidden` where rows below it are left out.
package struct RetainedJSON: RetainedFormat {
  /// The JSON format.
  package init() {}

  /// Writes the report as one object.
  package func write(_ report: RetainedReport, to output: inout some TextOutputStream) {
    let coverage = report.coverage
    let members: [(String, JSONValue)] = [
      ("input", .string(report.input)), ("name", .string(report.name)),
      (
        "counts",
        .object([
          ("reachable", .number(coverage.reachable)), ("leaked", .number(coverage.leaked)),
          ("freed", .number(coverage.freed)),
        ])
      ),
      (
        "bytes",
        .object([
          ("reachable", .number(report.bytes.reachable)),
          ("leaked", .number(report.bytes.leaked)), ("freed", .number(report.bytes.freed)),
        ])
      ),
    ]
    let top = JSONValue.object(members + self.members(of: report.content))
    JSONValue.object([("leakcheck", .number(1)), ("top", top)]).write(to: &output)
    output.write("\n")
  }

  private func members(of content: RetainedReport.Content) -> [(String, JSONValue)] {
    switch content {
    case .tables(let objects, let types, _):
      [("objects", .array(objects.map(value))), ("types", .array(types.map(value)))]
    case .tree(let outline):
      [("rows", .array(outline.rows.map(value))), ("hidden", value(of: outline.hidden))]
    }
  }

  private func value(of row: ObjectDominators.ObjectRow) -> JSONValue {
    let name = row.object.name
    return .object(
      [
        ("id", JSONValue(row.object.id)), ("type", .string(row.object.type)),
        ("kind", .string(row.object.kind.rawValue)),
      ] + (name.isEmpty ? [] : [("name", .string(name))]) + [
        ("shallowBytes", .number(row.object.size)), ("retainedBytes", .number(row.retainedBytes)),
        ("retainedObjects", .number(row.retainedObjects)),
      ])
  }

  private func value(of row: ObjectDominators.TypeRow) -> JSONValue {
    .object([
      ("type", .string(row.type)), ("instances", .number(row.instances)),
      ("shallowBytes", .number(row.shallowBytes)), ("retainedBytes", .number(row.retainedBytes)),
      ("retainedObjects", .number(row.retainedObjects)),
    ])
  }

  private func value(of row: DominatorOutline.Row) -> JSONValue {
    let id = row.object.map { [("id", JSONValue($0.id))] } ?? []
    let hidden = row.hidden.rows > 0 ? [("hidden", value(of: row.hidden))] : []
    return .object(
      [("depth", .number(row.depth)), ("type", .string(row.type)), ("count", .number(row.count))]
        + id + [
          ("shallowBytes", .number(row.shallowBytes)),
          ("retainedBytes", .number(row.retainedBytes)),
          ("retainedObjects", .number(row.retainedObjects)),
        ] + hidden)
  }

  private func value(of rest: DominatorOutline.Remainder) -> JSONValue {
    .object([
      ("rows", .number(rest.rows)), ("retainedBytes", .number(rest.retainedBytes)),
      ("retainedObjects", .number(rest.retainedObjects)),
    ])
  }
}
