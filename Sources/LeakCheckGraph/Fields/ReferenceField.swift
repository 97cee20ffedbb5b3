// Everything that follows from the list of a reference's fields, as `ObjectField.swift` has it of an object's.

/// The fields of a reference in a dump, in output order; the names are the keys.
///
/// `strength`, `kind` and who calls the end are ``ReferenceMarks``.
package enum ReferenceField: Int, CaseIterable, CodingKey, Sendable {
  case from, to, name, strength, kind, until
}

/// The references of a graph under construction: one column per field, one row per reference, texts as indices.
package struct ReferenceColumns: Sendable {
  /// The row of the object that each reference leaves.
  package var sources: [Int32] = []
  /// The row of the object that each reference reaches.
  package var targets: [Int32] = []
  package var names: [Int32] = []
  package var marks: [ReferenceMarks] = []
  /// The events that end references, and the row of the object whose `deinit` calls it.
  package var ends = SparseColumn<ReferenceEnd>()
  /// The `x-` members, as ``ReferenceExtensions`` joins them.
  package var extensions = SparseColumn<Int32>()

  package init() {}

  /// Whether all columns that every reference needs are of one length.
  var areComplete: Bool {
    [targets.count, names.count, marks.count].allSatisfy { $0 == sources.count }
  }

  /// Appends all references but their sources and targets, whose texts have the indices `texts` here; no `deinit` ends them yet.
  package mutating func append(_ other: ReferenceColumns, texts: [Int32]) {
    let start = Int32(names.count)
    names += other.names.lazy.map { texts[Int($0)] }
    marks += other.marks
    ends.append(other.ends, offset: start) { ReferenceEnd(event: texts[Int($0.event)], owner: -1) }
    extensions.append(other.extensions, offset: start) { texts[Int($0)] }
  }

  /// Orders the columns that a reference has a row in by `rows`; ends and extensions stay.
  mutating func gather(_ rows: [Int32]) {
    sources = sources.gathered(by: rows)
    targets = targets.gathered(by: rows)
    names = names.gathered(by: rows)
    marks = marks.gathered(by: rows)
  }

  /// Gives objects other rows: `position[old row]` is the new one.
  mutating func moveObjects(to position: [Int32]) {
    sources.map(by: position)
    targets.map(by: position)
    ends.mapValues { end in
      if end.owner >= 0 { end.owner = position[Int(end.owner)] }
    }
  }
}

/// The references of a graph, ordered by source, name and target: one column per field.
package struct ReferenceContents: Sendable {
  package var targets: Column<Int32>
  package var names: TextColumn
  package var marks: Column<ReferenceMarks>
  package var ends = SparseColumn<ReferenceEnd>()
  package var extensions = SparseColumn<Int32>()

  /// The columns with a text for each reference.
  package static let texts: [ColumnPath<ReferenceContents, TextColumn>] = [\.names]
  /// The columns with a text for few references.
  package static let notes: [ColumnPath<ReferenceContents, SparseColumn<Int32>>] = [
    \.extensions
  ]

  /// References of which targets and marks are known.
  package init(targets: Column<Int32>, marks: Column<ReferenceMarks>) {
    self.targets = targets
    self.marks = marks
    names = TextColumn(IntegerColumn(zeros: targets.count))
  }

  /// The references of `columns`, which are in the order of a graph.
  init(_ columns: consuming ReferenceColumns) {
    self.init(targets: Column(columns.targets), marks: Column(columns.marks))
    names = TextColumn(columns.names)
    ends = columns.ends
    extensions = columns.extensions
  }

  /// The bytes that the columns take, but for those of few references.
  var byteCount: Int {
    Self.texts.reduce(targets.byteCount + marks.byteCount) { $0 + self[keyPath: $1].byteCount }
  }
}

// What analyses ask for often, by a shorter way.
extension ObjectGraph.Storage {
  @inlinable package var targets: Column<Int32> { contents.references.targets }
  @inlinable package var referenceNames: TextColumn { contents.references.names }
  @inlinable package var referenceMarks: Column<ReferenceMarks> { contents.references.marks }
  @inlinable package var ends: SparseColumn<ReferenceEnd> { contents.references.ends }
  @inlinable package var referenceExtensions: SparseColumn<Int32> { contents.references.extensions }
}
