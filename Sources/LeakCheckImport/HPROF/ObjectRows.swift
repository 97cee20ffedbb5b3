/// A table that finds the row of an object by its id; rows have ascending ids.
///
/// The ids of a heap are addresses: multiples of a power of two, dense where the heap is used. So a bit for
/// each possible address, with the number of bits before it beside it, gives the rank of an id in one load
/// of a table that is a 32nd of the used heap: it fits in a cache where a table of rows would not. Pages of
/// it exist only where there are objects. Ids that are strewn too thinly for that are sorted and found by
/// bisection inside buckets, not hashed: no dump can be made to collide.
///
/// - Complexity: a look-up is O(1) with pages, O(log objects) at worst without.
struct ObjectRows: ~Copyable {
  /// A block of 64 possible ids: those that exist, and the number of ids before them.
  struct Block: BitwiseCopyable {
    var present: UInt64 = 0
    var before: UInt64 = 0
  }

  static let blocksPerPageLog: UInt64 = 9
  static let slotsPerPageLog: UInt64 = blocksPerPageLog + 6

  /// The smallest id, as a signed number: the graph orders ids so.
  let first: UInt64
  /// The trailing zeros that the distances of all ids share.
  let shift: UInt64
  let lastSlot: UInt64
  /// The page of each stretch of ids; 0 is the page without objects.
  var directory: ReservedColumn<UInt32>
  var blocks: ReservedColumn<Block>
  /// Where ids are too thin for pages: the sorted ids, and the first row of each bucket of them.
  var starts: ReservedColumn<Int32>
  var sorted: ReservedColumn<UInt64>
  let bucketShift: UInt64
  let last: UInt64
  let isPaged: Bool

  /// Two objects with one id, as positions in the column of ids.
  struct Duplicate: Error, Equatable {
    var first: Int
    var second: Int
  }

  /// The most bytes of pages for each object before ids are sorted instead.
  static let mostPageBytes = 128

  /// The rows of `ids`.
  ///
  /// - Throws: ``Duplicate`` for the first id, in the order of the column, that was there before.
  init(of ids: borrowing ReservedColumn<UInt64>) throws(Duplicate) {
    let extent = Extent(of: ids)
    (first, shift, lastSlot) = (extent.first, extent.shift, extent.lastSlot)
    let pageCount = Int(extent.lastSlot >> Self.slotsPerPageLog) + 1
    let most = max(1 << 20, ids.count)
    let usedPages = pageCount <= most ? extent.usedPages(of: ids, pageCount: pageCount) : Int.max
    let pageBytes = MemoryLayout<Block>.stride << Int(Self.blocksPerPageLog)
    isPaged = usedPages <= max(64, ids.count * Self.mostPageBytes / pageBytes)
    last = extent.last
    bucketShift = Self.bucketShift(of: extent.last &- extent.first, count: ids.count)
    let bucketCount = Int((extent.last &- extent.first) >> bucketShift) + 2
    directory = ReservedColumn(capacity: isPaged ? pageCount : 1)
    blocks = ReservedColumn(
      capacity: isPaged ? (usedPages + 1) << Int(Self.blocksPerPageLog) : 1)
    sorted = ReservedColumn(capacity: isPaged ? 1 : ids.count)
    starts = ReservedColumn(capacity: isPaged ? 1 : bucketCount)
    if isPaged { try page(ids) } else { try bucket(ids) }
  }

  /// The row of the object with this id, or -1.
  func row(of id: UInt64) -> Int32 {
    unsafe isPaged ? Pages(self).row(of: id) : Buckets(self).row(of: id)
  }

  /// The shift that makes about as many buckets of a distance as there are ids.
  private static func bucketShift(of distance: UInt64, count: Int) -> UInt64 {
    var shift: UInt64 = 0
    while distance >> shift > UInt64(max(1, count)) { shift += 1 }
    return shift
  }
}

/// A lookup of rows by ids, specialized for tight loops.
protocol RowFinder {
  /// The row of the object with this id, or -1.
  func row(of id: UInt64) -> Int32
}

extension ObjectRows {
  /// The extent of ids: their start, their range, and the power of two that divides their distances.
  struct Extent {
    let first: UInt64
    let last: UInt64
    let shift: UInt64
    let lastSlot: UInt64

    init(of ids: borrowing ReservedColumn<UInt64>) {
      var (least, most) = (Int64.max, Int64.min)
      var bits: UInt64 = 0
      unsafe ids.withElements { ids in
        guard let base = unsafe ids.first else { return }
        for index in ids.indices {
          let id = unsafe ids[index]
          least = min(least, Int64(bitPattern: id))
          most = max(most, Int64(bitPattern: id))
          // The distances to any one id share the zeros that all distances share.
          bits |= id &- base
        }
      }
      first = UInt64(bitPattern: ids.count == 0 ? 0 : least)
      last = UInt64(bitPattern: ids.count == 0 ? 0 : most)
      shift = bits == 0 ? 0 : UInt64(bits.trailingZeroBitCount)
      lastSlot = (last &- first) >> shift
    }

    /// The number of pages that have an object.
    func usedPages(of ids: borrowing ReservedColumn<UInt64>, pageCount: Int) -> Int {
      var isUsed = [Bool](repeating: false, count: pageCount)
      unsafe ids.withElements { ids in
        for index in ids.indices {
          isUsed[Int((unsafe ids[index] &- first) >> (shift &+ ObjectRows.slotsPerPageLog))] = true
        }
      }
      return isUsed.count { $0 }
    }
  }

  /// The pages without their owner, for tight loops; valid while the rows live.
  @safe struct Pages: RowFinder {
    private let first: UInt64
    private let shift: UInt64
    private let lastSlot: UInt64
    private let directory: UnsafePointer<UInt32>
    private let blocks: UnsafePointer<Block>

    @unsafe init(_ rows: borrowing ObjectRows) {
      (first, shift, lastSlot) = (rows.first, rows.shift, rows.lastSlot)
      unsafe directory = unsafe rows.directory.withElements {
        unsafe $0.baseAddress.unsafelyUnwrapped
      }
      unsafe blocks = unsafe rows.blocks.withElements { unsafe $0.baseAddress.unsafelyUnwrapped }
    }

    @inline(__always) func row(of id: UInt64) -> Int32 {
      // Rotated, a distance that is no multiple becomes too large: one comparison for both checks.
      let distance = id &- first
      let slot = distance &>> shift | (distance &<< ((64 &- shift) & 63)) &* (shift == 0 ? 0 : 1)
      guard slot <= lastSlot else { return -1 }
      let page = unsafe Int(directory[Int(truncatingIfNeeded: slot &>> slotsPerPageLog)])
      let inPage = Int(truncatingIfNeeded: slot &>> 6) & (1 << Int(blocksPerPageLog) - 1)
      let block = unsafe blocks[page << Int(blocksPerPageLog) | inPage]
      let bit: UInt64 = 1 &<< (slot & 63)
      guard block.present & bit != 0 else { return -1 }
      let rank = block.before &+ UInt64((block.present & (bit &- 1)).nonzeroBitCount)
      return Int32(truncatingIfNeeded: rank)
    }
  }

  private mutating func page(_ ids: borrowing ReservedColumn<UInt64>) throws(Duplicate) {
    directory.fill()
    blocks.fill()
    let (first, shift) = (first, shift)
    var second: Int?
    unsafe directory.withMutableElements { directory in
      unsafe blocks.withMutableElements { blocks in
        unsafe ids.withElements { ids in
          var pageCount: UInt32 = 0
          for index in ids.indices {
            let slot = (unsafe ids[index] &- first) &>> shift
            let position = Int(slot &>> Self.slotsPerPageLog)
            if unsafe directory[position] == 0 {
              pageCount += 1
              unsafe directory[position] = pageCount
            }
            let page = unsafe Int(directory[position]) << Int(Self.blocksPerPageLog)
            let block = page | Int(slot &>> 6) & (1 << Int(Self.blocksPerPageLog) - 1)
            let bit: UInt64 = 1 &<< (slot & 63)
            if unsafe blocks[block].present & bit != 0, second == nil { second = index }
            unsafe blocks[block].present |= bit
          }
        }
        unsafe Self.count(directory, blocks)
      }
    }
    if let second { throw Self.duplicate(of: second, in: ids) }
  }

  /// Writes into each block how many ids come before it.
  private static func count(
    _ directory: UnsafeMutableBufferPointer<UInt32>, _ blocks: UnsafeMutableBufferPointer<Block>
  ) {
    var before: UInt64 = 0
    for position in directory.indices where unsafe directory[position] != 0 {
      let start = unsafe Int(directory[position]) << Int(blocksPerPageLog)
      for block in start..<(start + 1 << Int(blocksPerPageLog)) {
        unsafe blocks[block].before = before
        before += unsafe UInt64(blocks[block].present.nonzeroBitCount)
      }
    }
  }

  private static func duplicate(
    of second: Int, in ids: borrowing ReservedColumn<UInt64>
  ) -> Duplicate {
    let id = ids[second]
    var first = 0
    while ids[first] != id { first += 1 }
    return Duplicate(first: first, second: second)
  }
}

extension ObjectRows {
  /// The sorted ids and the start of each bucket, without their owner; valid while the rows live.
  @safe struct Buckets: RowFinder {
    private let first: UInt64
    private let shift: UInt64
    private let last: UInt64
    private let starts: UnsafePointer<Int32>
    private let sorted: UnsafePointer<UInt64>

    @unsafe init(_ rows: borrowing ObjectRows) {
      (first, shift, last) = (rows.first, rows.bucketShift, rows.last)
      unsafe starts = unsafe rows.starts.withElements { unsafe $0.baseAddress.unsafelyUnwrapped }
      unsafe sorted = unsafe rows.sorted.withElements { unsafe $0.baseAddress.unsafelyUnwrapped }
    }

    func row(of id: UInt64) -> Int32 {
      let distance = id &- first
      guard distance <= last &- first else { return -1 }
      let bucket = Int(distance &>> shift)
      var low = unsafe Int(starts[bucket])
      var high = unsafe Int(starts[bucket + 1])
      while low < high {
        let middle = (low + high) / 2
        if unsafe sorted[middle] &- first < distance { low = middle + 1 } else { high = middle }
      }
      let isThere = unsafe low < Int(starts[bucket + 1]) && sorted[low] == id
      return isThere ? Int32(low) : -1
    }
  }

  private mutating func bucket(_ ids: borrowing ReservedColumn<UInt64>) throws(Duplicate) {
    sorted.fill()
    starts.fill()
    unsafe sorted.withMutableElements { sorted in
      unsafe ids.withElements { unsafe _ = sorted.update(fromContentsOf: $0) }
      var sorted = unsafe sorted
      unsafe sorted.sort { Int64(bitPattern: $0) < Int64(bitPattern: $1) }
    }
    var next = 0
    for row in 0..<sorted.count {
      if row > 0, sorted[row] == sorted[row - 1] { throw Self.firstDuplicate(in: ids) }
      let bucket = Int((sorted[row] &- first) >> bucketShift)
      while next <= bucket {
        starts[next] = Int32(row)
        next += 1
      }
    }
    for bucket in next..<starts.count { starts[bucket] = Int32(sorted.count) }
  }

  private static func firstDuplicate(in ids: borrowing ReservedColumn<UInt64>) -> Duplicate {
    var positions: [UInt64: Int] = [:]
    for position in 0..<ids.count {
      if let first = positions[ids[position]] { return Duplicate(first: first, second: position) }
      positions[ids[position]] = position
    }
    preconditionFailure("equal ids in the sorted column, none in the column")
  }
}
