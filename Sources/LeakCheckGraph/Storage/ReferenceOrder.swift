extension ReferenceColumns {
  /// Brings the references into the graph's order: source, name, target, then everything else.
  ///
  /// A counting sort by source, then a small sort of each object's references in its place. Dumps mostly
  /// come grouped by source already, and then nothing is moved far. `ranks` is the order of the texts.
  ///
  /// - Returns: Where the references of each object begin.
  /// - Complexity: O(objects + references), and O(d log d) for an object of d references.
  mutating func sort(by ranks: [Int32], objectCount: Int) -> [Int32] {
    let starts = sources.runStarts(vertexCount: objectCount)
    var rows: [Int32]?
    if !sources.isRising {
      let order = Adjacency.inverse(of: sources, vertexCount: objectCount).order
      gather(order)
      rows = order
    }
    let details = ReferenceDetails(ends: ends, extensions: extensions, ranks: ranks)
    // Only references with details need to know where they went.
    if details.isEmpty { rows = [] } else { rows = rows ?? Array(0..<Int32(sources.count)) }
    sortRuns(starts, details, &rows)
    if let rows, !rows.isEmpty {
      let position = rows.inverted()
      ends = ends.reordered(by: position)
      extensions = extensions.reordered(by: position)
    }
    return starts
  }

  private mutating func sortRuns(
    _ starts: [Int32], _ details: ReferenceDetails, _ rows: inout [Int32]?
  ) {
    var order = rows ?? []
    unsafe targets.withUnsafeMutableBufferPointer { targets in
      unsafe names.withUnsafeMutableBufferPointer { names in
        unsafe marks.withUnsafeMutableBufferPointer { marks in
          unsafe order.withUnsafeMutableBufferPointer { order in
            let columns = unsafe RunColumns(
              targets: targets, names: names, marks: marks, rows: order)
            RunSorter(columns, details).sort(starts)
          }
        }
      }
    }
    rows = order
  }
}

extension [Int32] {
  /// Whether no value is below the one before it.
  fileprivate var isRising: Bool {
    var isRising = true
    unsafe withStart { values in
      for index in 1..<Swift.max(1, count) where unsafe values[index &- 1] > values[index] {
        isRising = false
        break
      }
    }
    return isRising
  }
}

/// Rare details of references, which decide between otherwise equal ones.
private struct ReferenceDetails {
  let ends: SparseColumn<ReferenceEnd>
  let extensions: SparseColumn<Int32>
  let ranks: [Int32]

  var isEmpty: Bool { ends.isEmpty && extensions.isEmpty }

  func precedes(_ left: Int32, _ right: Int32) -> Bool { key(left) < key(right) }

  private func key(_ row: Int32) -> (Int32, Int32, Int32) {
    let end = ends[row]
    return (
      end.map { ranks[Int($0.event)] } ?? -1, end?.owner ?? -1,
      extensions[row].map { ranks[Int($0)] } ?? -1
    )
  }
}

/// The columns to sort.
@safe private struct RunColumns {
  // Owned by the arrays being sorted, which outlive the sorting.
  let targets: UnsafeMutableBufferPointer<Int32>
  let names: UnsafeMutableBufferPointer<Int32>
  let marks: UnsafeMutableBufferPointer<ReferenceMarks>
  /// Which row each was; empty when nobody asks.
  let rows: UnsafeMutableBufferPointer<Int32>
}

/// A sorter of each object's references.
@safe private struct RunSorter: ~Copyable {
  /// A reference: the name's rank and the target in one number, and the rest.
  struct Key {
    var value: UInt64
    var name: Int32
    var row: Int32
    var mark: ReferenceMarks
  }

  /// Runs up to here are sorted by insertion.
  private static let longestInsertion = 32

  private let columns: RunColumns
  private let details: ReferenceDetails
  // Owned by the sorter: room for the keys of a short run.
  private let keys = UnsafeMutablePointer<Key>.allocate(capacity: longestInsertion)

  init(_ columns: RunColumns, _ details: ReferenceDetails) {
    self.columns = columns
    self.details = details
  }

  deinit { unsafe keys.deallocate() }

  /// Sorts the references of each object, which begin at `starts`.
  func sort(_ starts: [Int32]) {
    for vertex in 0..<starts.count - 1 {
      let run = Int(starts[vertex])..<Int(starts[vertex + 1])
      if run.count < 2 { continue }
      if run.count > Self.longestInsertion { sortLong(run) } else { sortShort(run) }
    }
  }

  private func sortShort(_ run: Range<Int>) {
    var wasSorted = true
    for end in 0..<run.count {
      let key = key(at: run.lowerBound &+ end)
      var hole = end
      while hole > 0, precedes(key, unsafe keys[hole &- 1]) {
        unsafe keys[hole] = unsafe keys[hole &- 1]
        hole &-= 1
      }
      wasSorted = wasSorted && hole == end
      unsafe keys[hole] = key
    }
    if wasSorted { return }
    for index in 0..<run.count { write(unsafe keys[index], at: run.lowerBound &+ index) }
  }

  private func sortLong(_ run: Range<Int>) {
    let keys = run.map { key(at: $0) }
    if zip(keys, keys.dropFirst()).allSatisfy({ !precedes($1, $0) }) { return }
    for (position, key) in zip(run, keys.sorted(by: { precedes($0, $1) })) {
      write(key, at: position)
    }
  }

  @inline(__always)
  private func key(at position: Int) -> Key {
    let name = unsafe columns.names[position]
    let rank = UInt64(UInt32(bitPattern: details.ranks[Int(name)]))
    let target = unsafe UInt32(bitPattern: columns.targets[position])
    let row = unsafe columns.rows.isEmpty ? 0 : columns.rows[position]
    return Key(
      value: rank << 32 | UInt64(target), name: name, row: row,
      mark: unsafe columns.marks[position])
  }

  @inline(__always)
  private func write(_ key: Key, at position: Int) {
    unsafe columns.targets[position] = Int32(truncatingIfNeeded: key.value)
    unsafe columns.names[position] = key.name
    unsafe columns.marks[position] = key.mark
    if unsafe !columns.rows.isEmpty { unsafe columns.rows[position] = key.row }
  }

  @inline(__always)
  private func precedes(_ left: Key, _ right: Key) -> Bool {
    if left.value != right.value { return left.value < right.value }
    if left.mark != right.mark { return left.mark.rawValue < right.mark.rawValue }
    return !details.isEmpty && details.precedes(left.row, right.row)
  }
}
