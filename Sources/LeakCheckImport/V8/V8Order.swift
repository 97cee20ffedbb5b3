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
  /// Where each row comes in the order; empty when each stays where it is.
  private let positions: IndexTable

  /// Two rows with one id.
  struct Duplicate: Error {
    var first: Int
    var second: Int
  }

  /// The order of `ids`.
  ///
  /// - Complexity: O(n) where the ids rise but for few, else O(n log n); 4 bytes a row.
  init(of ids: [Int64]) throws(Duplicate) {
    runs = Self.isRising(ids) ? [0..<ids.count] : try Self.runs(of: ids)
    positions = IndexTable(count: runs.count == 1 ? 0 : ids.count)
    var (main, mainPosition, position) = (0..<0, 0, 0)
    for run in runs {
      if run.count > main.count { (main, mainPosition) = (run, position) }
      if runs.count > 1 {
        for row in run {
          positions[row] = Int32(truncatingIfNeeded: position + row - run.lowerBound)
        }
      }
      position += run.count
    }
    (self.main, self.mainPosition) = (main, mainPosition)
  }

  private static func isRising(_ ids: [Int64]) -> Bool {
    for row in ids.indices.dropFirst() where ids[row - 1] >= ids[row] { return false }
    return true
  }

  private static func runs(of ids: [Int64]) throws(Duplicate) -> [Range<Int>] {
    let rows = (0..<Int32(ids.count)).sorted { (ids[Int($0)], $0) < (ids[Int($1)], $1) }
    var runs: [Range<Int>] = []
    var start = 0
    for place in rows.indices.dropFirst() {
      let (before, row) = (Int(rows[place - 1]), Int(rows[place]))
      if ids[before] == ids[row] { throw Duplicate(first: before, second: row) }
      if row == before + 1 { continue }
      runs.append(Int(rows[start])..<before + 1)
      start = place
    }
    runs.append(Int(rows[start])..<Int(rows[rows.count - 1]) + 1)
    return runs
  }

  /// Where a row, which must be there, comes in the order.
  @inline(__always)
  func position(of row: Int) -> Int {
    if main.contains(row) { return row &- main.lowerBound &+ mainPosition }
    return Int(positions[row])
  }

  /// A column in the order of ids.
  func ordered<Element>(_ column: [Element]) -> [Element] {
    if runs.count <= 1 { return column }
    var result: [Element] = []
    result.reserveCapacity(column.count)
    for run in runs { result.append(contentsOf: column[run]) }
    return result
  }
}
