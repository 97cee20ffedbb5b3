/// The objects of a program at one moment, and the references between them.
///
/// A graph is an immutable value. A ``Builder`` makes it once and it never changes, so any thread can read it, and
/// everything derived from it stays true.
///
/// Dense indices identify objects and references. Objects are ordered by id; references by source, then name, then
/// target. The result therefore never depends on the order of the input.
///
/// Memory: ``bytesPerObject`` and ``bytesPerReference`` for what every dump has. Names, files, lines and
/// retain counts cost 4 bytes per object each, as soon as one object has one. Root reasons,
/// expectations' reasons and ends of references cost memory only where they exist. A graph from a binary file
/// takes less: its columns are as narrow as the file's.
public struct ObjectGraph: Sendable {
  package let storage: Storage

  /// The empty graph.
  package static let empty: ObjectGraph = {
    do {
      return try Builder().build()
    } catch {
      preconditionFailure("a graph of nothing is no graph: \(error)")
    }
  }()

  init(storage: Storage) { self.storage = storage }

  /// Creates a graph from columns that are in its order.
  package init(_ contents: Contents) { storage = Storage(contents) }

  /// The size of an object in bytes, without distinct texts and optional columns.
  public static let bytesPerObject: Int = 33

  /// The size of a reference in bytes, without distinct texts.
  public static let bytesPerReference: Int = 17

  /// The treatment of cycles in a graph's origin.
  public enum Collector: String, CaseIterable, Hashable, Sendable {
    /// Automatic reference counting: a retain cycle is never freed.
    case arc
    /// A tracing collector, which frees cycles: only roots keep objects alive.
    case tracing
  }

  /// The moment in a program's life at which a graph is taken.
  public enum Moment: String, CaseIterable, Hashable, Sendable {
    /// After the work, when finished objects have been released: a remaining cycle has leaked or will.
    case after
    /// During the work, of which a reachable cycle may be a part.
    case running
  }

  /// The dump's name, or empty.
  public var name: String { storage.heading.name }

  /// The treatment of cycles in the graph's origin.
  public var collector: Collector { storage.heading.collector }

  /// The moment in the program's life at which the graph was taken.
  public var moment: Moment { storage.heading.moment }

  /// The dump's members whose keys begin with `x-`, as JSON text.
  public var extensions: String { storage.heading.extensions }

  /// All objects, ordered by id.
  public var objects: some RandomAccessCollection<Object> & Sendable {
    ObjectList(graph: self)
  }

  /// All references, ordered by source, name and target.
  public var references: some RandomAccessCollection<Reference> & Sendable {
    ReferenceList(graph: self)
  }

  /// Returns the object with an id, or `nil`.
  ///
  /// - Complexity: O(log objects).
  public func object(withID id: ObjectID) -> Object? {
    storage.ids.index(of: id).map { Object(graph: self, index: $0) }
  }

  /// The distinct types of the objects, in no particular order.
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
  /// The columns of a graph, in its order, from which ``Storage`` is made.
  ///
  /// - Precondition: Objects and references are in the order of a graph, every index refers to an existing object or
  ///   text, and `outgoingStarts` has one more row than there are objects.
  package struct Contents: Sendable {
    package var heading = GraphHeading()
    package var strings: StringTable
    package var ids: IDColumn
    package var objects: ObjectContents
    package var references: ReferenceContents

    /// The starts of the references from object `i`, which are those at `outgoingStarts[i]..<outgoingStarts[i + 1]`.
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

  /// The columns of a graph, shared by all its views.
  ///
  /// A class, so that a view of an object or reference costs one retain instead of one for each column.
  package final class Storage: Sendable {
    package let contents: Contents
    fileprivate let derived: DerivedColumns

    @inlinable package var heading: GraphHeading { contents.heading }
    @inlinable package var strings: StringTable { contents.strings }
    @inlinable package var ids: IDColumn { contents.ids }
    /// The starts of the references from object `i`, which are those at `outgoingStarts[i]..<outgoingStarts[i + 1]`.
    @inlinable package var outgoingStarts: Column<Int32> { contents.outgoingStarts }

    /// The source object of each reference.
    ///
    /// - Complexity: O(1); O(objects + references) on first use in a stored graph.
    package var sources: Column<Int32> { derived.sources(of: outgoingStarts) }

    /// The starts of the references to object `i`, `incoming[incomingStarts[i]..<incomingStarts[i + 1]]`.
    ///
    /// - Complexity: O(1); O(objects + references) on first use in a stored or traced graph.
    package var incomingStarts: Column<Int32> {
      derived.incoming(of: targets, objectCount: ids.count).starts
    }

    /// The references to each object, grouped by object.
    package var incoming: Column<Int32> {
      derived.incoming(of: targets, objectCount: ids.count).order
    }

    /// Creates storage from stored columns.
    package convenience init(_ contents: Contents) {
      self.init(contents, derived: DerivedColumns())
    }

    fileprivate init(_ contents: Contents, derived: DerivedColumns) {
      self.contents = contents
      self.derived = derived
    }

    /// Creates storage from a builder's columns.
    ///
    /// With reference counting, this creates both directions at once. In a traced graph there are no cycles to find,
    /// and few questions follow references backward.
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

  /// The size of this graph's columns in bytes, texts included.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int { storage.byteCount }
}

extension ObjectGraph {
  /// Returns the graph of columns that differ from this graph's only in marks, reasons and ends.
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
  /// The index of an object's name, which equal names share.
  package func nameIndex(of object: Int32) -> Int32 { names[Int(object)] }

  /// The index of an object's kind, which equal kinds share.
  package func kindIndex(of object: Int32) -> Int32 { kinds[Int(object)] }

  /// The line that creates an object, or 0.
  package func line(of object: Int32) -> Int32 { Int32(lines[Int(object)]) }

  /// The index of an object's file, which equal files share.
  package func fileIndex(of object: Int32) -> Int32 { files[Int(object)] }
}
