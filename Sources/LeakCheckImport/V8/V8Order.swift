/// The nodes of a snapshot in the order of their ids, which is the order of a graph's objects.
///
/// V8 writes most nodes in that order and some at the end, those of the program that embeds it: so the order
/// is kept as runs of rows, and columns are moved a run at a time.
struct V8Order {
  /// Runs of rows of the file, one after the other in the order of ids.
  let runs: [Range<Int>]
  /// The longest run, and where its first row comes in the order.
  private let main: Range<Int>
  private let mainPosition: Int
  /// Where each other row comes in the order.
  private let positions: IndexTable

  /// Two rows with one id.
  struct Duplicate: Error {
    var first: Int
    var second: Int
  }

  /// The order of `ids`.
  ///
  /// - Complexity: O(n + t log n), where t rows stand behind the first id that is smaller than the one before;
  ///   4 bytes for each row that is not in the longest run.
  init(of ids: [Int64]) throws(Duplicate) {
    let runs = try Self.runs(of: ids)
    let starts = runs.indices.reduce(into: [0]) { $0.append($0[$1] + runs[$1].count) }
    let longest = runs.indices.max { runs[$0].count < runs[$1].count }
    self.runs = runs
    main = longest.map { runs[$0] } ?? 0..<0
    mainPosition = longest.map { starts[$0] } ?? 0
    positions = IndexTable(count: ids.count - main.count)
    for (run, start) in zip(runs, starts) where run != main {
      for row in run {
        positions[place(of: row)] = Int32(truncatingIfNeeded: start + row - run.lowerBound)
      }
    }
  }

  /// Where a row that is not in the longest run stands in ``positions``.
  private func place(of row: Int) -> Int { row < main.lowerBound ? row : row &- main.count }

  private static func runs(of ids: [Int64]) throws(Duplicate) -> [Range<Int>] {
    let rising = risingCount(of: ids)
    let others = (rising..<ids.count).sorted { (ids[$0], $0) < (ids[$1], $1) }
    var runs: [Range<Int>] = []
    var next = 0
    for (place, row) in others.enumerated() {
      if place > 0, ids[others[place - 1]] == ids[row] {
        throw Duplicate(first: others[place - 1], second: row)
      }
      let start = next
      next = firstRow(from: start, to: rising, of: ids, notBelow: ids[row])
      if next < rising, ids[next] == ids[row] { throw Duplicate(first: next, second: row) }
      append(start..<next, to: &runs)
      append(row..<row + 1, to: &runs)
    }
    append(next..<rising, to: &runs)
    return runs
  }

  /// How many ids at the beginning rise.
  private static func risingCount(of ids: [Int64]) -> Int {
    for row in ids.indices.dropFirst() where ids[row - 1] >= ids[row] { return row }
    return ids.count
  }

  /// The first of rising rows whose id is not below `id`, or `end`.
  private static func firstRow(
    from start: Int, to end: Int, of ids: [Int64], notBelow id: Int64
  ) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds rows that come next, to the last run where they follow it in the file as well.
  private static func append(_ rows: Range<Int>, to runs: inout [Range<Int>]) {
    guard !rows.isEmpty else { return }
    if let last = runs.last, last.upperBound == rows.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<rows.upperBound
    } else {
      runs.append(rows)
    }
  }

  /// Where a row, which must be there, comes in the order.
  @inline(__always)
  func position(of row: Int) -> Int {
    if main.contains(row) { return row &- main.lowerBound &+ mainPosition }
    return Int(positions[place(of: row)])
  }

  /// Puts a column in the order of ids.
  ///
  /// - Complexity: O(rows behind the first that moves).
  func sort<Element>(_ column: inout [Element]) {
    guard runs.count > 1 else { return }
    // Rows at the beginning that come first stay: mostly all but some hundreds.
    let kept = runs[0].lowerBound == 0 ? runs[0].upperBound : 0
    let moved = runs.dropFirst(kept > 0 ? 1 : 0).flatMap { column[$0] }
    column.replaceSubrange(kept..., with: moved)
  }
}
