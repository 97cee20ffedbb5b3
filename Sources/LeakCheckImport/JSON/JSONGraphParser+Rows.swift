import LeakCheckGraph
import LeakCheckText

extension JSONGraphParser {
  /// Adds an object that the general parser read.
  mutating func add(_ object: ObjectRow) throws(InputFailure) {
    let row = objectCount
    guard row < Int32.max else { throw tooMany("objects") }
    columns.rootReasons.append(text: object.rootReason, at: row)
    columns.expectationReasons.append(text: object.expectationReason, at: row)
    columns.objectExtensions.append(text: object.extensions, at: row)
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
    guard columns.types.capacity < columns.types.count + ObjectBatch.capacity else { return }
    let count = expectedCount(after: objectCount)
    columns.objectIDs.values.reserveLarge(count)
    columns.types.reserveLarge(count)
    columns.kinds.reserveLarge(count)
    columns.sizes.reserveLarge(count)
    columns.marks.reserveLarge(count)
  }

  private mutating func reserveReferences() {
    guard
      columns.referenceNames.capacity < columns.referenceNames.count + ReferenceBatch.capacity
    else { return }
    let count = expectedCount(after: referenceCount)
    columns.referenceNames.reserveLarge(count)
    columns.referenceMarks.reserveLarge(count)
    if table == nil {
      unresolved.sources.reserveLarge(count)
      unresolved.targets.reserveLarge(count)
    } else {
      columns.sources.reserveLarge(count)
      columns.targets.reserveLarge(count)
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
