import LeakCheckGraph

/// Rows of objects on their way into the columns, few enough for the nearest caches.
///
/// Appending them together costs one check of each column for thousands of rows.
@safe struct ObjectBatch: ~Copyable {
  static let capacity = 2048

  // Owned by the batch: `capacity` values each, the first `count` of them initialised.
  private let ids = UnsafeMutablePointer<Int64>.allocate(capacity: capacity)
  private let textFlags = UnsafeMutablePointer<Bool>.allocate(capacity: capacity)
  private let sizes = UnsafeMutablePointer<Int64>.allocate(capacity: capacity)
  private let types = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
  private let kinds = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
  private let marks = UnsafeMutablePointer<ObjectMarks>.allocate(capacity: capacity)
  private let optionals = UnsafeMutablePointer<Int32>.allocate(capacity: capacity * 4)
  private(set) var count = 0
  private var hasTexts = false
  private var usedOptionals: Int32 = 0

  var isFull: Bool { count == Self.capacity }

  deinit {
    unsafe ids.deallocate()
    unsafe textFlags.deallocate()
    unsafe sizes.deallocate()
    unsafe types.deallocate()
    unsafe kinds.deallocate()
    unsafe marks.deallocate()
    unsafe optionals.deallocate()
  }

  /// Appends a row; the batch must not be full.
  @inline(__always)
  mutating func append(_ row: ObjectRow) {
    precondition(count < Self.capacity)
    unsafe ids[count] = row.id.value
    unsafe textFlags[count] = row.id.isText
    unsafe sizes[count] = row.size
    unsafe types[count] = row.type
    unsafe kinds[count] = row.kind
    unsafe marks[count] = row.marks
    unsafe optionals[count] = row.name
    unsafe optionals[Self.capacity &+ count] = row.file
    unsafe optionals[Self.capacity &* 2 &+ count] = row.line
    unsafe optionals[Self.capacity &* 3 &+ count] = row.retainCount
    hasTexts = hasTexts || row.id.isText
    usedOptionals |= row.name | row.file | row.line | row.retainCount
    count &+= 1
  }

  /// Moves all rows to the columns.
  mutating func flush(into columns: inout GraphColumns) {
    let start = columns.objectIDs.count
    if hasTexts {
      for index in 0..<count {
        columns.objectIDs.append(
          PackedID(value: unsafe ids[index], isText: unsafe textFlags[index]))
      }
    } else {
      unsafe columns.objectIDs.append(numbers: UnsafeBufferPointer(start: ids, count: count))
    }
    unsafe columns.sizes.append(contentsOf: UnsafeBufferPointer(start: sizes, count: count))
    unsafe columns.types.append(contentsOf: UnsafeBufferPointer(start: types, count: count))
    unsafe columns.kinds.append(contentsOf: UnsafeBufferPointer(start: kinds, count: count))
    unsafe columns.marks.append(contentsOf: UnsafeBufferPointer(start: marks, count: count))
    append(0, to: &columns.names, at: start)
    append(1, to: &columns.files, at: start)
    append(2, to: &columns.lines, at: start)
    append(3, to: &columns.retainCounts, at: start)
    (count, hasTexts, usedOptionals) = (0, false, 0)
  }

  private func append(_ optional: Int, to column: inout [Int32], at start: Int) {
    if column.isEmpty, usedOptionals == 0 { return }
    let values = unsafe UnsafeBufferPointer(
      start: optionals + optional * Self.capacity, count: count)
    if column.isEmpty {
      guard unsafe values.contains(where: { $0 != 0 }) else { return }
      column = [Int32](repeating: 0, count: start)
    }
    unsafe column.append(contentsOf: values)
  }
}

/// Rows of references on their way into the columns.
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
    let haveSources = unsafe resolve(sources, Self.sourceIsText, by: table, into: &columns.sources)
    let haveTargets = unsafe resolve(targets, Self.targetIsText, by: table, into: &columns.targets)
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
    unsafe columns.referenceNames.append(
      contentsOf: UnsafeBufferPointer(start: names, count: count))
    unsafe columns.referenceMarks.append(
      contentsOf: UnsafeBufferPointer(start: marks, count: count))
    (count, usedFlags) = (0, 0)
  }
}
