/// Edges that are contiguous in the file and in the graph.
struct V8EdgeRun: Equatable {
  /// The row of the first node that they leave.
  var row: Int
  /// The references that they become.
  var references: Range<Int>

  /// All edges in the order of the file.
  ///
  /// - Complexity: O(nodes), and a sort of the runs.
  static func runs(of edgeCounts: [Int32], in order: V8Order) -> [V8EdgeRun] {
    var runs: [V8EdgeRun] = []
    var start = 0
    for rows in order.runs {
      let count = edgeCounts[rows].reduce(0) { $0 + Int($1) }
      runs.append(V8EdgeRun(row: rows.lowerBound, references: start..<start + count))
      start += count
    }
    return runs.sorted { $0.row < $1.row }
  }
}
