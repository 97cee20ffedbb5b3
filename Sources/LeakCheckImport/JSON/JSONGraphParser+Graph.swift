import LeakCheckGraph

extension JSONGraphParser {
  /// The graph of a file that was read to its end, or `nil` when an id is wrong and must be looked for.
  ///
  /// The columns are given away.
  mutating func graph(fork: Fork) throws(GraphError) -> ObjectGraph? {
    if hasWrongID { return nil }
    if table == nil { table = try IDTable(of: columns.objectIDs) }
    guard let table else { return nil }
    try resolveReferences(by: table)
    try resolveEnds(by: table)
    self.table = nil
    var complete = GraphColumns()
    swap(&complete, &columns)
    return try complete.graph(fork: fork)
  }

  /// Resolves what was left for the end: all sources, then all targets, in the order of the file.
  private mutating func resolveReferences(by table: IDTable) throws(GraphError) {
    let references = unresolved
    unresolved = UnresolvedReferences()
    guard !references.sources.isEmpty else { return }
    columns.sources = try rows(references.sources.count, .from, by: table) { references.source($0) }
    columns.targets = try rows(references.targets.count, .to, by: table) { references.target($0) }
  }

  private func rows(
    _ count: Int, _ end: GraphError.End, by table: IDTable, id: (Int) -> PackedID
  ) throws(GraphError) -> [Int32] {
    var rows: [Int32] = []
    rows.reserveCapacity(count)
    for reference in 0..<count {
      guard let row = table[id(reference)] else {
        throw .unknownObject(
          columns.objectIDs.unpack(id(reference)), reference: reference, end: end)
      }
      rows.append(row)
    }
    return rows
  }

  private mutating func resolveEnds(by table: IDTable) throws(GraphError) {
    for owner in endOwners {
      guard let row = table[owner.id] else {
        throw .unknownObject(
          columns.objectIDs.unpack(owner.id), reference: Int(columns.ends[owner.end].row),
          end: .endingObject)
      }
      columns.ends[owner.end].owner = row
    }
  }
}
