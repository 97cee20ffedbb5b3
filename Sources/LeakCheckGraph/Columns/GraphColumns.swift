/// Objects and references as columns: what the reader of a large dump fills, row by row, with no value
/// made for each.
///
/// Rows may come in any order. References name objects by row, so the reader has resolved its ids; the
/// graph has them ordered by id all the same. Columns that are empty where nothing has a value may be left
/// so; all others are of one length.
package struct GraphColumns: Sendable {
  /// What the dump says of the graph as a whole.
  package var heading = GraphHeading()
  /// The texts that types, kinds, names and reasons are indices of.
  package var strings = StringInterner()

  /// The id of each object, which no two share.
  package var objectIDs = ObjectIDs()
  /// The other fields of each object.
  package var objects = ObjectColumns()
  /// The fields of each reference.
  package var references = ReferenceColumns()

  /// Columns without rows.
  package init() {}

  /// The ids of objects, where all are numbers.
  package var ids: [Int64] {
    _read { yield objectIDs.values }
    _modify { yield &objectIDs.values }
  }

  /// The graph of all rows.
  ///
  /// - Precondition: The columns of objects are of one length, those of references too, and references
  ///   name rows that are there.
  /// - Throws: ``GraphError/duplicateID(_:first:second:)``.
  /// - Complexity: O(objects + references), and a sort of the texts, of ids that are texts in no order,
  ///   and of each object's references.
  package consuming func graph() throws(GraphError) -> ObjectGraph {
    var columns = self
    return try columns.takeGraph()
  }

  /// The graph of all rows; no row is left here.
  ///
  /// The columns are sorted in their place: nobody else may have them then, or they are copied first. That somebody gave
  /// his own away, a parameter that is consumed does not say.
  ///
  /// - Throws: as ``graph()``.
  package mutating func takeGraph() throws(GraphError) -> ObjectGraph {
    defer { self = GraphColumns() }
    return try WorkStage.build.run(of: references.sources.count) { _ throws(GraphError) in
      try assemble()
    }
  }

  /// The graph of all rows, which are given away.
  private mutating func assemble() throws(GraphError) -> ObjectGraph {
    checkRows()
    let rows = try objectIDs.sortedRows()
    let ranks = strings.table.ranks(of: textsToRank())
    var references = ReferenceColumns()
    swap(&references, &self.references)
    if let rows { references.moveObjects(to: rows.inverted()) }
    let objects = ObjectContents(taking: &self.objects, in: rows)
    let starts = references.sort(by: ranks, objectCount: objectIDs.count)
    let storage = ObjectGraph.Storage(
      heading: heading, strings: strings.table, ids: objectIDs.column(in: rows),
      objects: objects, references: references, outgoingStarts: starts)
    return ObjectGraph(storage: storage)
  }

  /// Rows that are not there would be memory that is not ours.
  private func checkRows() {
    let count = objectIDs.count
    precondition(objects.haveRows(count), "columns of objects of different lengths")
    precondition(references.areComplete, "columns of references of different lengths")
    let texts = UInt32(strings.table.count)
    precondition(
      references.sources.areAll(below: UInt32(count))
        && references.targets.areAll(below: UInt32(count))
        && references.names.areAll(below: texts),
      "a reference names a row or text that is not there")
  }

  /// The texts that references are ordered by, each once.
  private func textsToRank() -> [Int32] {
    var isUsed = [Bool](repeating: false, count: strings.table.count)
    for text in references.names { isUsed[Int(text)] = true }
    for end in references.ends.values { isUsed[Int(end.event)] = true }
    for text in references.extensions.values { isUsed[Int(text)] = true }
    return (0..<Int32(isUsed.count)).filter { isUsed[Int($0)] }
  }

  /// Appends objects, of which many at a time cost less than each by itself.
  ///
  /// - Complexity: O(objects).
  package mutating func append(_ rows: [ObjectRow]) {
    let start = objectIDs.count
    objectIDs.append(rows.lazy.map { $0.id })
    objects.append(rows, at: start)
  }
}

extension Array where Element: BitwiseCopyable {
  /// The column in the order `rows`, or as it is; this one is empty afterwards.
  mutating func taken(in rows: [Int32]?) -> [Element] {
    var column: [Element] = []
    swap(&self, &column)
    guard let rows, !column.isEmpty else { return column }
    return column.gathered(by: rows)
  }
}

extension [Int32] {
  /// Appends the values of rows from `start` on to a column that is empty while every value is 0.
  mutating func append(optional values: some Collection<Int32>, at start: Int) {
    if isEmpty {
      guard values.contains(where: { $0 != 0 }) else { return }
      self = [Int32](repeating: 0, count: start)
    }
    append(contentsOf: values)
  }
}
