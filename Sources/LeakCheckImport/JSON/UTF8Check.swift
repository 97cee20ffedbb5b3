/// Finds where bytes stop being UTF-8.
enum UTF8Check {
  /// The offset of the first byte that no UTF-8 text has there, or `nil`.
  ///
  /// - Complexity: O(bytes).
  static func firstInvalid(in bytes: [UInt8]) -> Int? {
    var position = 0
    while position < bytes.count {
      if bytes[position] < 0x80 {
        position += 1
        continue
      }
      guard let length = length(at: position, in: bytes) else { return position }
      position += length
    }
    return nil
  }

  /// The length of the well-formed sequence at `position` (Unicode, table 3-7), or `nil`.
  private static func length(at position: Int, in bytes: [UInt8]) -> Int? {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[position] {
    case 0xc2...0xdf: (second, length) = (0x80...0xbf, 2)
    case 0xe0: (second, length) = (0xa0...0xbf, 3)
    case 0xed: (second, length) = (0x80...0x9f, 3)
    case 0xe1...0xef: (second, length) = (0x80...0xbf, 3)
    case 0xf0: (second, length) = (0x90...0xbf, 4)
    case 0xf4: (second, length) = (0x80...0x8f, 4)
    case 0xf1...0xf3: (second, length) = (0x80...0xbf, 4)
    default: return nil
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
    let rest = bytes[position + 2..<position + length]
    return rest.allSatisfy { $0 & 0xc0 == 0x80 } ? length : nil
  }
}
