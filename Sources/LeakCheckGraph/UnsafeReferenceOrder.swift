/// The graph's order of references: source, then name, then target, then everything else.
///
/// A counting sort by source, then a small sort of each object's references; dumps mostly come grouped by
/// source already, and the counting sort is then only a check.
struct ReferenceOrder {
  /// Where the references of each object begin.
  let starts: [Int32]
  /// The row that comes at each position.
  let rows: [Int32]
  /// Whether the rows come as they are.
  let isIdentity: Bool
  /// Whether the sources come rising, so that rows move only within their object's.
  let isGrouped: Bool

  /// The order of the references in `columns`; `ranks` is the order of their texts.
  ///
  /// - Complexity: O(objects + references), and O(d log d) for an object of d references.
  init(of columns: ReferenceColumns, objectCount: Int, ranks: [Int32], support: BuildSupport) {
    let sources = columns.sources
    let starts = sources.runStarts(vertexCount: objectCount)
    self.starts = starts
    isGrouped = Self.isRising(sources)
    var rows =
      isGrouped
      ? unsafe [Int32](count: sources.count, support: support) { rows in
        support.halves(of: sources.count) { for row in $0 { unsafe rows[row] = Int32(row) } }
      } : Adjacency.order(of: sources, starts: starts)
    isIdentity = Self.sortRuns(of: &rows, starts: starts, columns, ranks, support) && isGrouped
    self.rows = rows
  }

  private static func isRising(_ column: [Int32]) -> Bool {
    var isRising = true
    unsafe column.withStart { values in
      for index in 1..<max(1, column.count) where unsafe values[index &- 1] > values[index] {
        isRising = false
        break
      }
    }
    return isRising
  }

  /// Sorts the rows of each object.
  ///
  /// - Returns: Whether they were sorted already.
  private static func sortRuns(
    of rows: inout [Int32], starts: [Int32], _ columns: ReferenceColumns, _ ranks: [Int32],
    _ support: BuildSupport
  ) -> Bool {
    var wereSorted = (true, true)
    let vertexCount = starts.count - 1
    // The halves are of references, not of objects: those are what takes time.
    let half = starts.partitioningIndex { Int($0) >= rows.count / 2 }
    let middle = rows.count < BuildSupport.fewest ? vertexCount : min(half, vertexCount)
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      support.fork(
        {
          let sorter = unsafe RunSorter(rows, columns, ranks)
          wereSorted.0 = sorter.sort(0..<middle, starts)
        },
        {
          let sorter = unsafe RunSorter(rows, columns, ranks)
          wereSorted.1 = sorter.sort(middle..<vertexCount, starts)
        })
    }
    return wereSorted.0 && wereSorted.1
  }
}

extension Adjacency {
  /// The order half of ``inverse(of:vertexCount:support:)``, where the starts are known.
  static func order(of column: [Int32], starts: [Int32]) -> [Int32] {
    inverse(of: column, vertexCount: starts.count - 1).order
  }
}

/// Sorts the references of one object after the other.
@safe private struct RunSorter: ~Copyable {
  /// The name's rank and the target in one number, and the row it belongs to.
  struct Key {
    var value: UInt64
    var row: Int32
  }

  /// Runs up to here are sorted by insertion.
  private static let longestInsertion = 32

  // Owned by the array being sorted, which outlives the sorter.
  private let rows: UnsafeMutablePointer<Int32>
  private let columns: ReferenceColumns
  private let ranks: [Int32]
  // Owned by the sorter: room for the keys of a short run.
  private let keys = UnsafeMutablePointer<Key>.allocate(capacity: longestInsertion)

  init(_ rows: UnsafeMutablePointer<Int32>, _ columns: ReferenceColumns, _ ranks: [Int32]) {
    unsafe self.rows = unsafe rows
    self.columns = columns
    self.ranks = ranks
  }

  deinit { unsafe keys.deallocate() }

  /// Sorts the rows of `vertices`; false when any had to move.
  func sort(_ vertices: Range<Int>, _ starts: [Int32]) -> Bool {
    var wereSorted = true
    for vertex in vertices {
      let run = Int(starts[vertex])..<Int(starts[vertex + 1])
      if run.count < 2 { continue }
      let wasSorted = run.count > Self.longestInsertion ? sortLong(run) : sortShort(run)
      wereSorted = wereSorted && wasSorted
    }
    return wereSorted
  }

  /// Sorts by insertion; false when a row had to move.
  private func sortShort(_ run: Range<Int>) -> Bool {
    var wasSorted = true
    for end in 0..<run.count {
      let key = key(of: unsafe rows[run.lowerBound &+ end])
      var hole = end
      while hole > 0, precedes(key, unsafe keys[hole &- 1]) {
        unsafe keys[hole] = unsafe keys[hole &- 1]
        hole &-= 1
      }
      wasSorted = wasSorted && hole == end
      unsafe keys[hole] = key
    }
    if wasSorted { return true }
    for index in 0..<run.count { unsafe rows[run.lowerBound &+ index] = unsafe keys[index].row }
    return false
  }

  private func sortLong(_ run: Range<Int>) -> Bool {
    let keys = run.map { key(of: unsafe rows[$0]) }
    if zip(keys, keys.dropFirst()).allSatisfy({ !precedes($1, $0) }) { return true }
    for (position, key) in zip(run, keys.sorted(by: { precedes($0, $1) })) {
      unsafe rows[position] = key.row
    }
    return false
  }

  @inline(__always)
  private func key(of row: Int32) -> Key {
    let rank = ranks[Int(columns.names[Int(row)])]
    let target = UInt32(bitPattern: columns.targets[Int(row)])
    return Key(value: UInt64(UInt32(bitPattern: rank)) << 32 | UInt64(target), row: row)
  }

  @inline(__always)
  private func precedes(_ left: Key, _ right: Key) -> Bool {
    left.value != right.value
      ? left.value < right.value : detailPrecedes(left.row, right.row)
  }

  /// Decides between references of one name and one target.
  @inline(never)
  private func detailPrecedes(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (columns.marks[Int(left)].rawValue, columns.marks[Int(right)].rawValue)
    return a == b ? endKey(left) < endKey(right) : a < b
  }

  private func endKey(_ row: Int32) -> (Int32, Int32, Int32) {
    let end = columns.ends[row]
    return (
      end.map { ranks[Int($0.event)] } ?? -1, end?.owner ?? -1,
      columns.extensions[row].map { ranks[Int($0)] } ?? -1
    )
  }
}
