extension GraphColumns {
  /// Appends the rows of other columns, which are emptied; the ids of references are the caller's matter.
  ///
  /// - Parameters:
  ///   - other: Columns with a table of texts of their own.
  ///   - texts: The index here of each text there.
  package mutating func append(_ other: inout GraphColumns, texts: [Int32]) {
    appendObjects(of: &other, texts: texts)
    appendReferences(of: &other, texts: texts)
  }

  private mutating func appendObjects(of other: inout GraphColumns, texts: [Int32]) {
    let (start, added) = (types.count, other.types.count)
    append(\.names, of: &other, at: start, added, texts)
    append(\.files, of: &other, at: start, added, texts)
    append(\.lines, of: &other, at: start, added, nil)
    append(\.retainCounts, of: &other, at: start, added, nil)
    types.append(other.types.taken(), in: texts)
    kinds.append(other.kinds.taken(), in: texts)
    sizes += other.sizes.taken()
    marks += other.marks.taken()
    rootReasons.append(other.rootReasons, at: start, in: texts)
    expectationReasons.append(other.expectationReasons, at: start, in: texts)
    objectExtensions.append(other.objectExtensions, at: start, in: texts)
  }

  private mutating func appendReferences(of other: inout GraphColumns, texts: [Int32]) {
    let start = referenceNames.count
    referenceNames.append(other.referenceNames.taken(), in: texts)
    referenceMarks += other.referenceMarks.taken()
    ends += other.ends.map { ($0.row + Int32(start), texts[Int($0.event)], $0.owner) }
    referenceExtensions.append(other.referenceExtensions, at: start, in: texts)
  }

  /// Appends a column that is empty while every value is 0.
  private mutating func append(
    _ column: WritableKeyPath<GraphColumns, [Int32]>, of other: inout GraphColumns,
    at start: Int, _ added: Int, _ texts: [Int32]?
  ) {
    let values = other[keyPath: column].taken()
    if values.isEmpty, self[keyPath: column].isEmpty { return }
    if self[keyPath: column].isEmpty {
      self[keyPath: column] = [Int32](repeating: 0, count: start)
    }
    if values.isEmpty {
      self[keyPath: column] += repeatElement(0, count: added)
    } else if let texts {
      self[keyPath: column].append(values, in: texts)
    } else {
      self[keyPath: column] += values
    }
  }
}

extension Array {
  /// All elements; none are left here.
  fileprivate mutating func taken() -> [Element] {
    var all: [Element] = []
    swap(&self, &all)
    return all
  }
}

extension [Int32] {
  /// Appends texts of another table.
  fileprivate mutating func append(_ values: [Int32], in texts: [Int32]) {
    reserveCapacity(count + values.count)
    for value in values { append(texts[Int(value)]) }
  }
}

extension [(row: Int32, text: Int32)] {
  /// Appends rows that begin at `start` with texts of another table.
  fileprivate mutating func append(_ other: Self, at start: Int, in texts: [Int32]) {
    append(contentsOf: other.map { ($0.row + Int32(start), texts[Int($0.text)]) })
  }
}
