extension ObjectGraph {
  /// A reference of a graph: a view as cheap as an index.
  public struct Reference: Sendable {
    /// The reference's graph.
    public let graph: ObjectGraph
    package let index: Int32

    private var storage: Storage { graph.storage }

    /// The object that holds the reference.
    public var source: Object { Object(graph: graph, index: storage.sources[Int(index)]) }
    /// The object that the reference refers to.
    public var target: Object { Object(graph: graph, index: storage.targets[Int(index)]) }
    /// The name of the property, capture or element, or empty if unknown.
    public var name: String { storage.strings[storage.referenceNames[Int(index)]] }
    /// The strength, which says whether the reference retains its target.
    public var strength: Strength { marks.strength }
    /// The kind of storage that holds the reference.
    public var kind: ReferenceKind { marks.kind }
    /// The end of the reference, or `nil` if none is known.
    public var until: ReferenceDescription.Until? {
      guard let end = storage.ends[index] else { return nil }
      let caller: ReferenceDescription.Caller =
        switch marks.end {
        case .inDeinit: .inDeinit(of: storage.ids[end.owner])
        case .inTeardown: .inTeardown
        case .automatically, .unknown: .automatically
        }
      var until = ReferenceDescription.Until(event: storage.strings[end.event], called: caller)
      until.extensions = storedExtensions.ofEnd
      return until
    }
    /// The dump's members whose keys begin with `x-`, as JSON text.
    public var extensions: String { storedExtensions.ofReference }

    private var storedExtensions: ReferenceExtensions {
      ReferenceExtensions(storage.referenceExtensions[index].map { storage.strings[$0] } ?? "")
    }

    package var marks: ReferenceMarks { storage.referenceMarks[Int(index)] }
    /// The object whose `deinit` ends the reference, or `nil`.
    package var endingObject: Int32? {
      storage.ends[index].flatMap { $0.owner >= 0 ? $0.owner : nil }
    }
  }

  struct ReferenceList: RandomAccessCollection, Sendable {
    let graph: ObjectGraph
    let range: Range<Int32>

    init(graph: ObjectGraph) { self.init(graph: graph, indices: 0..<graph.referenceCount) }

    init(graph: ObjectGraph, indices: Range<Int32>) {
      self.graph = graph
      range = indices
    }

    var startIndex: Int { Int(range.lowerBound) }
    var endIndex: Int { Int(range.upperBound) }
    subscript(position: Int) -> Reference {
      precondition(range.contains(Int32(position)), "no reference \(position) in \(range)")
      return Reference(graph: graph, index: Int32(position))
    }
  }

  /// The references that some object's `deinit` ends, in ascending order.
  package var referencesEndedInDeinit: [Int32] {
    storage.ends.rows.filter { storage.referenceMarks[Int($0)].end == .inDeinit }
  }
}

extension ObjectGraph.Reference {
  /// The description of the reference for a builder.
  public var referenceDescription: ReferenceDescription {
    var description = ReferenceDescription(from: source.id, to: target.id)
    description.name = name
    description.strength = strength
    description.kind = kind
    description.until = until
    description.extensions = extensions
    return description
  }
}

extension ObjectGraph {
  /// Returns a graph with every object and reference passed through a function.
  ///
  /// Use it to ask what if: the same graph with a weakened reference, another expectation or another root.
  ///
  /// - Throws: ``GraphError`` if the changed descriptions do not form a graph.
  /// - Complexity: O(n log n) in objects and references.
  public func changing(
    objects changeObject: (inout ObjectDescription) -> Void = { _ in },
    references changeReference: (inout ReferenceDescription) -> Void = { _ in }
  ) throws(GraphError) -> ObjectGraph {
    var builder = Builder()
    builder.heading = storage.heading
    for object in objects {
      var description = object.objectDescription
      changeObject(&description)
      builder.add(description)
    }
    for reference in references {
      var description = reference.referenceDescription
      changeReference(&description)
      builder.add(description)
    }
    return try builder.build()
  }
}
