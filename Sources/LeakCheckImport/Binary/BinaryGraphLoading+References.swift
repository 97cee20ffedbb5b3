internal import LeakCheckGraph
import LeakCheckText

extension BinaryGraphLoading {
  /// Where the references of each object begin, and all columns of references, checked.
  func references(
    _ strings: StringTable
  ) throws(InputFailure) -> (starts: Column<Int32>, references: ReferenceContents) {
    let (starts, found, suspects) = try walked(textCount: strings.count)
    var references = found
    if let index = references.marks.firstWrong() {
      throw failure(
        .referenceMarks, at: index,
        "marks \(InputFailure.hex(UInt64(references.marks[index].rawValue)))",
        expected: "a kind from 0 to 4 and no unknown mark")
    }
    for note in ReferenceContents.noteSections {
      references[keyPath: note.column] = try sparseTexts(
        note.section, rows: note.rows, below: head.referenceCount, textCount: strings.count)
    }
    try checkReferenceExtensions(references.extensions, strings)
    references.ends = try ends(by: references.marks, textCount: strings.count)
    for index in suspects where !Self.isInOrder(index, in: references) { throw outOfOrder(index) }
    return (starts, references)
  }

  /// The columns with a value for each reference, after one walk over all of them, and what may be out of order.
  private func walked(
    textCount: Int
  ) throws(InputFailure) -> (Column<Int32>, ReferenceContents, suspects: [Int]) {
    let palette = try palette(.referenceNamePalette, textCount: textCount)
    let count = head.referenceCount
    let starts = try outgoingStarts()
    let targets = try required(
      try uncheckedNumbers(.targets, count: count), .targets, width: 4)
    let marks = try required(
      try uncheckedNumbers(.referenceMarks, count: count), .referenceMarks, width: 1)
    let names = try uncheckedNumbers(.referenceNames, count: count)
    let most = (head.objectCount - 1, (palette.isEmpty ? textCount : palette.count) - 1)
    let walk = ReferenceWalk(
      starts: starts, targets: targets, names: names, marks: marks, most: most
    ).result()
    try checkChecksum(walk.targets, .targets)
    try checkChecksum(walk.marks, .referenceMarks)
    if names != nil { try checkChecksum(walk.names, .referenceNames) }
    if walk.isOutside {
      try check(targets, .targets, upTo: most.0)
      if let names { try check(names, .referenceNames, upTo: most.1) }
    }
    var references = ReferenceContents(
      targets: targets.column(of: Int32.self), marks: marks.column(of: ReferenceMarks.self))
    references.names = TextColumn(names?.column ?? IntegerColumn(zeros: count), palette: palette)
    return (starts, references, walk.suspects)
  }

  private func checkChecksum(
    _ checksum: BinaryChecksum, _ section: BinarySection
  ) throws(InputFailure) {
    guard let entry = head.entry(of: section), entry.checksum != checksum.value else { return }
    try BinaryHead.checkChecksum(
      entry.checksum, of: entry.range, "section of \(section.title)", in: file)
  }

  /// Where the references of each object begin, and the end of all.
  private func outgoingStarts() throws(InputFailure) -> Column<Int32> {
    let found = try numbers(.outgoingStarts, count: head.objectCount + 1)
    let numbers = try required(found, .outgoingStarts, width: 4)
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

  /// The ends of references: one for each whose marks say that somebody ends it.
  private func ends(
    by marks: Column<ReferenceMarks>, textCount: Int
  ) throws(InputFailure) -> SparseColumn<ReferenceEnd> {
    let rows = try sparseRows(.endRows, below: head.referenceCount)
    let events = try column(.endEvents, count: rows.count, upTo: textCount - 1)
    let owners = try column(.endOwners, count: rows.count, upTo: head.objectCount)
    let ended = marks.endedCount()
    guard ended == rows.count else {
      throw failure(.endRows, at: 0, "\(rows.count) ends", expected: "\(ended), as marks say")
    }
    var values: [ReferenceEnd] = []
    values.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      let end = marks[Int(row)].end
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

  private func outOfOrder(_ index: Int) -> InputFailure {
    failure(
      .targets, at: index, "reference \(index) that belongs before the one in front of it",
      expected: "references ordered by object, name and target")
  }

  /// Whether a reference is not before the one in front of it, everything counted.
  private static func isInOrder(_ index: Int, in references: ReferenceContents) -> Bool {
    func key(_ index: Int) -> (Int32, Int32, UInt8) {
      (references.names[index], references.targets[index], references.marks[index].rawValue)
    }
    let (left, right) = (key(index - 1), key(index))
    return left == right
      ? detail(index - 1, in: references) <= detail(index, in: references) : left < right
  }

  private static func detail(
    _ reference: Int, in references: ReferenceContents
  ) -> (Int32, Int32, Int32) {
    let end = references.ends[Int32(reference)]
    let extensions = references.extensions[Int32(reference)]
    return (end?.event ?? -1, end?.owner ?? -1, extensions ?? -1)
  }
}
