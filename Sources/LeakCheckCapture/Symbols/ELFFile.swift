/// The sections of a 64-bit little-endian ELF file; anything that does not fit in the file is rejected.
///
/// Source: System V Application Binary Interface, "Object Files" (gABI, edition 4.1), tables 4-3 and
/// 4-10.
package struct ELFFile: Sendable {
  /// A row of the section header table.
  package struct Section: Hashable, Sendable {
    var name: UInt64
    /// The contents of the section: 2 symbols, 3 texts, 8 no bytes in the file, 11 dynamic symbols.
    package var type: UInt64
    /// Bit 2 (4) marks code, bit 11 (0x800) marks compressed contents.
    package var flags: UInt64
    /// The start of the section, as addresses are written in the file; 0 if it is not loaded.
    package var address: UInt64
    var offset: UInt64
    /// The size of the section in bytes; in memory if its type is 8.
    package var size: UInt64
    var link: UInt64
    var entrySize: UInt64
  }

  private let bytes: FileBytes
  /// The section header table, in the file's order.
  package let sections: [Section]
  private let names: FileBytes?

  /// Opens the file at `path`; `nil` if it is not such an ELF file.
  package init?(path: String) {
    guard let bytes = MappedFile.bytes(ofFileAt: path) else { return nil }
    self.init(bytes)
  }

  init?(_ bytes: FileBytes) {
    // Magic number, class 2 (64 bits), data 1 (little-endian).
    guard bytes.number(at: 0, width: 6) == 0x0102_464c_457f else { return nil }
    self.bytes = bytes
    sections = Self.sections(of: bytes)
    var index = bytes.number(at: 62, width: 2)
    if index == 0xffff, let first = sections.first { index = first.link }
    let table = index < UInt64(sections.count) ? sections[Int(index)] : nil
    names = table.flatMap { bytes.slice($0.offset, $0.size) }
  }

  /// The bytes of the program header table, which says how the file is loaded.
  package var programHeaders: [UInt8]? {
    let entry = bytes.number(at: 54, width: 2)
    let size = entry * bytes.number(at: 56, width: 2)
    guard let table = bytes.slice(bytes.number(at: 32, width: 8), size) else { return nil }
    return (0..<table.count).map { table.byte(at: $0) }
  }

  /// The lowest address of code, below which no named code can be.
  package var lowestCode: UInt64 {
    sections.reduce(UInt64.max) { $1.flags & 4 != 0 ? min($0, $1.address) : $0 }
  }

  /// The bytes of `section`; `nil` if it has none, is outside the file or is compressed.
  package func contents(of section: Section) -> FileBytes? {
    guard section.type != 8, section.flags & 0x800 == 0 else { return nil }
    return bytes.slice(section.offset, section.size)
  }

  /// The bytes of the first section called `name`.
  package func contents(named name: String) -> FileBytes? {
    let wanted = Array(name.utf8)
    for section in sections where names?.text(at: section.name, is: wanted) == true {
      return contents(of: section)
    }
    return nil
  }

  private static func sections(of bytes: FileBytes) -> [Section] {
    let table = bytes.number(at: 40, width: 8)
    guard table > 0, table < UInt64(bytes.count), bytes.number(at: 58, width: 2) == 64 else {
      return []
    }
    var count = bytes.number(at: 60, width: 2)
    if count == 0 { count = section(at: Int(table), in: bytes).size }
    count = min(count, (UInt64(bytes.count) - table) / 64)
    return (0..<Int(count)).map { section(at: Int(table) + $0 * 64, in: bytes) }
  }

  private static func section(at start: Int, in bytes: FileBytes) -> Section {
    Section(
      name: bytes.number(at: start, width: 4), type: bytes.number(at: start + 4, width: 4),
      flags: bytes.number(at: start + 8, width: 8),
      address: bytes.number(at: start + 16, width: 8),
      offset: bytes.number(at: start + 24, width: 8), size: bytes.number(at: start + 32, width: 8),
      link: bytes.number(at: start + 40, width: 4),
      entrySize: bytes.number(at: start + 56, width: 8))
  }
}
