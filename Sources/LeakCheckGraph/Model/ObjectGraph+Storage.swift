extension ObjectGraph {
  /// The columns of a graph, in its order: what ``Storage`` is made of.
  ///
  /// - Precondition: Objects and references are in the order of a graph, every index is of an object or
  ///   text that is there, and `outgoingStarts` has one more row than there are objects.
  package struct Contents: Sendable {
    package var heading = GraphHeading()
    package var strings: StringTable

    package var ids: IDColumn
    package var types: TextColumn
    package var kinds: TextColumn
    package var sizes: IntegerColumn
    package var marks: Column<ObjectMarks>
    package var names: TextColumn
    package var files: TextColumn
    package var lines: IntegerColumn
    package var retainCounts: IntegerColumn
    package var rootReasons: SparseColumn<Int32> = .init()
    package var expectationReasons: SparseColumn<Int32> = .init()
    package var objectExtensions: SparseColumn<Int32> = .init()

    package var targets: Column<Int32>
    package var referenceNames: TextColumn
    package var referenceMarks: Column<ReferenceMarks>
    package var ends: SparseColumn<ReferenceEnd> = .init()
    package var referenceExtensions: SparseColumn<Int32> = .init()

    /// References leaving object `i`: those at `outgoingStarts[i]..<outgoingStarts[i + 1]`.
    package var outgoingStarts: Column<Int32>

    /// Columns with a row for each object and reference, and nothing in most of them.
    package init(
      strings: StringTable, ids: IDColumn, marks: Column<ObjectMarks>, targets: Column<Int32>,
      referenceMarks: Column<ReferenceMarks>, outgoingStarts: Column<Int32>
    ) {
      self.strings = strings
      self.ids = ids
      self.marks = marks
      self.targets = targets
      self.referenceMarks = referenceMarks
      self.outgoingStarts = outgoingStarts
      let zeros = IntegerColumn(zeros: ids.count)
      (types, kinds, names, files) = (
        TextColumn(zeros), TextColumn(zeros), TextColumn(zeros), TextColumn(zeros)
      )
      (sizes, lines, retainCounts) = (zeros, zeros, zeros)
      referenceNames = TextColumn(IntegerColumn(zeros: targets.count))
    }
  }

  /// The columns of a graph, shared by all views of it.
  ///
  /// A class, because a view of an object or reference then costs one retain and not a retain for each
  /// column.
  package final class Storage: Sendable {
    package let heading: GraphHeading
    package let strings: StringTable

    package let ids: IDColumn
    package let types: TextColumn
    package let kinds: TextColumn
    package let sizes: IntegerColumn
    package let marks: Column<ObjectMarks>
    package let names: TextColumn
    package let files: TextColumn
    package let lines: IntegerColumn
    package let retainCounts: IntegerColumn
    package let rootReasons: SparseColumn<Int32>
    package let expectationReasons: SparseColumn<Int32>
    package let objectExtensions: SparseColumn<Int32>

    package let targets: Column<Int32>
    package let referenceNames: TextColumn
    package let referenceMarks: Column<ReferenceMarks>
    package let ends: SparseColumn<ReferenceEnd>
    package let referenceExtensions: SparseColumn<Int32>

    /// References leaving object `i`: those at `outgoingStarts[i]..<outgoingStarts[i + 1]`.
    package let outgoingStarts: Column<Int32>
    fileprivate let derived: DerivedColumns

    /// The object that each reference leaves.
    ///
    /// - Complexity: O(1); O(objects + references) at the first use in a graph that was stored.
    package var sources: Column<Int32> { derived.sources(of: outgoingStarts) }

    /// References reaching object `i`: `incoming[incomingStarts[i]..<incomingStarts[i + 1]]`.
    ///
    /// - Complexity: O(1); O(objects + references) at the first use in a graph that was stored or is traced.
    package var incomingStarts: Column<Int32> {
      derived.incoming(of: targets, objectCount: ids.count).starts
    }

    /// The references reaching each object, grouped by it.
    package var incoming: Column<Int32> {
      derived.incoming(of: targets, objectCount: ids.count).order
    }

    /// The columns that were stored.
    package convenience init(_ contents: Contents) {
      self.init(contents, derived: DerivedColumns())
    }

    fileprivate init(_ contents: Contents, derived: DerivedColumns) {
      self.derived = derived
      heading = contents.heading
      strings = contents.strings
      ids = contents.ids
      types = contents.types
      kinds = contents.kinds
      sizes = contents.sizes
      marks = contents.marks
      names = contents.names
      files = contents.files
      lines = contents.lines
      retainCounts = contents.retainCounts
      rootReasons = contents.rootReasons
      expectationReasons = contents.expectationReasons
      objectExtensions = contents.objectExtensions
      targets = contents.targets
      referenceNames = contents.referenceNames
      referenceMarks = contents.referenceMarks
      ends = contents.ends
      referenceExtensions = contents.referenceExtensions
      outgoingStarts = contents.outgoingStarts
    }

    /// The columns that a builder made.
    ///
    /// Where references are counted, both directions of them are made at once. Of what is traced there are no cycles to find,
    /// and few questions lead against the references.
    convenience init(
      heading: GraphHeading, strings: StringTable, ids: IDColumn, objects: ObjectColumns,
      references: ReferenceColumns, outgoingStarts: [Int32]
    ) {
      var contents = Contents(
        strings: strings, ids: ids, marks: Column(objects.marks),
        targets: Column(references.targets), referenceMarks: Column(references.marks),
        outgoingStarts: Column(outgoingStarts))
      contents.heading = heading
      contents.take(objects)
      contents.referenceNames = TextColumn(references.names)
      contents.ends = references.ends
      contents.referenceExtensions = references.extensions
      let incoming =
        heading.collector == .arc
        ? Adjacency.inverse(of: references.targets, vertexCount: ids.count) : nil
      self.init(
        contents,
        derived: DerivedColumns(sources: references.sources, incoming: incoming))
    }
  }

  /// The bytes that the columns of this graph take, texts included.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int { storage.byteCount }
}

extension ObjectGraph {
  /// The graph of columns that differ from those of this one in marks, reasons and ends alone.
  func amended(by contents: Contents) -> ObjectGraph {
    ObjectGraph(storage: Storage(contents, derived: storage.derived))
  }
}

extension ObjectGraph.Contents {
  /// The columns of a graph.
  init(of storage: ObjectGraph.Storage) {
    self.init(
      strings: storage.strings, ids: storage.ids, marks: storage.marks, targets: storage.targets,
      referenceMarks: storage.referenceMarks, outgoingStarts: storage.outgoingStarts)
    heading = storage.heading
    types = storage.types
    kinds = storage.kinds
    sizes = storage.sizes
    names = storage.names
    files = storage.files
    lines = storage.lines
    retainCounts = storage.retainCounts
    rootReasons = storage.rootReasons
    expectationReasons = storage.expectationReasons
    objectExtensions = storage.objectExtensions
    referenceNames = storage.referenceNames
    ends = storage.ends
    referenceExtensions = storage.referenceExtensions
  }

  fileprivate mutating func take(_ objects: ObjectColumns) {
    types = TextColumn(objects.types)
    kinds = TextColumn(objects.kinds)
    sizes = IntegerColumn(objects.sizes)
    names = TextColumn(Self.column(objects.names, count: ids.count))
    files = TextColumn(Self.column(objects.files, count: ids.count))
    lines = Self.column(objects.lines, count: ids.count)
    retainCounts = Self.column(objects.retainCounts, count: ids.count)
    rootReasons = objects.rootReasons
    expectationReasons = objects.expectationReasons
    objectExtensions = objects.extensions
  }

  /// A column that takes no memory while every value is 0.
  private static func column(_ values: [Int32], count: Int) -> IntegerColumn {
    values.allSatisfy { $0 == 0 } ? IntegerColumn(zeros: count) : IntegerColumn(values)
  }
}

extension ObjectGraph.Storage {
  var byteCount: Int {
    let texts = [types, kinds, names, files, referenceNames].reduce(0) { $0 + $1.byteCount }
    let numbers = [sizes, lines, retainCounts].reduce(0) { $0 + $1.byteCount }
    return texts + numbers + ids.byteCount + marks.byteCount + targets.byteCount
      + referenceMarks.byteCount + outgoingStarts.byteCount + derived.byteCount + strings.byteCount
  }
}

extension ObjectGraph.Storage {
  /// The text of an object's name, as an index that equal names share.
  package func nameIndex(of object: Int32) -> Int32 { names[Int(object)] }

  /// The text of an object's kind, as an index that equal kinds share.
  package func kindIndex(of object: Int32) -> Int32 { kinds[Int(object)] }

  /// The line that creates an object, or 0.
  package func line(of object: Int32) -> Int32 { Int32(lines[Int(object)]) }

  /// The text of an object's file, as an index that equal files share.
  package func fileIndex(of object: Int32) -> Int32 { files[Int(object)] }
}
