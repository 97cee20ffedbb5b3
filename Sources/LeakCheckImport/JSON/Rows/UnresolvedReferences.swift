import LeakCheckGraph

/// References whose ids have no rows yet, because they precede their objects.
struct UnresolvedReferences {
  var sources: [Int64] = []
  var targets: [Int64] = []
  /// Which of the two ids are texts, see ``ReferenceBatch``; empty while none is.
  var textFlags: [UInt8] = []

  func source(_ row: Int) -> PackedID {
    PackedID(value: sources[row], isText: flags(row) & ReferenceBatch.sourceIsText != 0)
  }

  func target(_ row: Int) -> PackedID {
    PackedID(value: targets[row], isText: flags(row) & ReferenceBatch.targetIsText != 0)
  }

  private func flags(_ row: Int) -> UInt8 { textFlags.isEmpty ? 0 : textFlags[row] }

  /// Appends all of `other`.
  mutating func append(_ other: UnresolvedReferences) {
    if !textFlags.isEmpty || !other.textFlags.isEmpty {
      textFlags += repeatElement(0, count: sources.count - textFlags.count)
      textFlags += other.textFlags
      textFlags += repeatElement(0, count: other.sources.count - other.textFlags.count)
    }
    sources += other.sources
    targets += other.targets
  }

  /// Replaces the index of each text.
  mutating func moveTexts(to texts: [Int32]) {
    for row in textFlags.indices where textFlags[row] != 0 {
      sources[row] = source(row).moved(to: texts).value
      targets[row] = target(row).moved(to: texts).value
    }
  }

  /// The rows of all sources and all targets, -1 for an id that no object has.
  func rows(in table: IDTable) -> (sources: [Int32], targets: [Int32]) {
    if textFlags.isEmpty { return (table.rows(of: sources), table.rows(of: targets)) }
    return (
      sources.indices.map { table[source($0)] ?? -1 },
      targets.indices.map { table[target($0)] ?? -1 }
    )
  }
}

extension PackedID {
  /// The id with its text's index replaced.
  func moved(to texts: [Int32]) -> PackedID {
    isText ? PackedID(value: Int64(texts[Int(value)]), isText: true) : self
  }
}
