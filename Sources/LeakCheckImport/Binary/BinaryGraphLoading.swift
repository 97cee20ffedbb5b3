internal import LeakCheckGraph
import LeakCheckText

/// A loader of binary graphs: it reads the header, compares checksums and validates columns.
struct BinaryGraphLoading {
  let file: BinaryFile
  let head: BinaryHead

  /// The loading of a file whose head is sound.
  init(_ file: BinaryFile) throws(InputFailure) {
    self.file = file
    head = try BinaryHead(of: file)
  }

  /// The graph of the whole file.
  func graph() throws(InputFailure) -> ObjectGraph {
    try checkUnknownSections()
    let strings = try texts(.textBytes, endingAt: .textEnds)
    guard strings.count > 0, strings[0].isEmpty else {
      throw failure(.textEnds, at: 0, "first text that is not empty", expected: "an empty text")
    }
    let ids = try ids()
    let objects = try objects(strings)
    let (starts, references) = try references(strings)
    var contents = ObjectGraph.Contents(
      strings: strings, ids: ids, objects: objects, references: references, outgoingStarts: starts)
    contents.heading.name = try text(.name)
    contents.heading.extensions = try graphExtensions()
    contents.heading.collector = head.collector
    contents.heading.moment = head.moment
    return ObjectGraph(contents)
  }

  /// Sections that this version does not know are passed over, but not when they are damaged.
  private func checkUnknownSections() throws(InputFailure) {
    for (code, entry) in head.entries where BinarySection(rawValue: code) == nil {
      try BinaryHead.checkChecksum(entry.checksum, of: entry.range, "section \(code)", in: file)
    }
  }
}

extension BinaryGraphLoading {
  /// The failure at a value of a section, or at the head when the file leaves the section out.
  func failure(
    _ section: BinarySection, at index: Int, _ problem: String, expected: String
  ) -> InputFailure {
    let entry = head.entry(of: section)
    let offset = entry.map { $0.range.lowerBound + index * $0.width } ?? 0
    return InputFailure(at: offset, "\(problem) in \(section.title)", expected: expected)
  }

  /// The numbers of a section whose checksum fits, or `nil` when the file leaves it out.
  ///
  /// The checksum is compared just before the numbers are looked at, so that they are in the cache.
  func numbers(_ section: BinarySection) throws(InputFailure) -> StoredNumbers? {
    guard let entry = head.entry(of: section) else { return nil }
    try BinaryHead.checkChecksum(
      entry.checksum, of: entry.range, "section of \(section.title)", in: file)
    return file.numbers(in: entry.range, width: entry.width)
  }

  /// The numbers of a section that has `count` of them, or `nil` when it is left out: all are 0 then.
  func numbers(_ section: BinarySection, count: Int) throws(InputFailure) -> StoredNumbers? {
    try checked(try numbers(section), section, count: count)
  }

  /// The numbers of a section that has `count` of them, with a checksum that nobody compared yet.
  func uncheckedNumbers(
    _ section: BinarySection, count: Int
  ) throws(InputFailure) -> StoredNumbers? {
    let entry = head.entry(of: section)
    return try checked(
      entry.map { file.numbers(in: $0.range, width: $0.width) }, section, count: count)
  }

  private func checked(
    _ numbers: StoredNumbers?, _ section: BinarySection, count: Int
  ) throws(InputFailure) -> StoredNumbers? {
    guard let numbers else { return nil }
    guard numbers.count == count else {
      throw failure(section, at: 0, "\(numbers.count) values", expected: "\(count)")
    }
    return numbers
  }

  /// The numbers of a section that must be there, of `width` bytes each.
  func required(
    _ numbers: StoredNumbers?, _ section: BinarySection, width: Int
  ) throws(InputFailure) -> StoredNumbers {
    guard let numbers else {
      throw InputFailure(
        at: BinaryLayout.Field.sectionCount, "no section of \(section.title)",
        expected: "all required sections")
    }
    guard numbers.width == width else {
      throw failure(
        section, at: 0, "values of \(numbers.width) bytes", expected: "\(width) bytes")
    }
    return numbers
  }

  /// A column of numbers from 0 to `most`.
  func column(
    _ section: BinarySection, count: Int, upTo most: Int
  ) throws(InputFailure) -> IntegerColumn {
    guard let numbers = try numbers(section, count: count) else {
      return IntegerColumn(zeros: count)
    }
    try check(numbers, section, upTo: most)
    return numbers.column
  }

  /// Refuses numbers that are not from 0 to `most`.
  func check(
    _ numbers: StoredNumbers, _ section: BinarySection, upTo most: Int
  ) throws(InputFailure) {
    guard let index = numbers.firstIndex(above: most) else { return }
    throw failure(
      section, at: index, "value \(numbers[index]) at position \(index)",
      expected: most < 0 ? "no value" : "0 to \(most)")
  }

  /// Refuses numbers that do not rise.
  func checkRising(
    _ numbers: StoredNumbers, _ section: BinarySection, strictly: Bool
  ) throws(InputFailure) {
    guard let index = numbers.firstFall(strictly: strictly) else { return }
    let least = strictly ? "above" : "at least"
    throw failure(
      section, at: index, "value \(numbers[index]) at position \(index)",
      expected: "\(least) \(numbers[index - 1]), the one before")
  }

  /// A column of texts with its palette.
  func textColumn(
    _ section: BinarySection, palette: BinarySection, count: Int, textCount: Int
  ) throws(InputFailure) -> TextColumn {
    let colors = try self.palette(palette, textCount: textCount)
    let limit = colors.isEmpty ? textCount : colors.count
    return TextColumn(try column(section, count: count, upTo: limit - 1), palette: colors)
  }

  /// The texts of a palette; none where a column goes without.
  func palette(_ section: BinarySection, textCount: Int) throws(InputFailure) -> [Int32] {
    guard let numbers = try numbers(section) else { return [] }
    try check(numbers, section, upTo: textCount - 1)
    try checkRising(numbers, section, strictly: true)
    return numbers.indices()
  }

  /// Rising rows that have a value, below `limit`.
  func sparseRows(_ section: BinarySection, below limit: Int) throws(InputFailure) -> [Int32] {
    guard let numbers = try numbers(section) else { return [] }
    try check(numbers, section, upTo: limit - 1)
    try checkRising(numbers, section, strictly: true)
    return numbers.indices()
  }

  /// Texts for few rows.
  func sparseTexts(
    _ section: BinarySection, rows: BinarySection, below limit: Int, textCount: Int
  ) throws(InputFailure) -> SparseColumn<Int32> {
    let indices = try sparseRows(rows, below: limit)
    let values = try column(section, count: indices.count, upTo: textCount - 1)
    return SparseColumn(
      rows: indices, values: values.indices.map { Int32(truncatingIfNeeded: values[$0]) })
  }
}
