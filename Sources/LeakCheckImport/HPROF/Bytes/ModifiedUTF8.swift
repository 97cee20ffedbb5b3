/// The text encoding of a Java VM: UTF-8 with two differences.
///
/// A character beyond U+FFFF is a pair of surrogates of three bytes each, and U+0000 two bytes. Source: The Java
/// Virtual Machine Specification, section 4.4.7. Other programs that write dumps write plain UTF-8, so both are read.
enum ModifiedUTF8 {
  /// The text of some bytes; what is neither form of UTF-8 is replaced by U+FFFD.
  ///
  /// - Complexity: O(bytes).
  static func text(_ bytes: some RandomAccessCollection<UInt8>) -> String {
    // What is repaired differs from what was read; the library says so itself since macOS 15 only.
    let plain = String(decoding: bytes, as: UTF8.self)
    if plain.utf8.elementsEqual(bytes) { return plain }
    guard let units = units(of: bytes) else { return plain }
    let text = String(decoding: units, as: UTF16.self)
    return text.utf16.elementsEqual(units) ? text : plain
  }

  /// The same in UTF-16, or `nil` where a byte is in its place in neither form.
  private static func units(of bytes: some RandomAccessCollection<UInt8>) -> [UInt16]? {
    var units: [UInt16] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      let length = first < 0x80 ? 0 : first & 0xe0 == 0xc0 ? 1 : first & 0xf0 == 0xe0 ? 2 : 3
      let mask: UInt8 = length == 0 ? 0x7f : 0x3f >> UInt8(length)
      guard length < 3 || first & 0xf8 == 0xf0, rest.count >= length else { return nil }
      var scalar = UInt32(first & mask)
      for byte in rest.prefix(length) {
        guard byte & 0xc0 == 0x80 else { return nil }
        scalar = scalar << 6 | UInt32(byte & 0x3f)
      }
      rest = rest.dropFirst(length)
      if scalar <= 0xffff {
        units.append(UInt16(scalar))
      } else {
        guard let character = Unicode.Scalar(scalar) else { return nil }
        units.append(contentsOf: UTF16.encode(character).map(Array.init) ?? [])
      }
    }
    return units
  }
}
