import LeakCheckGraph
import LeakCheckText

/// A batch of object rows for the columns, small enough for the first-level cache.
///
/// Appending them together costs one check of each column for hundreds of rows.
struct ObjectBatch {
  static let capacity = 512

  private var rows: [ObjectRow] = []

  init() { rows.reserveCapacity(Self.capacity) }

  var count: Int { rows.count }
  var isFull: Bool { rows.count >= Self.capacity }

  /// Appends a row.
  @inline(__always)
  mutating func append(_ row: ObjectRow) { rows.append(row) }

  /// Moves all rows to the columns.
  mutating func flush(into columns: inout GraphColumns) {
    columns.append(rows)
    rows.removeAll(keepingCapacity: true)
  }
}

/// A batch of reference rows for the columns.
@safe struct ReferenceBatch: ~Copyable {
  static let capacity = 4096
  static let sourceIsText: UInt8 = 1
  static let targetIsText: UInt8 = 2

  // Owned by the batch: `capacity` values each, the first `count` of them initialised.
  private let sources = UnsafeMutablePointer<Int64>.allocate(capacity: capacity)
  private let targets = UnsafeMutablePointer<Int64>.allocate(capacity: capacity)
  private let textFlags = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private let names = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
  private let marks = UnsafeMutablePointer<ReferenceMarks>.allocate(capacity: capacity)
  private let rows = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
  private(set) var count = 0
  private var usedFlags: UInt8 = 0

  var isFull: Bool { count == Self.capacity }

  deinit {
    unsafe sources.deallocate()
    unsafe targets.deallocate()
    unsafe textFlags.deallocate()
    unsafe names.deallocate()
    unsafe marks.deallocate()
    unsafe rows.deallocate()
  }

  /// Appends a row; the batch must not be full.
  @inline(__always)
  mutating func append(from: PackedID, to: PackedID, name: Int32, marks mark: ReferenceMarks) {
    precondition(count < Self.capacity)
    unsafe sources[count] = from.value
    unsafe targets[count] = to.value
    let flags =
      (from.isText ? Self.sourceIsText : 0) | (to.isText ? Self.targetIsText : 0)
    unsafe textFlags[count] = flags
    usedFlags |= flags
    unsafe names[count] = name
    unsafe marks[count] = mark
    count &+= 1
  }

  /// Moves all rows to the columns, with the rows of their objects.
  ///
  /// - Returns: Whether all ids are those of objects; otherwise the columns are of no use.
  mutating func flush(into columns: inout GraphColumns, resolvingBy table: IDTable) -> Bool {
    let haveSources = unsafe resolve(
      sources, Self.sourceIsText, by: table, into: &columns.references.sources)
    let haveTargets = unsafe resolve(
      targets, Self.targetIsText, by: table, into: &columns.references.targets)
    flushRest(into: &columns)
    return haveSources && haveTargets
  }

  private func resolve(
    _ ids: UnsafeMutablePointer<Int64>, _ flag: UInt8, by table: IDTable,
    into column: inout [Int32]
  ) -> Bool {
    var areFound = true
    if usedFlags & flag == 0 {
      areFound = unsafe table.findRows(
        of: UnsafeBufferPointer(start: ids, count: count), into: rows)
    } else {
      for index in 0..<count {
        let id = PackedID(
          value: unsafe ids[index], isText: unsafe textFlags[index] & flag != 0)
        let row = table[id]
        unsafe rows[index] = row ?? -1
        areFound = areFound && row != nil
      }
    }
    unsafe column.append(contentsOf: UnsafeBufferPointer(start: rows, count: count))
    return areFound
  }

  /// Moves all rows to the columns, and their ids to `references`.
  mutating func flush(
    into columns: inout GraphColumns, leaving references: inout UnresolvedReferences
  ) {
    if usedFlags != 0 || !references.textFlags.isEmpty {
      let missing = references.sources.count - references.textFlags.count
      references.textFlags.append(contentsOf: repeatElement(0, count: missing))
      unsafe references.textFlags.append(
        contentsOf: UnsafeBufferPointer(start: textFlags, count: count))
    }
    unsafe references.sources.append(contentsOf: UnsafeBufferPointer(start: sources, count: count))
    unsafe references.targets.append(contentsOf: UnsafeBufferPointer(start: targets, count: count))
    flushRest(into: &columns)
  }

  private mutating func flushRest(into columns: inout GraphColumns) {
    unsafe columns.references.names.append(
      contentsOf: UnsafeBufferPointer(start: names, count: count))
    unsafe columns.references.marks.append(
      contentsOf: UnsafeBufferPointer(start: marks, count: count))
    (count, usedFlags) = (0, 0)
  }
}

extension JSONGraphParser {
  /// Adds an object that the general parser read.
  mutating func add(_ object: ObjectRow) throws(InputFailure) {
    guard objectCount < Int32.max else { throw tooMany("objects") }
    objects.append(object)
    if objects.isFull { flushObjects() }
  }

  /// Adds a reference that the general parser read.
  mutating func add(
    from: PackedID, to: PackedID, name: Int32, marks: ReferenceMarks
  ) throws(InputFailure) {
    guard referenceCount < Int32.max else { throw tooMany("references") }
    references.append(from: from, to: to, name: name, marks: marks)
    if references.isFull { flushReferences() }
  }

  private func tooMany(_ what: String) -> InputFailure {
    InputFailure(offset: trail.opening ?? 0, problem: "more than \(Int32.max) \(what)")
  }

  /// Moves waiting objects to the columns.
  ///
  /// Called every few thousand objects.
  mutating func flushObjects() {
    countBytes()
    if objects.isFull { reserveObjects() }
    objects.flush(into: &columns)
  }

  /// Makes room for as many objects as the rest of the file holds, if they go on as they began.
  private mutating func reserveObjects() {
    let room = columns.objects.types.capacity - columns.objects.types.count
    guard room < ObjectBatch.capacity else { return }
    let count = expectedCount(after: objectCount)
    columns.objectIDs.values.reserveLarge(count)
    columns.objects.types.reserveLarge(count)
    columns.objects.kinds.reserveLarge(count)
    columns.objects.sizes.reserveLarge(count)
    columns.objects.marks.reserveLarge(count)
  }

  private mutating func reserveReferences() {
    let room = columns.references.names.capacity - columns.references.names.count
    guard room < ReferenceBatch.capacity else { return }
    let count = expectedCount(after: referenceCount)
    columns.references.names.reserveLarge(count)
    columns.references.marks.reserveLarge(count)
    if table == nil {
      unresolved.sources.reserveLarge(count)
      unresolved.targets.reserveLarge(count)
    } else {
      columns.references.sources.reserveLarge(count)
      columns.references.targets.reserveLarge(count)
    }
  }

  /// The rows that the open array will have if the rest of the file is its, and a little more.
  private func expectedCount(after rows: Int) -> Int {
    let passed = max(1, scanner.position - openArrayStart)
    let rest = Double(scanner.bytes.count - openArrayStart)
    let expected = rest / Double(passed) * Double(rows) * 1.02
    return max(2 * rows, min(Int(expected), Int(Int32.max)))
  }

  /// Moves waiting references to the columns.
  ///
  /// Called every few thousand references, as ``flushObjects()`` is.
  mutating func flushReferences() {
    countBytes()
    if references.isFull { reserveReferences() }
    // Of references that are known not to make a graph, only the number is wanted.
    guard let table, !hasWrongID else {
      return references.flush(into: &columns, leaving: &unresolved)
    }
    if !references.flush(into: &columns, resolvingBy: table) { hasWrongID = true }
  }

  /// Counts what was read since the last call.
  private mutating func countBytes() {
    options.counter.add(scanner.position - countedEnd)
    countedEnd = scanner.position
  }

  /// Called when all elements of an array are read.
  mutating func close(_ array: GraphArray) throws(InputFailure) {
    if array == .references { return flushReferences() }
    flushObjects()
    guard !options.resolvesLate, unresolved.sources.isEmpty, search == nil else { return }
    do throws(GraphError) {
      table = try IDTable(of: columns.objectIDs)
    } catch {
      hasWrongID = true
    }
  }
}
