extension ObjectGraph {
  /// A builder that collects objects and references in any order and turns them into a graph.
  ///
  /// You can add references before the objects that they name.
  public struct Builder: Sendable {
    /// The dump's statements about the graph as a whole.
    package var heading = GraphHeading()
    private var columns = GraphColumns()
    /// The objects added last, which go into the columns many at a time.
    private var latest: [ObjectRow] = []
    private static let mostLatest = 256
    private var sourceIDs = ObjectIDs()
    private var targetIDs = ObjectIDs()
    private var endOwners: [Int32: PackedID] = [:]

    /// Creates an empty builder.
    public init() {}

    /// The dump's name.
    public var name: String {
      get { heading.name }
      set { heading.name = newValue }
    }

    /// The treatment of cycles in the graph's origin.
    public var collector: Collector {
      get { heading.collector }
      set { heading.collector = newValue }
    }

    /// The moment in the program's life at which the graph was taken.
    public var moment: Moment {
      get { heading.moment }
      set { heading.moment = newValue }
    }

    /// The dump's members whose keys begin with `x-`, as JSON text.
    public var extensions: String {
      get { heading.extensions }
      set { heading.extensions = newValue }
    }

    /// The number of objects added so far.
    public var objectCount: Int { columns.objectIDs.count + latest.count }

    /// The number of references added so far.
    public var referenceCount: Int { columns.references.names.count }

    /// Makes room for so many objects and references, and for a few more of each, so that lists of millions are not
    /// copied while they grow; room that is never used costs nothing.
    package mutating func reserveCapacity(objects: Int, references: Int) {
      let (objects, references) = (objects + objects / 8 + 1024, references + references / 8 + 1024)
      columns.objectIDs.reserveCapacity(objects)
      columns.objects.reserveCapacity(objects)
      sourceIDs.reserveCapacity(references)
      targetIDs.reserveCapacity(references)
      columns.references.names.reserveCapacity(references)
      columns.references.marks.reserveCapacity(references)
    }

    /// Adds an object.
    ///
    /// - Complexity: O(length of its texts), amortized.
    public mutating func add(_ object: ObjectDescription) { add(row(of: object)) }

    /// Adds an object whose texts are indices.
    package mutating func add(_ row: ObjectRow) {
      latest.append(row)
      if latest.count == Self.mostLatest { appendLatest() }
    }

    private mutating func appendLatest() {
      columns.append(latest)
      latest.removeAll(keepingCapacity: true)
    }

    /// An object with its texts as indices, from which you can make others that differ only in numbers.
    package mutating func row(of object: ObjectDescription) -> ObjectRow {
      let id = columns.objectIDs.pack(object.id)
      return ObjectRow(object, id: id) { columns.strings.intern($0) }
    }

    /// Returns the index of a text.
    package mutating func intern(_ text: String) -> Int32 { columns.strings.intern(text) }

    /// Returns the index of the name of an array element.
    package mutating func intern(element position: Int) -> Int32 {
      columns.strings.element(position)
    }

    /// Adds a reference between objects with numeric ids; its name is an index.
    package mutating func addReference(
      from source: Int64, to target: Int64, name: Int32, marks: ReferenceMarks
    ) {
      sourceIDs.append(PackedID(value: source, isText: false))
      targetIDs.append(PackedID(value: target, isText: false))
      columns.references.names.append(name)
      columns.references.marks.append(marks)
    }

    /// Adds a reference.
    ///
    /// - Complexity: O(length of its texts), amortized.
    public mutating func add(_ reference: ReferenceDescription) {
      let row = Int32(referenceCount)
      sourceIDs.append(columns.objectIDs.pack(reference.from))
      targetIDs.append(columns.objectIDs.pack(reference.to))
      columns.references.names.append(columns.strings.intern(reference.name))
      columns.references.marks.append(
        ReferenceMarks(
          strength: reference.strength, kind: reference.kind, end: .init(reference.until)))
      if let until = reference.until {
        let event = columns.strings.intern(until.event)
        columns.references.ends.append(ReferenceEnd(event: event, owner: -1), at: row)
        if case .inDeinit(let owner) = until.called {
          endOwners[row] = columns.objectIDs.pack(owner)
        }
      }
      let extensions = ReferenceExtensions(
        ofReference: reference.extensions, ofEnd: reference.until?.extensions ?? "")
      if !extensions.text.isEmpty {
        columns.references.extensions.append(columns.strings.intern(extensions.text), at: row)
      }
    }

    /// Builds the graph of everything added.
    ///
    /// - Throws: ``GraphError`` for the first id, in order of addition, that two objects have, or that a reference
    ///   names and no object has.
    /// - Complexity: O(objects + references), and a sort of the texts, of unordered text ids, and of each object's
    ///   references.
    public consuming func build() throws(GraphError) -> ObjectGraph {
      appendLatest()
      let table = try IDTable(of: columns.objectIDs)
      columns.heading = heading
      columns.references.sources = try rows(of: sourceIDs, end: .from, in: table)
      columns.references.targets = try rows(of: targetIDs, end: .to, in: table)
      for (position, reference) in columns.references.ends.rows.enumerated() {
        guard let owner = endOwners[reference] else { continue }
        let row = try row(of: owner, reference: Int(reference), end: .endingObject, in: table)
        columns.references.ends.change(at: position) { $0.owner = row }
      }
      return try columns.graph()
    }

    private func rows(
      of ids: ObjectIDs, end: GraphError.End, in table: IDTable
    ) throws(GraphError) -> [Int32] {
      if ids.areNumbers {
        let rows = table.rows(of: ids.values)
        guard let lost = rows.firstIndex(where: { $0 < 0 }) else { return rows }
        throw .unknownObject(.number(ids.values[lost]), reference: lost, end: end)
      }
      var rows: [Int32] = []
      rows.reserveCapacity(ids.count)
      for reference in 0..<ids.count {
        rows.append(try row(of: ids[reference], reference: reference, end: end, in: table))
      }
      return rows
    }

    private func row(
      of id: PackedID, reference: Int, end: GraphError.End, in table: IDTable
    ) throws(GraphError) -> Int32 {
      if let row = table[id] { return row }
      throw .unknownObject(columns.objectIDs.unpack(id), reference: reference, end: end)
    }
  }
}

/// An error in the objects and references of a graph.
public enum GraphError: Error, Equatable, Sendable {
  /// The end of a reference whose id names no object.
  public enum End: Sendable {
    /// The source.
    case from
    /// The target.
    case to
    /// The object whose `deinit` ends it.
    case endingObject
  }

  /// Two objects have the same id; `first` and `second` count objects in order of addition.
  case duplicateID(ObjectID, first: Int, second: Int)
  /// A reference, counted in order of addition, names an object that does not exist.
  case unknownObject(ObjectID, reference: Int, end: End)
}

extension ReferenceMarks.End {
  fileprivate init(_ until: ReferenceDescription.Until?) {
    self =
      switch until?.called {
      case nil: .unknown
      case .automatically: .automatically
      case .inTeardown: .inTeardown
      case .inDeinit: .inDeinit
      }
  }
}
