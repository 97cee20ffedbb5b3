extension ObjectGraph {
  /// The columns of a graph, in its order: what ``Storage`` is made of.
  ///
  /// - Precondition: Objects and references are in the order of a graph, every index is of an object or
  ///   text that is there, and `outgoingStarts` has one more row than there are objects.
  package struct Contents: Sendable {
    package var heading = GraphHeading()
    package var strings: StringTable
    package var ids: IDColumn
    package var objects: ObjectContents
    package var references: ReferenceContents

    /// References leaving object `i`: those at `outgoingStarts[i]..<outgoingStarts[i + 1]`.
    package var outgoingStarts: Column<Int32>

    package init(
      strings: StringTable, ids: IDColumn, objects: ObjectContents, references: ReferenceContents,
      outgoingStarts: Column<Int32>
    ) {
      self.strings = strings
      self.ids = ids
      self.objects = objects
      self.references = references
      self.outgoingStarts = outgoingStarts
    }
  }

  /// The columns of a graph, shared by all views of it.
  ///
  /// A class, because a view of an object or reference then costs one retain and not a retain for each
  /// column.
  package final class Storage: Sendable {
    package let contents: Contents
    fileprivate let derived: DerivedColumns

    @inlinable package var heading: GraphHeading { contents.heading }
    @inlinable package var strings: StringTable { contents.strings }
    @inlinable package var ids: IDColumn { contents.ids }
    /// References leaving object `i`: those at `outgoingStarts[i]..<outgoingStarts[i + 1]`.
    @inlinable package var outgoingStarts: Column<Int32> { contents.outgoingStarts }

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
      self.contents = contents
      self.derived = derived
    }

    /// The columns that a builder made.
    ///
    /// Where references are counted, both directions of them are made at once. Of what is traced there are no cycles to find,
    /// and few questions lead against the references.
    convenience init(
      heading: GraphHeading, strings: StringTable, ids: IDColumn, objects: ObjectContents,
      references: ReferenceColumns, outgoingStarts: [Int32]
    ) {
      var contents = Contents(
        strings: strings, ids: ids, objects: objects, references: ReferenceContents(references),
        outgoingStarts: Column(outgoingStarts))
      contents.heading = heading
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

extension ObjectGraph.Storage {
  var byteCount: Int {
    contents.objects.byteCount + contents.references.byteCount + ids.byteCount
      + outgoingStarts.byteCount + derived.byteCount + strings.byteCount
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
