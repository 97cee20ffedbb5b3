internal import LeakCheckGraph
import LeakCheckText

extension BinaryGraphLoading {
  /// A section that is one text.
  func text(_ section: BinarySection) throws(InputFailure) -> String {
    guard let entry = head.entry(of: section) else { return "" }
    try checkEncoding(of: section)
    return file.text(in: entry.range)
  }

  /// Texts in the bytes of a section, and the section that says where each ends.
  func texts(
    _ section: BinarySection, endingAt endSection: BinarySection
  ) throws(InputFailure) -> StringTable {
    let range = try checkEncoding(of: section)
    guard let ends = try numbers(endSection), ends.count > 0 else {
      if range.isEmpty {
        return StringTable(bytes: Column([]), ends: IntegerColumn(zeros: 0))
      }
      throw failure(section, at: 0, "bytes of no text", expected: "ends of texts")
    }
    guard ends.count < Int32.max else {
      throw failure(endSection, at: 0, "\(ends.count) values", expected: "fewer than \(Int32.max)")
    }
    try checkRising(ends, endSection, strictly: false)
    let last = ends[ends.count - 1]
    guard ends[0] >= 0, last == range.count else {
      throw failure(
        endSection, at: ends.count - 1, "last text that ends at \(last)",
        expected: "\(range.count), the end of the bytes")
    }
    let bytes = file.numbers(in: range, width: 1).column(of: UInt8.self)
    try checkTexts(in: bytes, ends.column, endSection)
    return StringTable(bytes: bytes, ends: ends.column)
  }

  /// Refuses bytes that are not UTF-8.
  @discardableResult
  private func checkEncoding(of section: BinarySection) throws(InputFailure) -> Range<Int> {
    guard let entry = head.entry(of: section) else { return 0..<0 }
    _ = try numbers(section)
    guard entry.width == 1 else {
      throw failure(section, at: 0, "values of \(entry.width) bytes", expected: "1 byte")
    }
    if let place = file.firstInvalidUTF8(in: entry.range) {
      let byte = InputFailure.hex(UInt64(file.number(at: place, as: UInt8.self)))
      throw InputFailure(
        at: place, "invalid UTF-8, byte \(byte) in \(section.title)", expected: "UTF-8")
    }
    return entry.range
  }

  /// Refuses texts that do not rise in byte order, and so are not distinct, or that cut a character.
  private func checkTexts(
    in bytes: Column<UInt8>, _ ends: IntegerColumn, _ section: BinarySection
  ) throws(InputFailure) {
    if let index = TextOrderCheck(bytes: bytes, ends: ends).firstCut() {
      throw failure(
        section, at: index, "text \(index) that ends inside a character",
        expected: "the end of one")
    }
    if let index = TextOrderCheck(bytes: bytes, ends: ends).firstFall() {
      throw failure(
        section, at: index, "text \(index) that does not follow the one before",
        expected: "texts that rise in the order of their bytes")
    }
  }
}
