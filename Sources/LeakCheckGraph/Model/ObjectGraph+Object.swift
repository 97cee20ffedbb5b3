extension ObjectGraph {
  /// An object of a graph: a view as cheap as an index.
  public struct Object: Sendable {
    /// The object's graph.
    public let graph: ObjectGraph
    package let index: Int32

    private var storage: Storage { graph.storage }

    /// The object's id in the dump.
    public var id: ObjectID { storage.ids[index] }
    /// The type, as the dump writes it.
    public var type: String { storage.strings[typeIndex] }
    /// The index of the type's text, which equal types share.
    package var typeIndex: Int32 { storage.types[Int(index)] }
    /// The kind of object.
    public var kind: ObjectKind {
      ObjectKind(rawValue: storage.strings[storage.kinds[Int(index)]])
    }
    /// The name of this one object, or empty.
    public var name: String { storage.strings[storage.names[Int(index)]] }
    /// The shallow size in bytes.
    public var size: Int64 { storage.sizes[Int(index)] }
    /// Whether the dump declares the object a root.
    public var isRoot: Bool { marks.contains(.root) }
    /// The reason why the object is a root, `nil` if it is not a root, empty if the dump gives no reason.
    public var rootReason: String? {
      isRoot ? storage.contents.objects.rootReasons[index].map { storage.strings[$0] } ?? "" : nil
    }
    /// The expectation whether the object should still exist.
    public var expectation: LifetimeExpectation? {
      let fate: LifetimeExpectation.Fate? =
        marks.contains(.expectedGone) ? .gone : marks.contains(.expectedAlive) ? .alive : nil
      let reason =
        storage.contents.objects.expectationReasons[index].map { storage.strings[$0] } ?? ""
      return fate.map { LifetimeExpectation($0, because: reason) }
    }
    /// The owner of the object's code.
    public var owner: Owner {
      marks.contains(.framework) ? .framework : marks.contains(.test) ? .test : .app
    }
    /// The observed strong retain count, or `nil`.
    public var retainCount: Int32? {
      marks.contains(.hasRetainCount) ? Int32(storage.retainCounts[Int(index)]) : nil
    }
    /// The source file that creates the object, or empty.
    public var file: String { storage.strings[storage.files[Int(index)]] }
    /// The line in ``file``, or 0.
    public var line: Int32 { Int32(storage.lines[Int(index)]) }
    /// The dump's members whose keys begin with `x-`, as JSON text.
    public var extensions: String {
      storage.contents.objects.extensions[index].map { storage.strings[$0] } ?? ""
    }

    package var marks: ObjectMarks { storage.marks[Int(index)] }

    /// The references that the object holds, ordered by name and target.
    public var references: some RandomAccessCollection<Reference> & Sendable {
      let storage = storage
      return ReferenceList(
        graph: graph,
        indices: storage.outgoingStarts[Int(index)]..<storage.outgoingStarts[Int(index) + 1])
    }

    /// The references to the object, ordered by source and name.
    public var referrers: [Reference] {
      let storage = storage
      let (starts, incoming) = (storage.incomingStarts, storage.incoming)
      let run = starts[Int(index)]..<starts[Int(index) + 1]
      return run.map { Reference(graph: graph, index: incoming[Int($0)]) }
    }
  }

  struct ObjectList: RandomAccessCollection, Sendable {
    let graph: ObjectGraph
    var startIndex: Int { 0 }
    var endIndex: Int { graph.storage.types.count }
    subscript(position: Int) -> Object {
      precondition(indices.contains(position), "no object \(position) among \(count)")
      return Object(graph: graph, index: Int32(position))
    }
  }
}

extension ObjectGraph.Object {
  /// The description of the object for a builder.
  public var objectDescription: ObjectDescription {
    var description = ObjectDescription(id: id, type: type)
    description.kind = kind
    description.name = name
    description.size = size
    description.root = rootReason
    description.expectation = expectation
    description.owner = owner
    description.retainCount = retainCount
    description.file = file
    description.line = line
    description.extensions = extensions
    return description
  }
}
