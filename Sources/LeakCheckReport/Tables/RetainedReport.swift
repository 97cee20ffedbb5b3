package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The report of `top`: the largest retained sizes by object and type, or the dominator tree.
package struct RetainedReport: Sendable {
  /// The view of the sizes.
  package enum Content: Sendable {
    /// The largest objects and the largest types, and how many types there are.
    case tables(
      objects: [ObjectDominators.ObjectRow], types: [ObjectDominators.TypeRow], typeCount: Int)
    /// The largest subtrees of the dominator tree.
    case tree(DominatorOutline)
  }

  /// The file or stream that the graph was read from.
  package let input: String
  /// What the graph calls itself; empty when it does not.
  package let name: String
  /// How many objects there are of each fate.
  package let coverage: Coverage
  /// Their shallow bytes.
  package let bytes: CoverageBytes
  /// What is shown of the sizes.
  package let content: Content

  /// The `limit` largest objects and types.
  package init(tablesOf dominators: ObjectDominators, input: String, limit: Int) {
    let types = dominators.types()
    self.init(
      dominators, input,
      .tables(
        objects: dominators.largestObjects(limit), types: Array(types.prefix(limit)),
        typeCount: types.count))
  }

  /// The `limit` largest subtrees, at most `depth` levels deep.
  package init(treeOf dominators: ObjectDominators, input: String, depth: Int, limit: Int) {
    self.init(dominators, input, .tree(dominators.outline(depth: depth, limit: limit)))
  }

  private init(_ dominators: ObjectDominators, _ input: String, _ content: Content) {
    self.input = input
    name = dominators.graph.name
    coverage = dominators.coverage
    bytes = dominators.bytes
    self.content = content
  }
}

/// The wording and tables of retained sizes that text and Markdown share.
struct RetainedTables {
  let report: RetainedReport

  /// The number of objects that stay.
  private var objectCount: Int { report.coverage.reachable + report.coverage.leaked }

  /// A graph without sizes has no bytes to tell of; its objects are counted instead.
  var hasBytes: Bool { report.bytes.staying > 0 }

  /// What stays, in one line.
  var summary: String {
    let bytes = hasBytes ? ", \(ByteCountText.text(report.bytes.staying))" : ""
    return
      "\(ByteCountText.count(objectCount, "object")) stay\(objectCount == 1 ? "s" : "")\(bytes)"
  }

  /// What no root reaches, in one line.
  var unreachable: String {
    let coverage = report.coverage
    guard coverage.leaked + coverage.freed > 0 else { return "nothing is unreachable" }
    let leaked = part(coverage.leaked, report.bytes.leaked) + " leaked"
    let freed = part(coverage.freed, report.bytes.freed) + " freed"
    let parts = (coverage.leaked > 0 ? [leaked] : []) + (coverage.freed > 0 ? [freed] : [])
    return "unreachable: " + parts.joined(separator: ", ")
  }

  /// Where a cycle's bytes are found that nothing but itself keeps; `nil` without one. (In such a cycle each member
  /// frees all others; sizes that differ by member would otherwise look like a fault.)
  var cycleNote: String? {
    guard report.coverage.leaked > 1 else { return nil }
    return "each unreachable cycle is counted whole at its first member by type"
  }

  private func part(_ objects: Int, _ bytes: Int64) -> String {
    let size = bytes > 0 ? " (\(ByteCountText.text(bytes)))" : ""
    return ByteCountText.count(objects, "object") + size
  }

  /// The share that a retained set has of everything that stays.
  private func share(_ bytes: Int64, _ objects: Int) -> String {
    hasBytes
      ? ChangeText.share(bytes, of: report.bytes.staying)
      : ChangeText.share(Int64(objects), of: Int64(objectCount))
  }

  /// The largest objects; `objects` is the number of what they retain.
  func objects(_ rows: [ObjectDominators.ObjectRow]) -> Table {
    var table = Table(
      titles: (hasBytes ? ["retained", "shallow"] : []) + ["share", "objects"],
      textTitle: "object")
    for row in rows {
      let sizes = [row.retainedBytes, row.object.size].map(ByteCountText.text)
      let share = share(row.retainedBytes, row.retainedObjects)
      table.rows.append(
        .init(
          cells: (hasBytes ? sizes : []) + [share, ByteCountText.grouped(row.retainedObjects)],
          text: "\(ReportWords.name(row.object)) (\(row.object.id))"))
    }
    return table
  }

  /// The largest types; `count` is the number of objects of the type.
  func types(_ rows: [ObjectDominators.TypeRow]) -> Table {
    var table = Table(
      titles: (hasBytes ? ["retained", "shallow"] : []) + ["share", "objects", "count"],
      textTitle: "type")
    for row in rows {
      let sizes = [row.retainedBytes, row.shallowBytes].map(ByteCountText.text)
      let counts = [row.retainedObjects, row.instances].map(ByteCountText.grouped)
      let share = share(row.retainedBytes, row.retainedObjects)
      table.rows.append(
        .init(cells: (hasBytes ? sizes : []) + [share] + counts, text: row.type))
    }
    return table
  }

  /// The subtrees, without the lines that connect them.
  func tree(_ outline: DominatorOutline, times: String) -> Table {
    var table = Table(
      titles: (hasBytes ? ["retained"] : []) + ["share", "objects"], textTitle: "dominator tree")
    for line in outline.lines {
      let (bytes, objects) = line.retained
      table.rows.append(
        .init(
          cells: (hasBytes ? [ByteCountText.text(bytes)] : [])
            + [share(bytes, objects), ByteCountText.grouped(objects)],
          text: line.text(times: times)))
    }
    return table
  }
}
