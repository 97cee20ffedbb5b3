import LeakCheckGraph

extension JSONGraphParser {
  /// Adds an object that the general parser read.
  mutating func add(_ object: ObjectRow) throws(JSONFailure) {
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
  ) throws(JSONFailure) {
    guard referenceCount < Int32.max else { throw tooMany("references") }
    references.append(from: from, to: to, name: name, marks: marks)
    if references.isFull { flushReferences() }
  }

  private func tooMany(_ what: String) -> JSONFailure {
    JSONFailure(offset: trail.opening ?? 0, problem: "more than \(Int32.max) \(what)")
  }

  /// Moves waiting objects to the columns.
  ///
  /// Called every few thousand objects: the place to count progress and to ask whether to go on.
  mutating func flushObjects() {
    objects.flush(into: &columns)
  }

  /// Moves waiting references to the columns.
  ///
  /// Called every few thousand references, as ``flushObjects()`` is.
  mutating func flushReferences() {
    // Of references that are known not to make a graph, only the number is wanted.
    guard let table, !hasWrongID else {
      return references.flush(into: &columns, leaving: &unresolved)
    }
    if !references.flush(into: &columns, resolvingBy: table) { hasWrongID = true }
  }

  /// Called when all elements of an array are read.
  mutating func close(_ array: GraphArray) throws(JSONFailure) {
    if array == .references { return flushReferences() }
    flushObjects()
    guard !options.resolvesLate, unresolved.sources.isEmpty, search == nil else { return }
    do throws(GraphError) { table = try IDTable(of: columns.objectIDs) } catch {
      hasWrongID = true
    }
  }
}
