internal import LeakCheckGraph

/// The contents of a binary graph's header, without its own shape.
struct BinaryHeader {
  var objectCount: Int
  var referenceCount: Int
  var collector: ObjectGraph.Collector
  var moment: ObjectGraph.Moment
  var scale: IDColumn.Scale
}

/// The sections of a binary graph during writing, each as narrow as its numbers allow.
struct BinarySections {
  private struct Section {
    var code: UInt32
    var width: Int
    var bytes: [UInt8]
  }

  private var sections: [Section] = []

  /// The least bytes that hold a number without a sign; none for 0.
  static func width(of greatest: UInt64) -> Int {
    switch greatest {
    case 0: 0
    case ...0xff: 1
    case ...0xffff: 2
    case ...0xffff_ffff: 4
    default: 8
    }
  }

  /// Adds bytes as they are; none are left out unless the section is required.
  mutating func add(_ section: BinarySection, bytes: [UInt8], isRequired: Bool = false) {
    guard isRequired || !bytes.isEmpty else { return }
    sections.append(Section(code: section.rawValue, width: 1, bytes: bytes))
  }

  /// Adds `count` numbers; a section of nothing but zeros is left out unless it is required.
  mutating func add(
    _ section: BinarySection, count: Int, isRequired: Bool = false, _ number: (Int) -> Int64
  ) {
    let bits = (0..<count).reduce(UInt64(0)) { $0 | UInt64(bitPattern: number($1)) }
    let width = Self.width(of: bits)
    guard isRequired || width > 0 else { return }
    add(section, count: count, width: max(width, 1), number)
  }

  /// Adds `count` numbers of `width` bytes each.
  mutating func add(
    _ section: BinarySection, count: Int, width: Int, _ number: (Int) -> Int64
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * width)
    for index in 0..<count { bytes.append(number(index), width: width) }
    sections.append(Section(code: section.rawValue, width: width, bytes: bytes))
  }

  /// The whole file: header, section table, their checksum, and the sections by their numbers.
  mutating func file(header: BinaryHeader) -> [UInt8] {
    sections.sort { $0.code < $1.code }
    let (ranges, end) = layout()
    var file = self.header(header, fileLength: end)
    for (section, range) in zip(sections, ranges) {
      file.append(Int64(section.code), width: 4)
      file.append(Int64(section.width), width: 4)
      file.append(Int64(range.lowerBound), width: 8)
      file.append(Int64(section.bytes.count / section.width), width: 8)
      file.append(Int64(bitPattern: BinaryChecksum.checksum(of: section.bytes)), width: 8)
    }
    file.append(Int64(bitPattern: BinaryChecksum.checksum(of: file)), width: 8)
    file.reserveCapacity(end)
    for (section, range) in zip(sections, ranges) {
      file.append(contentsOf: repeatElement(0, count: range.lowerBound - file.count))
      file.append(contentsOf: section.bytes)
    }
    return file
  }

  /// Where each section lies, and the end of the file.
  private func layout() -> (ranges: [Range<Int>], end: Int) {
    var end =
      BinaryLayout.headerLength + sections.count * BinaryLayout.entryLength
      + BinaryLayout.checksumLength
    let ranges = sections.map { section in
      let start = BinaryLayout.aligned(end)
      end = start + section.bytes.count
      return start..<end
    }
    return (ranges, end)
  }

  private func header(_ header: BinaryHeader, fileLength: Int) -> [UInt8] {
    var bytes = BinaryLayout.magic
    bytes.append(Int64(BinaryLayout.majorVersion), width: 2)
    bytes.append(Int64(BinaryLayout.minorVersion), width: 2)
    bytes.append(Int64(sections.count), width: 4)
    bytes.append(Int64(fileLength), width: 8)
    bytes.append(Int64(header.objectCount), width: 4)
    bytes.append(Int64(header.referenceCount), width: 4)
    bytes.append(Self.position(of: header.collector), width: 4)
    bytes.append(header.scale.shift, width: 4)
    bytes.append(header.scale.base, width: 8)
    bytes.append(Self.position(of: header.moment), width: 4)
    bytes.append(contentsOf: repeatElement(0, count: BinaryLayout.headerLength - bytes.count))
    return bytes
  }

  /// A word of a closed set as its position among all.
  private static func position<Word: CaseIterable & Equatable>(of word: Word) -> Int64 {
    Array(Word.allCases).firstIndex(of: word).map(Int64.init) ?? 0
  }
}

extension [UInt8] {
  /// Appends the low `width` bytes of a number, the lowest first.
  fileprivate mutating func append(_ number: Int64, width: Int) {
    for shift in stride(from: 0, to: Int64(width) * 8, by: 8) {
      append(UInt8(truncatingIfNeeded: number &>> shift))
    }
  }
}
