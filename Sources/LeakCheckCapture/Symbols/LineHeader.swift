/// The head of a line program: how to read its opcodes, and the files that it names.
///
/// Source: DWARF 5, section 6.2.4, and DWARF 4, section 6.2.4.
struct LineHeader {
  private struct File {
    var name: DebugValue
    var directory: UInt64
  }

  private(set) var shape: UnitShape
  private(set) var instructionLength: UInt64 = 1
  private(set) var lineBase: Int64 = 0
  private(set) var lineRange: UInt8 = 1
  private(set) var opcodeBase: UInt8 = 1
  /// The numbers of operands for the opcodes below `opcodeBase`.
  private(set) var operands: [UInt8] = []
  private var directories: [DebugValue] = []
  private var files: [File] = []
  private let unit: CompilationUnit

  /// Reads up to the program, and leaves `reader` there; `nil` for a version other than 2 to 5.
  init?(_ reader: inout ByteReader, of unit: CompilationUnit) {
    let (end, offsetSize) = reader.unitEnd()
    reader = ByteReader(reader.bytes, at: UInt64(reader.position), end: end)
    shape = unit.shape
    shape.version = reader.number(2)
    shape.offsetSize = offsetSize
    self.unit = unit
    guard (2...5).contains(shape.version) else { return nil }
    if shape.version == 5 {
      shape.addressSize = Int(reader.byte())
      reader.skip(1)
    }
    let length = reader.number(offsetSize)
    let program = UInt64(reader.position) &+ length
    readOpcodes(&reader)
    guard lineRange > 0 else { return nil }
    if shape.version == 5 { readTables(&reader) } else { readOldTables(&reader) }
    reader = ByteReader(reader.bytes, at: program, end: end)
  }

  private mutating func readOpcodes(_ reader: inout ByteReader) {
    instructionLength = UInt64(reader.byte())
    if shape.version >= 4 { reader.skip(1) }
    reader.skip(1)
    lineBase = Int64(Int8(bitPattern: reader.byte()))
    lineRange = reader.byte()
    opcodeBase = reader.byte()
    for _ in 1..<max(1, opcodeBase) { operands.append(reader.byte()) }
  }

  private mutating func readOldTables(_ reader: inout ByteReader) {
    // Directory 0 is that of the compilation, and there is no file 0.
    directories.append(DebugValue(form: 0, number: 0))
    files.append(File(name: DebugValue(form: 0, number: 0), directory: 0))
    while !reader.isAtEnd {
      let text = reader.text()
      if text.isEmpty { break }
      directories.append(DebugValue(form: 0x08, number: text.offset))
    }
    while !reader.isAtEnd {
      let text = reader.text()
      if text.isEmpty { break }
      let name = DebugValue(form: 0x08, number: text.offset)
      files.append(File(name: name, directory: reader.unsigned()))
      _ = reader.unsigned()
      _ = reader.unsigned()
    }
  }

  private mutating func readTables(_ reader: inout ByteReader) {
    forEachEntry(&reader) { $0.directories.append($1[1] ?? DebugValue(form: 0, number: 0)) }
    forEachEntry(&reader) {
      let name = $1[1] ?? DebugValue(form: 0, number: 0)
      $0.files.append(File(name: name, directory: $1[2]?.number ?? 0))
    }
  }

  /// Reads a table that begins with a description of its columns: 1 is the path, 2 the directory.
  private mutating func forEachEntry(
    _ reader: inout ByteReader, _ body: (inout LineHeader, [UInt64: DebugValue]) -> Void
  ) {
    var columns: [(content: UInt64, form: UInt64)] = []
    for _ in 0..<reader.byte() { columns.append((reader.unsigned(), reader.unsigned())) }
    var left = reader.unsigned()
    while left > 0, !reader.isAtEnd {
      let start = reader.position
      var values: [UInt64: DebugValue] = [:]
      for column in columns {
        guard let value = reader.value(column.form, shape) else { return reader.skip(.max) }
        values[column.content] = value
      }
      // An entry without bytes could be repeated forever.
      guard reader.position > start else { return }
      body(&self, values)
      left -= 1
    }
  }

  /// The path of the file with this number; `nil` for code that the compiler made up.
  func path(ofFile number: UInt64, _ sections: DebugSections) -> String? {
    guard number < UInt64(files.count) else { return nil }
    let file = files[Int(number)]
    guard let name = text(file.name, sections), !name.isEmpty, !name.hasPrefix("<") else {
      return nil
    }
    if name.hasPrefix("/") { return name }
    var folder = unit.directory(sections) ?? ""
    if file.directory < UInt64(directories.count) {
      let inner = text(directories[Int(file.directory)], sections) ?? ""
      folder = inner.hasPrefix("/") ? inner : [folder, inner].joined(ifNeeded: "/")
    }
    return [folder, name].joined(ifNeeded: "/")
  }

  private func text(_ value: DebugValue, _ sections: DebugSections) -> String? {
    sections.text(value, in: sections.lines, shape)
  }
}

extension [String] {
  /// The nonempty texts, joined.
  fileprivate func joined(ifNeeded separator: String) -> String {
    filter { !$0.isEmpty }.joined(separator: separator)
  }
}
