import LeakCheckAnalysis
import LeakCheckGraph

/// The objects that a report's findings keep alive, by type, each counted once.
struct KeptTypes {
  /// The objects of one type.
  struct Row {
    var type: String
    var count = 0
    var bytes: Int64 = 0
  }

  /// A page has as many rows as a reader looks at.
  private static let mostRows = 12

  /// The types with most bytes, or objects.
  private(set) var rows: [Row] = []
  /// How many types more there are.
  private(set) var further = 0

  /// - Complexity: O(objects that the findings keep).
  init(of report: Report) {
    let storage = report.graph.storage
    var seen = VertexSet(capacity: Int(report.graph.objectCount))
    var byType: [Int32: Row] = [:]
    for finding in report.findings {
      for object in finding.holds.indices where seen.insert(object) {
        let type = storage.types[Int(object)]
        var row = byType[type] ?? Row(type: storage.strings[type])
        row.count += 1
        row.bytes = row.bytes.addingSaturated(storage.sizes[Int(object)])
        byType[type] = row
      }
    }
    let sorted = byType.values.sorted { left, right in
      if left.bytes != right.bytes { return left.bytes > right.bytes }
      return left.count != right.count ? left.count > right.count : left.type < right.type
    }
    rows = Array(sorted.prefix(Self.mostRows))
    further = sorted.count - rows.count
  }
}
