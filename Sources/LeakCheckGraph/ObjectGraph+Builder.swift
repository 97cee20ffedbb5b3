extension ObjectGraph {
  /// Collects objects and references in any order and makes the graph of them.
  ///
  /// References may be added before the objects they name.
  public struct Builder: Sendable {
    /// What the dump calls itself.
    public var name: String = ""
    /// How cycles are treated where the graph comes from.
    public var collector: Collector = .arc
    /// Members of the dump whose keys begin with `x-`, as JSON text.
    public var extensions: String = ""

    var strings = StringInterner()
    private var ids = IDBuilder()
    private var objects = ObjectColumns()
    private var objectIDs: [PackedID] = []
    private var references = ReferenceColumns()
    private var sourceIDs: [PackedID] = []
    private var targetIDs: [PackedID] = []
    private var endOwners = SparseColumn<PackedID>()

    /// A builder without objects.
    public init() {}

    /// The number of objects added so far.
    public var objectCount: Int { objects.types.count }

    /// The number of references added so far.
    public var referenceCount: Int { references.names.count }

    /// Adds an object.
    ///
    /// - Complexity: O(length of its texts), amortised.
    public mutating func add(_ object: ObjectDescription) {
      let index = objectCount
      let row = Int32(index)
      objectIDs.append(ids.pack(object.id))
      objects.types.append(strings.intern(object.type))
      objects.kinds.append(strings.intern(object.kind.rawValue))
      objects.sizes.append(object.size)
      objects.marks.append(ObjectMarks(of: object))
      objects.names.append(strings.intern(object.name), at: index)
      objects.files.append(strings.intern(object.file), at: index)
      objects.lines.append(object.line, at: index)
      objects.retainCounts.append(object.retainCount ?? 0, at: index)
      if let reason = object.root, !reason.isEmpty {
        objects.rootReasons.append(strings.intern(reason), at: row)
      }
      if let reason = object.expectation?.reason, !reason.isEmpty {
        objects.expectationReasons.append(strings.intern(reason), at: row)
      }
      if !object.extensions.isEmpty {
        objects.extensions.append(strings.intern(object.extensions), at: row)
      }
    }

    /// Adds a reference.
    ///
    /// - Complexity: O(length of its texts), amortised.
    public mutating func add(_ reference: ReferenceDescription) {
      let row = Int32(referenceCount)
      sourceIDs.append(ids.pack(reference.from))
      targetIDs.append(ids.pack(reference.to))
      references.names.append(strings.intern(reference.name))
      references.marks.append(
        ReferenceMarks(
          strength: reference.strength, kind: reference.kind, end: .init(reference.until)))
      if let until = reference.until {
        references.ends.append(
          ReferenceEnd(event: strings.intern(until.event), owner: -1), at: row)
        if case .inDeinit(let owner) = until.called { endOwners.append(ids.pack(owner), at: row) }
      }
      if !reference.extensions.isEmpty {
        references.extensions.append(strings.intern(reference.extensions), at: row)
      }
    }

    /// The graph of everything added.
    ///
    /// - Throws: ``GraphError`` for an id that two objects have, or that a reference names and no object
    ///   has; the first in the order of adding.
    /// - Complexity: O(n log n) in objects and references; without the logarithm where they come sorted.
    public consuming func build() throws(GraphError) -> ObjectGraph {
      let rows = ids.sortedRows(of: objectIDs)
      try checkDuplicates(in: rows)
      let position = rows.inverted()
      let index = IDIndex(of: objectIDs, rows: rows, textCount: ids.textCount)
      references.sources = try resolve(sourceIDs, end: .from, in: index)
      references.targets = try resolve(targetIDs, end: .to, in: index)
      references.ends = try resolvedEnds(in: index)
      let storage = Storage(
        named: name, collector: collector, extensions: extensions, strings: strings.table,
        ids: ids.column(of: objectIDs, rows: rows),
        objects: objects.reordered(by: rows, position: position),
        references: references.sorted(by: strings.table.ranks()))
      return ObjectGraph(storage: storage)
    }

    private func checkDuplicates(in rows: [Int32]) throws(GraphError) {
      var second = Int32.max
      for (left, right) in zip(rows, rows.dropFirst())
      where objectIDs[Int(left)] == objectIDs[Int(right)] {
        second = min(second, max(left, right))
      }
      guard second < .max else { return }
      let id = objectIDs[Int(second)]
      let first = objectIDs.firstIndex(of: id) ?? 0
      throw .duplicateID(ids.unpack(id), first: first, second: Int(second))
    }

    private func resolve(
      _ packed: [PackedID], end: GraphError.End, in index: IDIndex
    ) throws(GraphError) -> [Int32] {
      var resolved: [Int32] = []
      resolved.reserveCapacity(packed.count)
      for (reference, id) in packed.enumerated() {
        guard let object = index[id] else {
          throw .unknownObject(ids.unpack(id), reference: reference, end: end)
        }
        resolved.append(object)
      }
      return resolved
    }

    private func resolvedEnds(in index: IDIndex) throws(GraphError) -> SparseColumn<ReferenceEnd> {
      var resolved = SparseColumn<ReferenceEnd>()
      for (row, var end) in zip(references.ends.rows, references.ends.values) {
        if let owner = endOwners[row] {
          guard let object = index[owner] else {
            throw .unknownObject(ids.unpack(owner), reference: Int(row), end: .endingObject)
          }
          end.owner = object
        }
        resolved.append(end, at: row)
      }
      return resolved
    }
  }
}

/// Why objects and references make no graph.
public enum GraphError: Error, Equatable, Sendable {
  /// Which id of a reference names no object.
  public enum End: Sendable {
    /// The source.
    case from
    /// The target.
    case to
    /// The object whose `deinit` ends it.
    case endingObject
  }

  /// Two objects have one id; `first` and `second` count the objects in the order of adding.
  case duplicateID(ObjectID, first: Int, second: Int)
  /// A reference, counted in the order of adding, names an object that is not there.
  case unknownObject(ObjectID, reference: Int, end: End)
}

extension ReferenceColumns {
  /// The references in the graph's order: source, name, target, then everything else.
  func sorted(by ranks: [Int32]) -> ReferenceColumns {
    let keys = sources.indices.map { row in
      (sources[row], ranks[Int(names[row])], targets[row], marks[row].rawValue)
    }
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    if isSorted { return self }
    let rows = (0..<Int32(keys.count)).sorted { left, right in
      let (a, b) = (keys[Int(left)], keys[Int(right)])
      return a == b ? endPrecedes(left, right, ranks) : a < b
    }
    return reordered(by: rows, position: rows.inverted())
  }

  private func endPrecedes(_ left: Int32, _ right: Int32, _ ranks: [Int32]) -> Bool {
    func key(_ row: Int32) -> (Int32, Int32, Int32) {
      let end = ends[row]
      return (
        end.map { ranks[Int($0.event)] } ?? -1, end?.owner ?? -1,
        extensions[row].map { ranks[Int($0)] } ?? -1
      )
    }
    return key(left) < key(right)
  }
}

extension ObjectMarks {
  fileprivate init(of object: ObjectDescription) {
    self = []
    if object.root != nil { insert(.root) }
    if object.expectation?.fate == .gone { insert(.expectedGone) }
    if object.expectation?.fate == .alive { insert(.expectedAlive) }
    if object.owner == .framework { insert(.framework) }
    if object.owner == .test { insert(.test) }
    if object.retainCount != nil { insert(.hasRetainCount) }
  }
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

extension [Int32] {
  /// The inverse of a permutation.
  package func inverted() -> [Int32] {
    var inverse = [Int32](repeating: 0, count: count)
    for (position, row) in enumerated() { inverse[Int(row)] = Int32(position) }
    return inverse
  }
}
