/// The unescaping of well-formed JSON strings.
///
/// Strings of JavaScript may hold half a surrogate pair, which becomes U+FFFD.
package enum JSONEscape {
  /// The UTF-8 of the text that `bytes`, the inside of a string, stand for.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard var index = bytes.firstIndex(of: UInt8(ascii: "\\")) else { return bytes }
    var result = Array(bytes[..<index])
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let (scalar, length) = scalar(at: index, in: bytes)
      result.append(contentsOf: String(scalar).utf8)
      index += length
    }
    return result
  }

  /// The scalar of the escape at `index`, and the bytes it takes.
  private static func scalar(
    at index: Int, in bytes: [UInt8]
  ) -> (scalar: Unicode.Scalar, length: Int) {
    if let byte = shortEscape(bytes[index + 1]) { return (Unicode.Scalar(byte), 2) }
    let unit = codeUnit(at: index, in: bytes) ?? 0xfffd
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    guard unit < 0xdc00, let second = codeUnit(at: index + 6, in: bytes),
      (0xdc00...0xdfff).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (second - 0xdc00))
    else { return ("\u{fffd}", 6) }
    return (scalar, 12)
  }

  /// The code unit of an escape at `index`, `\u` and four hexadecimal digits, or `nil` when there is none.
  private static func codeUnit(at index: Int, in bytes: [UInt8]) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return bytes[index + 2..<index + 6].reduce(UInt32?(0)) { sum, byte in
      sum.flatMap { sum in nibble(byte).map { sum << 4 | UInt32($0) } }
    }
  }

  /// The value of a hexadecimal digit.
  static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The character that a backslash and `byte` stand for, but for `\u`.
  static func shortEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
