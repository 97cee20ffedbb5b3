import LeakCheckGraph
import LeakCheckText

/// The validated header and section table of a binary graph.
struct BinaryHead {
  /// The place of a section.
  struct Entry {
    var width: Int
    var count: Int
    var range: Range<Int>
    var checksum: UInt64
    /// Where its entry lies in the table, for messages.
    var place: Int
  }

  private(set) var objectCount = 0
  private(set) var referenceCount = 0
  private(set) var collector = ObjectGraph.Collector.arc
  private(set) var moment = ObjectGraph.Moment.after
  private(set) var idShift: Int64 = 0
  private(set) var idBase: Int64 = 0
  /// The sections in the order of the file, those that this version does not know among them.
  private(set) var entries: [(code: UInt32, entry: Entry)] = []

  private typealias Field = BinaryLayout.Field
  private typealias EntryField = BinaryLayout.EntryField

  /// The head of `file`: every byte of the file then belongs to it, to a section, or is a zero between.
  init(of file: BinaryFile) throws(InputFailure) {
    try Self.checkStart(of: file)
    let tableEnd = try Self.checkedTableEnd(of: file)
    objectCount = try Self.count(at: Field.objectCount, of: "objects", in: file)
    referenceCount = try Self.count(at: Field.referenceCount, of: "references", in: file)
    collector = try Self.word(at: Field.collector, of: "collector", in: file)
    moment = try Self.word(at: Field.moment, of: "moment", in: file)
    idShift = Int64(file.number(at: Field.idShift, as: UInt32.self))
    idBase = file.number(at: Field.idBase, as: Int64.self)
    guard idShift < 32 else {
      throw InputFailure(
        at: Field.idShift, "ids shifted by \(idShift) bits", expected: "at most 31")
    }
    try readTable(of: file, to: tableEnd)
  }

  /// The entry of a section, or `nil` when the file leaves it out.
  func entry(of section: BinarySection) -> Entry? {
    entries.first { $0.code == section.rawValue }?.entry
  }

  private static func checkStart(of file: BinaryFile) throws(InputFailure) {
    let start = file.dump.prefix(BinaryLayout.magic.count)
    guard start == BinaryLayout.magic else {
      let problem =
        start.isEmpty
        ? "empty file" : "no binary graph: it begins with the bytes \(words(start))"
      throw InputFailure(at: 0, problem, expected: words(BinaryLayout.magic))
    }
    let shortest = BinaryLayout.headerLength + BinaryLayout.checksumLength
    guard file.count >= shortest else {
      throw InputFailure(
        at: file.count, "file cut off in its header", expected: "\(shortest) bytes or more")
    }
    let major = file.number(at: Field.majorVersion, as: UInt16.self)
    guard major == BinaryLayout.majorVersion else {
      let minor = file.number(at: Field.minorVersion, as: UInt16.self)
      throw InputFailure(
        at: Field.majorVersion, "version \(major).\(minor) of the binary form",
        expected: "\(BinaryLayout.majorVersion)")
    }
  }

  private static func words(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }

  /// The end of the section table, whose checksum fits.
  private static func checkedTableEnd(of file: BinaryFile) throws(InputFailure) -> Int {
    let length = file.number(at: Field.fileLength, as: UInt64.self)
    guard length == UInt64(file.count) else {
      let problem = UInt64(file.count) < length ? "file cut off" : "bytes after the end"
      throw InputFailure(
        at: min(file.count, Int(clamping: length)), "\(problem): \(file.count) bytes",
        expected: "\(length) as its header says")
    }
    let sections = file.number(at: Field.sectionCount, as: UInt32.self)
    let room = file.count - BinaryLayout.headerLength - BinaryLayout.checksumLength
    let most = min(BinaryLayout.mostSections, room / BinaryLayout.entryLength)
    guard sections <= most else {
      throw InputFailure(
        at: Field.sectionCount, "\(sections) sections", expected: "at most \(most)")
    }
    let end = BinaryLayout.headerLength + Int(sections) * BinaryLayout.entryLength
    try checkChecksum(file.number(at: end, as: UInt64.self), of: 0..<end, "head", in: file)
    return end
  }

  /// Compares the stored checksum of `range` with that of its bytes.
  static func checkChecksum(
    _ stored: UInt64, of range: Range<Int>, _ title: @autoclosure () -> String, in file: BinaryFile
  ) throws(InputFailure) {
    let found = file.checksum(of: range)
    guard found == stored else {
      throw InputFailure(
        at: range.lowerBound,
        "damaged \(title()): the checksum of its \(range.count) bytes is \(InputFailure.hex(found))",
        expected: InputFailure.hex(stored))
    }
  }

  /// A word of a closed set, by its position among all.
  private static func word<Word: CaseIterable>(
    at offset: Int, of what: String, in file: BinaryFile
  ) throws(InputFailure) -> Word {
    let (number, words) = (file.number(at: offset, as: UInt32.self), Array(Word.allCases))
    guard number < words.count else {
      throw InputFailure(
        at: offset, "unknown \(what) \(number)",
        expected: words.indices.map(String.init).joined(separator: " or "))
    }
    return words[Int(number)]
  }

  private static func count(
    at offset: Int, of what: String, in file: BinaryFile
  ) throws(InputFailure) -> Int {
    let count = file.number(at: offset, as: UInt32.self)
    guard count < Int32.max else {
      throw InputFailure(at: offset, "\(count) \(what)", expected: "fewer than \(Int32.max)")
    }
    return Int(count)
  }

  private mutating func readTable(
    of file: BinaryFile, to tableEnd: Int
  ) throws(InputFailure) {
    var end = tableEnd + BinaryLayout.checksumLength
    var last: UInt32 = 0
    for place in stride(
      from: BinaryLayout.headerLength, to: tableEnd, by: BinaryLayout.entryLength)
    {
      let code = file.number(at: place + EntryField.code, as: UInt32.self)
      guard code > last else {
        throw InputFailure(
          at: place, "section \(code) after section \(last)", expected: "a higher number")
      }
      last = code
      let entry = try Self.entry(at: place, behind: end, in: file)
      try Self.checkGap(end..<entry.range.lowerBound, in: file)
      end = entry.range.upperBound
      entries.append((code, entry))
    }
    guard end == file.count else {
      throw InputFailure(
        at: end, "\(file.count - end) bytes after the last section", expected: "the end")
    }
  }

  private static func entry(
    at place: Int, behind end: Int, in file: BinaryFile
  ) throws(InputFailure) -> Entry {
    let width = file.number(at: place + EntryField.width, as: UInt32.self)
    guard [1, 2, 4, 8].contains(width) else {
      throw InputFailure(
        at: place + EntryField.width, "section of \(width) bytes a value",
        expected: "1, 2, 4 or 8")
    }
    let offset = file.number(at: place + EntryField.offset, as: UInt64.self)
    guard offset == UInt64(BinaryLayout.aligned(end)), offset <= UInt64(file.count) else {
      throw InputFailure(
        at: place + EntryField.offset, "section at byte \(offset) of \(file.count)",
        expected: "byte \(BinaryLayout.aligned(end))")
    }
    let count = file.number(at: place + EntryField.count, as: UInt64.self)
    let most = (UInt64(file.count) - offset) / UInt64(width)
    guard count <= most else {
      throw InputFailure(
        at: place + EntryField.count, "section of \(count) values", expected: "at most \(most)")
    }
    let start = Int(offset)
    return Entry(
      width: Int(width), count: Int(count), range: start..<start + Int(count) * Int(width),
      checksum: file.number(at: place + EntryField.checksum, as: UInt64.self), place: place)
  }

  private static func checkGap(_ gap: Range<Int>, in file: BinaryFile) throws(InputFailure) {
    guard let place = file.firstNonZero(in: gap) else { return }
    throw InputFailure(
      at: place, "byte \(file.number(at: place, as: UInt8.self)) between sections", expected: "0")
  }
}
