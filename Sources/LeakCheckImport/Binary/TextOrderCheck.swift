internal import LeakCheckGraph

/// A validation of concatenated texts.
///
/// - Precondition: The ends rise from at least 0 to the number of bytes.
struct TextOrderCheck {
  let bytes: Column<UInt8>
  let ends: IntegerColumn

  /// The first text whose end is inside a character of its valid UTF-8.
  func firstCut() -> Int? {
    ends.indices.first { index in
      let end = Int(ends[index])
      return end < bytes.count && bytes[end] & 0xc0 == 0x80
    }
  }

  /// The first text that is not behind the one before in the order of bytes.
  func firstFall() -> Int? {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let texts = UnsafeRawBufferPointer(bytes)
      var last = 0..<0
      for index in ends.indices {
        let text = last.upperBound..<Int(ends[index])
        if index > 0, unsafe !Self.precedes(last, text, in: texts) { return index }
        last = text
      }
      return nil
    }
  }

  /// Whether the text at `left` is before that at `right`; eight bytes are compared at a time.
  @inline(__always)
  private static func precedes(
    _ left: Range<Int>, _ right: Range<Int>, in texts: UnsafeRawBufferPointer
  ) -> Bool {
    let common = min(left.count, right.count)
    var offset = 0
    while offset &+ 8 <= common {
      let a = unsafe word(at: left.lowerBound &+ offset, in: texts)
      let b = unsafe word(at: right.lowerBound &+ offset, in: texts)
      if a != b { return a < b }
      offset &+= 8
    }
    while offset < common {
      let a = unsafe texts[left.lowerBound &+ offset]
      let b = unsafe texts[right.lowerBound &+ offset]
      if a != b { return a < b }
      offset &+= 1
    }
    return left.count < right.count
  }

  /// Eight bytes as a number that is ordered as they are.
  @inline(__always)
  private static func word(at offset: Int, in texts: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(bigEndian: unsafe texts.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
