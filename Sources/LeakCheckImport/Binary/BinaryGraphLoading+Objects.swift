internal import LeakCheckGraph
import LeakCheckText

extension BinaryGraphLoading {
  /// The ids, as many as there are objects.
  func ids() throws(InputFailure) -> IDColumn {
    let texts = try texts(.idTextBytes, endingAt: .idTextEnds)
    let numbers = try numbers(.idNumbers)
    guard texts.count + (numbers?.count ?? 0) == head.objectCount else {
      throw InputFailure(
        at: BinaryLayout.Field.objectCount,
        "\(head.objectCount) objects with \(numbers?.count ?? 0) numbers and \(texts.count) texts"
          + " for ids", expected: "one id an object")
    }
    guard let numbers, numbers.count > 0 else {
      return IDColumn(numbers: IntegerColumn(zeros: 0), scale: .init(), texts: texts)
    }
    try checkRising(numbers, .idNumbers, strictly: true)
    var scale = IDColumn.Scale()
    (scale.base, scale.shift) = (head.idBase, head.idShift)
    try checkScale(of: numbers)
    return IDColumn(numbers: numbers.column, scale: scale, texts: texts)
  }

  /// Refuses ids beyond 64 bits.
  private func checkScale(of numbers: StoredNumbers) throws(InputFailure) {
    if numbers.width == 8 {
      guard head.idBase == 0, head.idShift == 0 else {
        throw InputFailure(
          at: BinaryLayout.Field.idShift, "scaled ids of 8 bytes", expected: "shift 0 and base 0")
      }
      return
    }
    let last = numbers[numbers.count - 1] << head.idShift
    guard !head.idBase.addingReportingOverflow(last).overflow else {
      throw InputFailure(
        at: BinaryLayout.Field.idBase, "ids from \(head.idBase) on, \(last) upwards",
        expected: "ids of 64 bits")
    }
  }

  /// The marks of all objects.
  func objectMarks() throws(InputFailure) -> Column<ObjectMarks> {
    let found = try numbers(.objectMarks, count: head.objectCount)
    let numbers = try required(found, .objectMarks, width: 1)
    let marks = numbers.column(of: ObjectMarks.self)
    if let index = marks.firstWrong() {
      throw failure(
        .objectMarks, at: index, "marks \(InputFailure.hex(UInt64(marks[index].rawValue)))",
        expected: "one expectation, one owner and no unknown mark")
    }
    return marks
  }

  /// All columns of objects.
  func objects(_ strings: StringTable) throws(InputFailure) -> LoadedObjects {
    let (count, textCount) = (head.objectCount, strings.count)
    func texts(
      _ section: BinarySection, _ palette: BinarySection
    ) throws(InputFailure) -> TextColumn {
      try textColumn(section, palette: palette, count: count, textCount: textCount)
    }
    func sparse(
      _ section: BinarySection, _ rows: BinarySection
    ) throws(InputFailure) -> SparseColumn<Int32> {
      try sparseTexts(section, rows: rows, below: count, textCount: textCount)
    }
    return LoadedObjects(
      ids: try ids(), marks: try objectMarks(), types: try texts(.types, .typePalette),
      kinds: try texts(.kinds, .kindPalette), names: try texts(.objectNames, .objectNamePalette),
      files: try texts(.files, .filePalette), sizes: try column(.sizes, count: count, upTo: .max),
      lines: try column(.lines, count: count, upTo: Int(Int32.max)),
      retainCounts: try column(.retainCounts, count: count, upTo: Int(Int32.max)),
      rootReasons: try sparse(.rootReasons, .rootReasonRows),
      expectationReasons: try sparse(.expectationReasons, .expectationReasonRows),
      extensions: try objectExtensions(strings))
  }
}

/// The columns of objects, checked.
struct LoadedObjects {
  let ids: IDColumn
  let marks: Column<ObjectMarks>
  let types: TextColumn
  let kinds: TextColumn
  let names: TextColumn
  let files: TextColumn
  let sizes: IntegerColumn
  let lines: IntegerColumn
  let retainCounts: IntegerColumn
  let rootReasons: SparseColumn<Int32>
  let expectationReasons: SparseColumn<Int32>
  let extensions: SparseColumn<Int32>

  /// Puts the columns where the graph takes them from; ids and marks are there already.
  func move(to contents: inout ObjectGraph.Contents) {
    contents.types = types
    contents.kinds = kinds
    contents.names = names
    contents.files = files
    contents.sizes = sizes
    contents.lines = lines
    contents.retainCounts = retainCounts
    contents.rootReasons = rootReasons
    contents.expectationReasons = expectationReasons
    contents.objectExtensions = extensions
  }
}
