internal import LeakCheckGraph

extension BinaryGraphLoading {
  /// The ids, as many as there are objects.
  func ids() throws(BinaryFailure) -> IDColumn {
    let texts = try texts(.idTextBytes, endingAt: .idTextEnds)
    let numbers = numbers(.idNumbers)
    guard texts.count + (numbers?.count ?? 0) == head.objectCount else {
      throw BinaryFailure(
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
  private func checkScale(of numbers: StoredNumbers) throws(BinaryFailure) {
    if numbers.width == 8 {
      guard head.idBase == 0, head.idShift == 0 else {
        throw BinaryFailure(
          at: BinaryLayout.Field.idShift, "scaled ids of 8 bytes", expected: "shift 0 and base 0")
      }
      return
    }
    let last = numbers[numbers.count - 1] << head.idShift
    guard !head.idBase.addingReportingOverflow(last).overflow else {
      throw BinaryFailure(
        at: BinaryLayout.Field.idBase, "ids from \(head.idBase) on, \(last) upwards",
        expected: "ids of 64 bits")
    }
  }

  /// The marks of all objects.
  func objectMarks() throws(BinaryFailure) -> Column<ObjectMarks> {
    let numbers = try numbers(.objectMarks, count: head.objectCount, width: 1)
    let marks = numbers.column(of: ObjectMarks.self)
    if let index = marks.firstWrong() {
      throw failure(
        .objectMarks, at: index, "marks \(BinaryFailure.hex(UInt64(marks[index].rawValue)))",
        expected: "one expectation, one owner and no unknown mark")
    }
    return marks
  }

  /// The other columns of objects.
  func readObjects(into contents: inout ObjectGraph.Contents) throws(BinaryFailure) {
    let (count, textCount) = (head.objectCount, contents.strings.count)
    contents.types = try textColumn(
      .types, palette: .typePalette, count: count, textCount: textCount)
    contents.kinds = try textColumn(
      .kinds, palette: .kindPalette, count: count, textCount: textCount)
    contents.names = try textColumn(
      .objectNames, palette: .objectNamePalette, count: count, textCount: textCount)
    contents.files = try textColumn(
      .files, palette: .filePalette, count: count, textCount: textCount)
    contents.sizes = try column(.sizes, count: count, upTo: .max)
    contents.lines = try column(.lines, count: count, upTo: Int(Int32.max))
    contents.retainCounts = try column(.retainCounts, count: count, upTo: Int(Int32.max))
    contents.rootReasons = try sparseTexts(
      .rootReasons, rows: .rootReasonRows, below: count, textCount: textCount)
    contents.expectationReasons = try sparseTexts(
      .expectationReasons, rows: .expectationReasonRows, below: count, textCount: textCount)
    contents.objectExtensions = try sparseTexts(
      .objectExtensions, rows: .objectExtensionRows, below: count, textCount: textCount)
  }
}
