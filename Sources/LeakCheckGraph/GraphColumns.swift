/// Objects and references as columns: what the reader of a large dump fills, row by row, with no value
/// made for each.
///
/// Rows may come in any order. References name objects by row, so the reader has resolved its ids; the
/// graph has them ordered by id all the same.
package struct GraphColumns: Sendable {
  /// What the dump calls itself.
  package var name: String = ""
  /// How cycles are treated where the graph comes from.
  package var collector: ObjectGraph.Collector = .arc
  /// Members of the dump whose keys begin with `x-`, as JSON text.
  package var extensions: String = ""
  /// The texts that types, kinds, names and reasons are indices of.
  package var strings = StringInterner()

  /// The id of each object, which no two share.
  package var ids: [Int64] = []
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
  /// The reasons of roots: rising rows, each with a text.
  package var rootReasons: [(row: Int32, text: Int32)] = []
  /// The reasons of expectations: rising rows, each with a text.
  package var expectationReasons: [(row: Int32, text: Int32)] = []

  /// The row that each reference leaves.
  package var sources: [Int32] = []
  /// The row that each reference reaches.
  package var targets: [Int32] = []
  /// The name of each reference, in ``strings``.
  package var referenceNames: [Int32] = []
  /// Strength and kind of each reference.
  package var referenceMarks: [ReferenceMarks] = []

  /// Columns without rows.
  package init() {}

  /// The graph of all rows.
  ///
  /// - Precondition: The columns of objects are of one length, those of references too, and references
  ///   name rows that are there.
  /// - Throws: ``GraphError/duplicateID(_:first:second:)``.
  /// - Complexity: O(n log n) in objects and references; without the logarithm where they come sorted.
  package consuming func graph() throws(GraphError) -> ObjectGraph {
    let packed = ids.map { PackedID(value: $0, isText: false) }
    let builder = IDBuilder()
    let rows = builder.sortedRows(of: packed)
    try checkDuplicates(in: rows)
    let position = rows.inverted()
    let objects = objectColumns().reordered(by: rows, position: position)
    let references = referenceColumns(at: position).sorted(by: strings.table.ranks())
    return ObjectGraph(
      storage: ObjectGraph.Storage(
        named: name, collector: collector, extensions: extensions, strings: strings.table,
        ids: builder.column(of: packed, rows: rows), objects: objects, references: references))
  }

  private func checkDuplicates(in rows: [Int32]) throws(GraphError) {
    for (left, right) in zip(rows, rows.dropFirst()) where ids[Int(left)] == ids[Int(right)] {
      throw .duplicateID(
        .number(ids[Int(left)]), first: Int(min(left, right)), second: Int(max(left, right)))
    }
  }

  private func objectColumns() -> ObjectColumns {
    var columns = ObjectColumns(types: types, kinds: kinds, sizes: sizes, marks: marks)
    columns.names = OptionalColumn(names)
    for (row, text) in rootReasons { columns.rootReasons.append(text, at: row) }
    for (row, text) in expectationReasons { columns.expectationReasons.append(text, at: row) }
    return columns
  }

  private func referenceColumns(at position: [Int32]) -> ReferenceColumns {
    ReferenceColumns(
      sources: sources.map { position[Int($0)] }, targets: targets.map { position[Int($0)] },
      names: referenceNames, marks: referenceMarks)
  }
}
