internal import LeakCheckGraph

extension BinaryGraphLoading {
  /// Where the references of each object begin, and the end of all.
  func outgoingStarts() throws(BinaryFailure) -> Column<Int32> {
    let numbers = try numbers(.outgoingStarts, count: head.objectCount + 1, width: 4)
    try checkRising(numbers, .outgoingStarts, strictly: false)
    guard numbers[0] == 0 else {
      throw failure(.outgoingStarts, at: 0, "value \(numbers[0])", expected: "0")
    }
    let last = numbers[head.objectCount]
    guard last == head.referenceCount else {
      throw failure(
        .outgoingStarts, at: head.objectCount, "last value \(last)",
        expected: "\(head.referenceCount), the number of references")
    }
    return numbers.column(of: Int32.self)
  }

  /// The object that each reference reaches.
  func targets() throws(BinaryFailure) -> Column<Int32> {
    let numbers = try numbers(.targets, count: head.referenceCount, width: 4)
    try check(numbers, .targets, upTo: head.objectCount - 1)
    return numbers.column(of: Int32.self)
  }

  /// Strength, kind and end of each reference.
  func referenceMarks() throws(BinaryFailure) -> Column<ReferenceMarks> {
    let numbers = try numbers(.referenceMarks, count: head.referenceCount, width: 1)
    let marks = numbers.column(of: ReferenceMarks.self)
    if let index = marks.firstWrong() {
      throw failure(
        .referenceMarks, at: index, "marks \(BinaryFailure.hex(UInt64(marks[index].rawValue)))",
        expected: "a kind from 0 to 4 and no unknown mark")
    }
    return marks
  }

  /// The other columns of references, and their order.
  func readReferences(into contents: inout ObjectGraph.Contents) throws(BinaryFailure) {
    let (count, textCount) = (head.referenceCount, contents.strings.count)
    contents.referenceNames = try textColumn(
      .referenceNames, palette: .referenceNamePalette, count: count, textCount: textCount)
    contents.referenceExtensions = try sparseTexts(
      .referenceExtensions, rows: .referenceExtensionRows, below: count, textCount: textCount)
    contents.ends = try ends(in: contents)
    try checkOrder(of: contents)
  }

  /// The ends of references: one for each whose marks say that somebody ends it.
  private func ends(
    in contents: ObjectGraph.Contents
  ) throws(BinaryFailure) -> SparseColumn<ReferenceEnd> {
    let rows = try sparseRows(.endRows, below: head.referenceCount)
    let events = try column(.endEvents, count: rows.count, upTo: contents.strings.count - 1)
    let owners = try column(.endOwners, count: rows.count, upTo: head.objectCount)
    let ended = contents.referenceMarks.endedCount()
    guard ended == rows.count else {
      throw failure(.endRows, at: 0, "\(rows.count) ends", expected: "\(ended), as marks say")
    }
    var values: [ReferenceEnd] = []
    values.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      let end = contents.referenceMarks[Int(row)].end
      let owner = Int32(truncatingIfNeeded: owners[index] - 1)
      guard end != .unknown, (end == .inDeinit) == (owner >= 0) else {
        throw failure(
          .endRows, at: index, "end of reference \(row) that its marks deny",
          expected: "an object exactly where a deinit ends it")
      }
      values.append(
        ReferenceEnd(event: Int32(truncatingIfNeeded: events[index]), owner: owner))
    }
    return SparseColumn(rows: rows, values: values)
  }

  /// Refuses references that are not in the graph's order.
  private func checkOrder(of contents: ObjectGraph.Contents) throws(BinaryFailure) {
    let starts = contents.outgoingStarts
    let result = ReferenceOrderCheck(
      starts: starts, targets: contents.targets, names: numbers(.referenceNames)
    ).result()
    for index in result.ties where !Self.isInOrder(index, in: contents) {
      if !starts.contains(rising: Int32(index)) { throw outOfOrder(index) }
    }
    guard result.hasFall else { return }
    for index in 1..<head.referenceCount where !Self.isInOrder(index, in: contents) {
      if !starts.contains(rising: Int32(index)) { throw outOfOrder(index) }
    }
  }

  private func outOfOrder(_ index: Int) -> BinaryFailure {
    failure(
      .targets, at: index, "reference \(index) that belongs before the one in front of it",
      expected: "references ordered by object, name and target")
  }

  /// Whether a reference is not before the one in front of it, everything counted.
  private static func isInOrder(_ index: Int, in contents: ObjectGraph.Contents) -> Bool {
    let (left, right) = (index - 1, index)
    let key = (contents.referenceNames[left], contents.targets[left])
    let next = (contents.referenceNames[right], contents.targets[right])
    if key != next { return key < next }
    let marks = contents.referenceMarks
    if marks[left] != marks[right] { return marks[left].rawValue < marks[right].rawValue }
    return detail(left, in: contents) <= detail(right, in: contents)
  }

  private static func detail(
    _ reference: Int, in contents: ObjectGraph.Contents
  ) -> (Int32, Int32, Int32) {
    let end = contents.ends[Int32(reference)]
    let extensions = contents.referenceExtensions[Int32(reference)]
    return (end?.event ?? -1, end?.owner ?? -1, extensions ?? -1)
  }
}

extension Column<Int32> {
  /// Whether a value is in a column that rises.
  fileprivate func contains(rising value: Int32) -> Bool {
    let position = indices.partitioningIndex { self[$0] >= value }
    return position < count && self[position] == value
  }
}
