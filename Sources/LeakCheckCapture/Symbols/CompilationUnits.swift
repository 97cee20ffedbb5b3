/// The header of a compilation unit: the place of its code and of its line program.
struct CompilationUnit {
  private(set) var shape: UnitShape
  /// The offset of the line program in `.debug_line`.
  private(set) var lines: UInt64?
  private var source: DebugValue?
  private var directory: DebugValue?
  private var lowest = DebugValue(form: 0, number: 0)
  private var highest: DebugValue?
  private var ranges: DebugValue?
  private var rangeListsBase: UInt64 = 12

  init(_ shape: UnitShape) { self.shape = shape }

  /// Reads an attribute of the unit's entry; the numbers are in DWARF 5, table 7.5.
  mutating func take(_ value: DebugValue, ofAttribute name: UInt64) {
    switch name {
    case 0x03: source = value
    case 0x10: lines = value.number
    case 0x11: lowest = value
    case 0x12: highest = value
    case 0x1b: directory = value
    case 0x55: ranges = value
    case 0x72: shape.textOffsetsBase = value.number
    case 0x73: shape.addressesBase = value.number
    case 0x74: rangeListsBase = value.number
    default: break
    }
  }

  /// The source file, as the compiler got it.
  func source(_ sections: DebugSections) -> String? {
    guard let path = source.flatMap({ sections.text($0, in: sections.info, shape) }) else {
      return nil
    }
    return path.hasPrefix("/") ? path : directory(sections).map { "\($0)/\(path)" } ?? path
  }

  /// The directory of relative paths.
  func directory(_ sections: DebugSections) -> String? {
    directory.flatMap { sections.text($0, in: sections.info, shape) }
  }
}

/// The compilations of a file, read from `.debug_info` without their contents.
///
/// Source: DWARF 5, section 7.5.1 (headers of units), 7.5.3 (abbreviations), 3.1.1 (attributes).
struct CompilationUnits {
  let sections: DebugSections
  private var reader: ByteReader
  /// The number of bytes read, which bounds the work on files that repeat themselves.
  private(set) var work = 0

  init(_ sections: DebugSections) {
    self.sections = sections
    reader = ByteReader(sections.info)
  }

  /// The next unit that has lines, or `nil` after the last.
  mutating func next() -> CompilationUnit? {
    while !reader.isAtEnd {
      let (end, offsetSize) = reader.unitEnd()
      var unit = ByteReader(sections.info, at: UInt64(reader.position), end: end)
      reader.skip(UInt64(end - reader.position))
      work += 16
      if let found = read(&unit, offsetSize) { return found }
    }
    return nil
  }

  private mutating func read(_ unit: inout ByteReader, _ offsetSize: Int) -> CompilationUnit? {
    var shape = UnitShape(version: unit.number(2), offsetSize: offsetSize)
    var abbreviations: UInt64
    if shape.version == 5 {
      let type = unit.byte()
      shape.addressSize = Int(unit.byte())
      abbreviations = unit.number(offsetSize)
      // A skeleton or split unit has an identifier of 8 bytes after that.
      if type == 4 || type == 5 { unit.skip(8) }
      guard type == 1 || type == 4 else { return nil }
    } else {
      abbreviations = unit.number(offsetSize)
      shape.addressSize = Int(unit.byte())
    }
    guard (2...5).contains(shape.version), [4, 8].contains(shape.addressSize) else { return nil }
    let code = unit.unsigned()
    guard code > 0, var attributes = attributes(of: code, from: abbreviations) else { return nil }
    let start = attributes.position
    var found = CompilationUnit(shape)
    while !attributes.isAtEnd, !unit.isAtEnd {
      let name = attributes.unsigned()
      let form = attributes.unsigned()
      if form == 0x21 { _ = attributes.signed() }
      guard name != 0 || form != 0, let value = unit.value(form, shape) else { break }
      found.take(value, ofAttribute: name)
    }
    work += attributes.position - start
    return found.lines == nil ? nil : found
  }

  /// The attributes of an entry with `code`; `nil` if the table has none, or for another kind of entry.
  private mutating func attributes(of code: UInt64, from offset: UInt64) -> ByteReader? {
    var reader = ByteReader(sections.abbreviations, at: offset)
    let start = reader.position
    defer { work += reader.position - start }
    while !reader.isAtEnd {
      let next = reader.unsigned()
      if next == 0 { return nil }
      let tag = reader.unsigned()
      _ = reader.byte()
      // Tags of a unit and of a skeleton unit.
      if next == code { return tag == 0x11 || tag == 0x4a ? reader : nil }
      while !reader.isAtEnd {
        let name = reader.unsigned()
        let form = reader.unsigned()
        if form == 0x21 { _ = reader.signed() }
        if name == 0, form == 0 { break }
      }
    }
    return nil
  }
}

extension CompilationUnit {
  /// Calls `body` with each address range of the code, until it returns true.
  ///
  /// - Returns: the number of bytes read
  func forEachRange(
    _ sections: DebugSections, _ body: (_ lower: UInt64, _ upper: UInt64) -> Bool
  ) -> Int {
    let base = sections.address(lowest, shape) ?? 0
    guard let ranges else {
      // The upper end is an address, or the number of bytes after the lower end.
      if let highest { _ = body(base, sections.address(highest, shape) ?? base &+ highest.number) }
      return 0
    }
    if shape.version < 5 { return forEachOld(ranges.number, base, sections, body) }
    return forEachNew(ranges, base, sections, body)
  }

  /// DWARF 4, section 2.17.3: pairs, relative to a base that a pair with the highest address sets.
  private func forEachOld(
    _ offset: UInt64, _ base: UInt64, _ sections: DebugSections, _ body: (UInt64, UInt64) -> Bool
  ) -> Int {
    guard let ranges = sections.ranges else { return 0 }
    var reader = ByteReader(ranges, at: offset)
    let start = reader.position
    var base = base
    while !reader.isAtEnd {
      let lower = reader.number(shape.addressSize)
      let upper = reader.number(shape.addressSize)
      if lower == 0, upper == 0 { break }
      if lower == (shape.addressSize == 8 ? .max : 0xffff_ffff) {
        base = upper
      } else if body(base &+ lower, base &+ upper) {
        break
      }
    }
    return reader.position - start
  }

  /// DWARF 5, section 7.25.
  private func forEachNew(
    _ ranges: DebugValue, _ base: UInt64, _ sections: DebugSections,
    _ body: (UInt64, UInt64) -> Bool
  ) -> Int {
    guard let lists = sections.rangeLists else { return 0 }
    var offset = ranges.number
    if ranges.form == 0x23 {
      let place = rangeListsBase &+ min(offset, 1 << 32) &* UInt64(shape.offsetSize)
      guard place < UInt64(lists.count) else { return 0 }
      offset = rangeListsBase &+ lists.number(at: Int(place), width: shape.offsetSize)
    }
    var reader = ByteReader(lists, at: offset)
    let start = reader.position
    var base = base
    while !reader.isAtEnd {
      guard let range = reader.rangeEntry(&base, shape, sections) else { break }
      if range.lower < range.upper, body(range.lower, range.upper) { break }
    }
    return reader.position - start
  }
}

extension ByteReader {
  /// An entry of a range list, empty if it only sets the base; `nil` at the end of the list.
  fileprivate mutating func rangeEntry(
    _ base: inout UInt64, _ shape: UnitShape, _ sections: DebugSections
  ) -> (lower: UInt64, upper: UInt64)? {
    switch byte() {
    case 1: base = sections.indexedAddress(unsigned(), shape) ?? 0
    case 2:
      let lower = sections.indexedAddress(unsigned(), shape) ?? 0
      return (lower, sections.indexedAddress(unsigned(), shape) ?? 0)
    case 3:
      let lower = sections.indexedAddress(unsigned(), shape) ?? 0
      return (lower, lower &+ unsigned())
    case 4:
      let lower = base &+ unsigned()
      return (lower, base &+ unsigned())
    case 5: base = number(shape.addressSize)
    case 6:
      let lower = number(shape.addressSize)
      return (lower, number(shape.addressSize))
    case 7:
      let lower = number(shape.addressSize)
      return (lower, lower &+ unsigned())
    default: return nil
    }
    return (0, 0)
  }
}
