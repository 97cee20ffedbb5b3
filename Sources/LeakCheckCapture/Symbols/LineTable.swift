/// A line of a source file.
package struct SourceLine: Hashable, Sendable, CustomStringConvertible {
  /// The path as the compiler got it, made absolute if its base is known.
  package var file: String
  /// The line, from 1.
  package var line: Int

  package var description: String { "\(file):\(line)" }
}

/// Source lines of code, from the DWARF debug information of an ELF file.
///
/// `.debug_info` says which compilation unit contains an address, and only the line programs of those units run: the
/// rest of the debug information, most of a binary, is not touched. Nothing is kept between questions, so ask for all
/// addresses at once.
package struct LineTable: Sendable {
  private let sections: DebugSections
  private let lowestCode: UInt64

  /// The lines of `file`; `nil` if it has no debug information, or if that is compressed.
  package init?(_ file: ELFFile) {
    guard let sections = DebugSections(file) else { return nil }
    self.sections = sections
    lowestCode = file.lowestCode
  }

  /// The first line with code in `range`, the addresses of a symbol as written in the file.
  ///
  /// - Complexity: as `locations(of:)`
  package func location(of range: Range<UInt64>) -> SourceLine? { locations(of: [range])[0] }

  /// For each range, usually that of a symbol, the first source line that has code in it.
  ///
  /// Code that the compiler made up has no line and is skipped. Ranges must not overlap; if several begin together, the
  /// longest counts.
  ///
  /// - Complexity: O(ranges of all units + line programs of the units in question)
  package func locations(of ranges: [Range<UInt64>]) -> [SourceLine?] {
    var questions = LineQuestions(ranges, lowestCode)
    var units = CompilationUnits(sections)
    var work = 0
    // Damaged files may send every unit to the same long list.
    while let unit = units.next(), work + units.work < sections.size * 8 {
      var isAsked = false
      work += unit.forEachRange(sections) { lower, upper in
        isAsked = questions.touch(lower, upper)
        return isAsked
      }
      if isAsked { work += answer(&questions, from: unit) }
    }
    return ranges.map { questions.answer(to: $0) }
  }

  /// The source file of the unit that contains the code at `address`, or `nil`.
  ///
  /// - Complexity: O(ranges of all compilations)
  package func source(of address: UInt64) -> String? {
    var units = CompilationUnits(sections)
    var work = 0
    while let unit = units.next(), work + units.work < sections.size * 8 {
      var hasIt = false
      work += unit.forEachRange(sections) { lower, upper in
        hasIt = lower <= address && address < upper
        return hasIt
      }
      if hasIt, let source = unit.source(sections) { return source }
    }
    return nil
  }

  /// Runs the line program of `unit`; returns the bytes read.
  private func answer(_ questions: inout LineQuestions, from unit: CompilationUnit) -> Int {
    guard let offset = unit.lines else { return 0 }
    var reader = ByteReader(sections.lines, at: offset)
    let start = reader.position
    guard let header = LineHeader(&reader, of: unit) else { return 0 }
    var program = LineProgram(header, reader)
    program.run { lower, upper, file, line in
      guard line > 0, questions.touch(lower, upper) else { return }
      questions.answer(lower, upper) {
        header.path(ofFile: file, sections).map { SourceLine(file: $0, line: Int(line)) }
      }
    }
    return reader.end - start
  }
}

/// Ranges of addresses, each with the line of its lowest address that has one.
private struct LineQuestions: ~Copyable {
  private let index: AddressIndex
  private var ends: [UInt64]
  private var answers: [SourceLine?]
  private var found: [UInt64]
  private let lowestCode: UInt64
  private var highest: UInt64 = 0

  init(_ ranges: [Range<UInt64>], _ lowestCode: UInt64) {
    let ranges = ranges.filter { !$0.isEmpty }
    index = AddressIndex(ranges.map(\.lowerBound))
    ends = Array(repeating: 0, count: index.count)
    answers = Array(repeating: nil, count: index.count)
    found = Array(repeating: .max, count: index.count)
    self.lowestCode = lowestCode
    for range in ranges {
      guard let position = index.position(of: range.lowerBound) else { continue }
      ends[position] = max(ends[position], range.upperBound)
    }
    for position in ends.indices {
      if position + 1 < ends.count {
        ends[position] = min(ends[position], index.address(position + 1))
      }
      highest = max(highest, ends[position])
    }
  }

  /// Whether a question overlaps these addresses.
  ///
  /// Addresses below the first code belong to functions that the linker left out.
  func touch(_ lower: UInt64, _ upper: UInt64) -> Bool {
    guard lower < highest, upper > index.lowest, lower >= lowestCode else { return false }
    let position = index.first(notBelow: lower)
    if position < index.count, index.address(position) < upper { return true }
    return position > 0 && ends[position - 1] > lower
  }

  mutating func answer(_ lower: UInt64, _ upper: UInt64, _ location: () -> SourceLine?) {
    var position = index.first(notBelow: lower)
    if position > 0, ends[position - 1] > lower { position -= 1 }
    var answer: SourceLine?
    while position < index.count, index.address(position) < upper {
      if lower < found[position] {
        answer = answer ?? location()
        guard let answer else { return }
        answers[position] = answer
        found[position] = lower
      }
      position += 1
    }
  }

  func answer(to range: Range<UInt64>) -> SourceLine? {
    range.isEmpty ? nil : index.position(of: range.lowerBound).flatMap { answers[$0] }
  }
}
