import LeakCheckGraph

extension JSONGraphParser {
  /// The graph of a file that was read to its end, or `nil` when an id is wrong and must be looked for.
  ///
  /// The columns are given away.
  mutating func graph() throws(GraphError) -> ObjectGraph? {
    if hasWrongID { return nil }
    if table == nil { table = try IDTable(of: columns.objectIDs) }
    guard let table else { return nil }
    try resolveReferences(by: table)
    try resolveEnds(by: table)
    self.table = nil
    return try columns.takeGraph()
  }

  /// Resolves what was left for the end: all sources, then all targets, in the order of the file.
  private mutating func resolveReferences(by table: IDTable) throws(GraphError) {
    let references = unresolved
    unresolved = UnresolvedReferences()
    guard !references.sources.isEmpty else { return }
    let (sources, targets) = references.rows(in: table)
    if let row = sources.firstIndex(of: -1) {
      let id = columns.objectIDs.unpack(references.source(row))
      throw .unknownObject(id, reference: row, end: .from)
    }
    if let row = targets.firstIndex(of: -1) {
      let id = columns.objectIDs.unpack(references.target(row))
      throw .unknownObject(id, reference: row, end: .to)
    }
    (columns.references.sources, columns.references.targets) = (sources, targets)
  }

  private mutating func resolveEnds(by table: IDTable) throws(GraphError) {
    for owner in endOwners {
      guard let row = table[owner.id] else {
        throw .unknownObject(
          columns.objectIDs.unpack(owner.id),
          reference: Int(columns.references.ends.rows[owner.end]), end: .endingObject)
      }
      columns.references.ends.change(at: owner.end) { $0.owner = row }
    }
  }
}
