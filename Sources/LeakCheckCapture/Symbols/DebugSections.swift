/// The sections of an ELF file with debug information, and their values.
///
/// Source: DWARF Debugging Information Format, version 5, sections 7.5 and 7.6; version 4 has a subset of the same
/// forms.
struct DebugSections: Sendable {
  let info: FileBytes
  let abbreviations: FileBytes
  let lines: FileBytes
  let ranges: FileBytes?
  let rangeLists: FileBytes?
  let addresses: FileBytes?
  private let texts: FileBytes?
  private let lineTexts: FileBytes?
  private let textOffsets: FileBytes?

  /// `nil` if there is no debug information, or if it is compressed.
  init?(_ file: ELFFile) {
    guard
      let info = file.contents(named: ".debug_info"),
      let abbreviations = file.contents(named: ".debug_abbrev"),
      let lines = file.contents(named: ".debug_line")
    else { return nil }
    (self.info, self.abbreviations, self.lines) = (info, abbreviations, lines)
    ranges = file.contents(named: ".debug_ranges")
    rangeLists = file.contents(named: ".debug_rnglists")
    addresses = file.contents(named: ".debug_addr")
    texts = file.contents(named: ".debug_str")
    lineTexts = file.contents(named: ".debug_line_str")
    textOffsets = file.contents(named: ".debug_str_offsets")
  }

  /// The most bytes that there are to read.
  var size: Int { info.count + lines.count + (ranges?.count ?? 0) + (rangeLists?.count ?? 0) }

  /// The text of a value read from `section`.
  func text(_ value: DebugValue, in section: FileBytes, _ shape: UnitShape) -> String? {
    switch value.form {
    case 0x08: section.text(at: value.number)
    case 0x0e: texts?.text(at: value.number)
    case 0x1f: lineTexts?.text(at: value.number)
    case 0x1a, 0x25...0x28: indexedText(value.number, shape)
    default: nil
    }
  }

  private func indexedText(_ index: UInt64, _ shape: UnitShape) -> String? {
    guard index < 1 << 32, let textOffsets else { return nil }
    let place = shape.textOffsetsBase &+ index * UInt64(shape.offsetSize)
    guard place < UInt64(textOffsets.count) else { return nil }
    return texts?.text(at: textOffsets.number(at: Int(place), width: shape.offsetSize))
  }

  /// The address of a value, looked up in the table of addresses if it is an index.
  func address(_ value: DebugValue, _ shape: UnitShape) -> UInt64? {
    switch value.form {
    case 0x01: value.number
    case 0x1b, 0x29...0x2c: indexedAddress(value.number, shape)
    default: nil
    }
  }

  func indexedAddress(_ index: UInt64, _ shape: UnitShape) -> UInt64? {
    guard index < 1 << 32, let addresses else { return nil }
    let place = shape.addressesBase &+ index * UInt64(shape.addressSize)
    guard place < UInt64(addresses.count) else { return nil }
    return addresses.number(at: Int(place), width: shape.addressSize)
  }
}

/// The encoding of numbers in a unit, and the bases of its parts of shared tables.
struct UnitShape {
  var version: UInt64
  var addressSize = 8
  var offsetSize: Int
  var textOffsetsBase: UInt64 = 8
  var addressesBase: UInt64 = 8
}

/// A value with its form; a block's contents are dropped.
struct DebugValue {
  var form: UInt64
  var number: UInt64
}

extension ByteReader {
  /// The length of a unit, which determines the width of offsets; returns the end of the unit's bytes.
  mutating func unitEnd() -> (end: Int, offsetSize: Int) {
    var length = number(4)
    let isWide = length == 0xffff_ffff
    if isWide { length = number(8) }
    let rest = UInt64(end - position)
    return (position + Int(min(length, rest)), isWide ? 8 : 4)
  }

  /// A value of `form`; `nil` for an unknown form, after which nothing can be found.
  mutating func value(_ form: UInt64, _ shape: UnitShape) -> DebugValue? {
    var form = form
    // A form stored in the data may itself be stored in the data; each level costs a byte.
    while form == 0x16, !isAtEnd { form = unsigned() }
    if let width = Self.width(of: form, shape) {
      return DebugValue(form: form, number: width <= 8 ? number(width) : 0, skipping: width, &self)
    }
    switch form {
    case 0x08: return DebugValue(form: form, number: text().offset)
    case 0x0d: return DebugValue(form: form, number: UInt64(bitPattern: signed()))
    case 0x0f, 0x15, 0x1a, 0x1b, 0x22, 0x23: return DebugValue(form: form, number: unsigned())
    case 0x03: skip(number(2))
    case 0x04: skip(number(4))
    case 0x0a: skip(number(1))
    case 0x09, 0x18: skip(unsigned())
    default: return nil
    }
    return DebugValue(form: form, number: 0)
  }

  /// The size of a form with fixed size.
  private static func width(of form: UInt64, _ shape: UnitShape) -> Int? {
    switch form {
    case 0x19, 0x21: 0
    case 0x0b, 0x0c, 0x11, 0x25, 0x29: 1
    case 0x05, 0x12, 0x26, 0x2a: 2
    case 0x27, 0x2b: 3
    case 0x06, 0x13, 0x1c, 0x28, 0x2c: 4
    case 0x07, 0x14, 0x20, 0x24: 8
    case 0x1e: 16
    case 0x01: shape.addressSize
    case 0x0e, 0x10, 0x17, 0x1d, 0x1f: shape.offsetSize
    default: nil
    }
  }
}

extension DebugValue {
  fileprivate init(form: UInt64, number: UInt64, skipping width: Int, _ reader: inout ByteReader) {
    self.init(form: form, number: number)
    if width > 8 { reader.skip(UInt64(width)) }
  }
}
