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
  /// The type of each object, in ``strings``.
  package var types: [Int32] = []
  /// The kind of each object, in ``strings``.
  package var kinds: [Int32] = []
  /// The bytes of each object.
  package var sizes: [Int64] = []
  /// Root, expectation and owner of each object.
  package var marks: [ObjectMarks] = []
  /// The names of the objects that have one, in ``strings``; empty where none has.
  package var names: [Int32] = []
  /// The files of the objects that have one, in ``strings``; empty where none has.
  package var files: [Int32] = []
  /// The lines of the objects that have one; empty where none has.
  package var lines: [Int32] = []
  /// The retain counts of the objects that have one; empty where none has.
  package var retainCounts: [Int32] = []
  /// The reasons of roots: rising rows, each with a text.
  package var rootReasons: [(row: Int32, text: Int32)] = []
  /// The reasons of expectations: rising rows, each with a text.
  package var expectationReasons: [(row: Int32, text: Int32)] = []
  /// The `x-` members of objects: rising rows, each with a text.
  package var objectExtensions: [(row: Int32, text: Int32)] = []

  /// The row that each reference leaves.
  package var sources: [Int32] = []
  /// The row that each reference reaches.
  package var targets: [Int32] = []
  /// The name of each reference, in ``strings``.
  package var referenceNames: [Int32] = []
  /// Strength and kind of each reference.
  package var referenceMarks: [ReferenceMarks] = []
  /// The events that end references: rising rows, each with a text and the row of the object whose
  /// `deinit` calls it, or -1.
  package var ends: [(row: Int32, event: Int32, owner: Int32)] = []
  /// The `x-` members of references: rising rows, each with a text.
  package var referenceExtensions: [(row: Int32, text: Int32)] = []

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
    return try WorkStage.build.run(of: sources.count) { _ throws(GraphError) in
      try assemble()
    }
  }

  /// The graph of all rows, which are given away.
  private mutating func assemble() throws(GraphError) -> ObjectGraph {
    checkRows()
    let rows = try objectIDs.sortedRows()
    let ranks = strings.table.ranks(of: textsToRank())
    var references = takeReferences()
    if let rows { move(&references, to: rows.inverted()) }
    let objects = takeObjects(in: rows)
    let starts = references.sort(by: ranks, objectCount: objectIDs.count)
    let storage = ObjectGraph.Storage(
      heading: heading, strings: strings.table, ids: objectIDs.column(in: rows),
      objects: objects, references: references,
      outgoingStarts: starts)
    return ObjectGraph(storage: storage)
  }

  /// Rows that are not there would be memory that is not ours.
  private func checkRows() {
    let count = objectIDs.count
    precondition(
      [types.count, kinds.count, sizes.count, marks.count].allSatisfy { $0 == count },
      "columns of objects of different lengths")
    let edges = sources.count
    precondition(
      [targets.count, referenceNames.count, referenceMarks.count].allSatisfy { $0 == edges },
      "columns of references of different lengths")
    let texts = UInt32(strings.table.count)
    precondition(
      sources.areAll(below: UInt32(count)) && targets.areAll(below: UInt32(count))
        && referenceNames.areAll(below: texts),
      "a reference names a row or text that is not there")
  }

  /// The texts that references are ordered by, each once.
  private func textsToRank() -> [Int32] {
    var isUsed = [Bool](repeating: false, count: strings.table.count)
    for text in referenceNames { isUsed[Int(text)] = true }
    for end in ends { isUsed[Int(end.event)] = true }
    for member in referenceExtensions { isUsed[Int(member.text)] = true }
    return (0..<Int32(isUsed.count)).filter { isUsed[Int($0)] }
  }

  /// The columns of objects in the order `rows`; each is dropped here as soon as it is moved.
  private mutating func takeObjects(in rows: [Int32]?) -> ObjectColumns {
    var columns = ObjectColumns()
    columns.rootReasons = SparseColumn(texts: rootReasons)
    columns.expectationReasons = SparseColumn(texts: expectationReasons)
    columns.extensions = SparseColumn(texts: objectExtensions)
    columns.types = types.taken(in: rows)
    columns.kinds = kinds.taken(in: rows)
    columns.sizes = sizes.taken(in: rows)
    columns.marks = marks.taken(in: rows)
    columns.names = names.taken(in: rows)
    columns.files = files.taken(in: rows)
    columns.lines = lines.taken(in: rows)
    columns.retainCounts = retainCounts.taken(in: rows)
    guard let position = rows?.inverted() else { return columns }
    columns.rootReasons = columns.rootReasons.reordered(by: position)
    columns.expectationReasons = columns.expectationReasons.reordered(by: position)
    columns.extensions = columns.extensions.reordered(by: position)
    return columns
  }

  private mutating func takeReferences() -> ReferenceColumns {
    let columns = ReferenceColumns(
      sources: sources, targets: targets, names: referenceNames, marks: referenceMarks,
      ends: SparseColumn(
        rows: ends.map(\.row), values: ends.map { ReferenceEnd(event: $0.event, owner: $0.owner) }),
      extensions: SparseColumn(texts: referenceExtensions))
    (sources, targets, referenceNames, referenceMarks) = ([], [], [], [])
    return columns
  }

  private func move(_ references: inout ReferenceColumns, to position: [Int32]) {
    references.sources.map(by: position)
    references.targets.map(by: position)
    references.ends.mapValues { end in
      if end.owner >= 0 { end.owner = position[Int(end.owner)] }
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// The column in the order `rows`, or as it is; this one is empty afterwards.
  fileprivate mutating func taken(in rows: [Int32]?) -> [Element] {
    var column: [Element] = []
    swap(&self, &column)
    guard let rows, !column.isEmpty else { return column }
    return column.gathered(by: rows)
  }
}

extension SparseColumn<Int32> {
  fileprivate init(texts: [(row: Int32, text: Int32)]) {
    self.init(rows: texts.map(\.row), values: texts.map(\.text))
  }
}
