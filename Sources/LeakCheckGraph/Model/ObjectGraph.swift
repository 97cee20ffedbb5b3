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
