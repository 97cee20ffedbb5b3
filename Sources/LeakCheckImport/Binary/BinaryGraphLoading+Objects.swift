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

  /// All columns of objects but their ids, checked.
  func objects(_ strings: StringTable) throws(InputFailure) -> ObjectContents {
    var objects = ObjectContents(marks: try objectMarks())
    let (count, textCount) = (head.objectCount, strings.count)
    for text in ObjectContents.textSections {
      objects[keyPath: text.column] = try textColumn(
        text.section, palette: text.palette, count: count, textCount: textCount)
    }
    for number in ObjectContents.numberSections {
      objects[keyPath: number.column] = try column(
        number.section, count: count, upTo: number.most)
    }
    for note in ObjectContents.noteSections {
      objects[keyPath: note.column] = try sparseTexts(
        note.section, rows: note.rows, below: count, textCount: textCount)
    }
    try checkObjectExtensions(objects.extensions, strings)
    return objects
  }
}
