/// The objects of a program at one moment, and the references between them.
///
/// An immutable value: it is made once by a ``Builder`` and never changes, so it can be read from any
/// thread, and everything derived from it stays true.
///
/// Objects and references are known by dense indices. Objects are ordered by id; references by source,
/// then name, then target. The order of the input therefore never shows.
///
/// Memory: ``bytesPerObject`` and ``bytesPerReference`` for what every dump has. Names, files, lines and
/// retain counts cost 4 bytes an object each, from the first object on that has one; root reasons,
/// expectations' reasons and ends of references cost only where they are. A graph that a binary file has
/// stored takes less: its columns are as narrow as the file's, and stay there.
public struct ObjectGraph: Sendable {
  package let storage: Storage

  /// The graph of nothing.
  package static let empty: ObjectGraph = {
    do {
      return try Builder().build()
    } catch {
      preconditionFailure("a graph of nothing is no graph: \(error)")
    }
  }()

  init(storage: Storage) { self.storage = storage }

  /// The graph of columns that are in its order.
  package init(_ contents: Contents) { storage = Storage(contents) }

  /// The bytes that an object takes, distinct texts and optional columns apart.
  public static let bytesPerObject: Int = 33

  /// The bytes that a reference takes, distinct texts apart.
  public static let bytesPerReference: Int = 17

  /// The treatment of cycles where the graph comes from.
  public enum Collector: String, CaseIterable, Hashable, Sendable {
    /// Automatic reference counting: a retain cycle is never freed.
    case arc
    /// A tracing collector: cycles are collected, only roots keep objects.
    case tracing
  }

  /// When in the program's life a graph was taken.
  public enum Moment: String, CaseIterable, Hashable, Sendable {
    /// What is over has been let go: a cycle that is still there has leaked, or will.
    case after
    /// The program is in the midst of its work, of which a reachable cycle may be a part.
    case running
  }

  /// What the dump calls itself; empty when it does not.
  public var name: String { storage.heading.name }

  /// How cycles are treated where the graph comes from.
  public var collector: Collector { storage.heading.collector }

  /// When in the program's life the graph was taken.
  public var moment: Moment { storage.heading.moment }

  /// Members of the dump whose keys begin with `x-`, as JSON text.
  public var extensions: String { storage.heading.extensions }

  /// All objects, ordered by id.
  public var objects: some RandomAccessCollection<Object> & Sendable {
    ObjectList(graph: self)
  }

  /// All references, ordered by source, name and target.
  public var references: some RandomAccessCollection<Reference> & Sendable {
    ReferenceList(graph: self)
  }

  /// The object with this id, or `nil`.
  ///
  /// - Complexity: O(log objects).
  public func object(withID id: ObjectID) -> Object? {
    storage.ids.index(of: id).map { Object(graph: self, index: $0) }
  }

  /// The types of the objects, each once, in no order.
  ///
  /// - Complexity: O(objects).
  package var types: [String] {
    Set(objects.lazy.map(\.typeIndex)).map { storage.strings[$0] }
  }

  /// The number of objects.
  package var objectCount: Int32 { Int32(storage.types.count) }

  /// The number of references.
  package var referenceCount: Int32 { Int32(storage.targets.count) }

  package func object(_ index: Int32) -> Object { Object(graph: self, index: index) }

  package func reference(_ index: Int32) -> Reference { Reference(graph: self, index: index) }
}

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
