import LeakCheckGraph
import LeakCheckText

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
