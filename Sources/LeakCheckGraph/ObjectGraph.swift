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
/// expectations' reasons and ends of references cost only where they are.
public struct ObjectGraph: Sendable {
  package let storage: Storage

  /// The bytes that an object takes, distinct texts and optional columns apart.
  public static let bytesPerObject: Int = 33

  /// The bytes that a reference takes, distinct texts apart.
  public static let bytesPerReference: Int = 17

  /// How cycles are treated where the graph comes from.
  public enum Collector: String, CaseIterable, Hashable, Sendable {
    /// Automatic reference counting: a retain cycle is never freed.
    case arc
    /// A tracing collector: cycles are collected, only roots keep objects.
    case tracing
  }

  /// What the dump calls itself; empty when it does not.
  public var name: String { storage.name }

  /// How cycles are treated where the graph comes from.
  public var collector: Collector { storage.collector }

  /// Members of the dump whose keys begin with `x-`, as JSON text.
  public var extensions: String { storage.extensions }

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

  /// The number of objects.
  package var objectCount: Int32 { Int32(storage.types.count) }

  /// The number of references.
  package var referenceCount: Int32 { Int32(storage.targets.count) }

  package func object(_ index: Int32) -> Object { Object(graph: self, index: index) }

  package func reference(_ index: Int32) -> Reference { Reference(graph: self, index: index) }
}

extension ObjectGraph {
  /// The columns of a graph.
  ///
  /// A class, because a view of an object or reference then costs one retain and not a retain for each
  /// column.
  package final class Storage: Sendable {
    let name: String
    let collector: Collector
    let extensions: String
    package let strings: StringTable

    let ids: IDColumn
    package let types: [Int32]
    let kinds: [Int32]
    package let sizes: [Int64]
    package let marks: [ObjectMarks]
    let names: OptionalColumn
    let files: OptionalColumn
    let lines: OptionalColumn
    let retainCounts: OptionalColumn
    let rootReasons: SparseColumn<Int32>
    let expectationReasons: SparseColumn<Int32>
    let objectExtensions: SparseColumn<Int32>

    package let sources: [Int32]
    package let targets: [Int32]
    package let referenceNames: [Int32]
    package let referenceMarks: [ReferenceMarks]
    let ends: SparseColumn<ReferenceEnd>
    let referenceExtensions: SparseColumn<Int32>

    /// References leaving object `i`: those at `outgoingStarts[i]..<outgoingStarts[i + 1]`.
    package let outgoingStarts: [Int32]
    /// References reaching object `i`: `incoming[incomingStarts[i]..<incomingStarts[i + 1]]`.
    package let incomingStarts: [Int32]
    package let incoming: [Int32]

    init(
      named name: String, collector: Collector, extensions: String, strings: StringTable,
      ids: IDColumn, objects: ObjectColumns, references: ReferenceColumns,
      outgoingStarts: [Int32], support: BuildSupport
    ) {
      self.name = name
      self.collector = collector
      self.extensions = extensions
      self.strings = strings
      self.ids = ids
      types = objects.types
      kinds = objects.kinds
      sizes = objects.sizes
      marks = objects.marks
      names = objects.names
      files = objects.files
      lines = objects.lines
      retainCounts = objects.retainCounts
      rootReasons = objects.rootReasons
      expectationReasons = objects.expectationReasons
      objectExtensions = objects.extensions
      sources = references.sources
      targets = references.targets
      referenceNames = references.names
      referenceMarks = references.marks
      ends = references.ends
      referenceExtensions = references.extensions
      self.outgoingStarts = outgoingStarts
      (incomingStarts, incoming) = Adjacency.inverse(
        of: references.targets, vertexCount: objects.types.count, support: support)
    }
  }

  /// The bytes that the columns of this graph take, texts included.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int {
    let objects = Int(objectCount)
    let references = Int(referenceCount)
    let optional = [storage.names, storage.files, storage.lines, storage.retainCounts]
    return objects * Self.bytesPerObject + references * Self.bytesPerReference
      + optional.reduce(0) { $0 + $1.byteCount } + storage.strings.byteCount
      + storage.ids.textByteCount
  }
}

extension ObjectGraph.Storage {
  /// The text of an object's name, as an index that equal names share.
  package func nameIndex(of object: Int32) -> Int32 { names[object] }

  /// The text of an object's file, as an index that equal files share.
  package func fileIndex(of object: Int32) -> Int32 { files[object] }
}
