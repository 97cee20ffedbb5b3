/// A position in the bytes of a file, for formats that are read from front to back.
///
/// After the end, everything reads as 0 and `isAtEnd` is true, so a loop that checks it ends with the bytes, whatever
/// they are. The bytes are used in place through a pointer: passing them to a function would count a reference for each
/// byte in a debug build.
@safe struct ByteReader {
  /// All bytes of the section; they keep the mapping that `base` points into.
  let bytes: FileBytes
  private let base: UnsafePointer<UInt8>
  private(set) var position: Int
  let end: Int

  init(_ bytes: FileBytes, at position: UInt64 = 0, end: Int? = nil) {
    self.bytes = bytes
    unsafe base = unsafe bytes.base
    self.end = min(end ?? bytes.count, bytes.count)
    self.position = position < UInt64(self.end) ? Int(position) : self.end
  }

  var isAtEnd: Bool { position >= end }

  mutating func byte() -> UInt8 {
    guard position < end else { return 0 }
    position += 1
    // Not above `bytes.count`, because `end` is not.
    return unsafe base[position - 1]
  }

  /// A little-endian number of up to 8 bytes.
  mutating func number(_ width: Int) -> UInt64 {
    guard width <= end - position else {
      position = end
      return 0
    }
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < width * 8 {
      value |= UInt64(unsafe base[position]) << shift
      position += 1
      shift += 8
    }
    return value
  }

  mutating func skip(_ count: UInt64) {
    position = count < UInt64(end - position) ? position + Int(count) : end
  }

  /// An unsigned number in LEB128; bits above the 64th are lost.
  mutating func unsigned() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let next = unsafe base[position]
      position += 1
      if shift < 64 { value |= UInt64(next & 0x7f) << shift }
      if next < 0x80 { break }
      shift += 7
    }
    return value
  }

  /// A signed number in LEB128.
  mutating func signed() -> Int64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let next = unsafe base[position]
      position += 1
      if shift < 64 { value |= UInt64(next & 0x7f) << shift }
      shift += 7
      guard next < 0x80 else { continue }
      if shift < 64, next & 0x40 != 0 { value |= ~0 << shift }
      break
    }
    return Int64(bitPattern: value)
  }

  /// Skips a text up to its zero byte; returns its offset and whether it is empty.
  mutating func text() -> (offset: UInt64, isEmpty: Bool) {
    let start = position
    while byte() != 0 {}
    return (UInt64(start), position - start <= 1)
  }
}
