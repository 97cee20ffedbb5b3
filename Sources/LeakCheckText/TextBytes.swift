/// A view of a text's bytes during reading, without copies.
///
/// Every access is checked against the end. A view is valid only inside the call that gave it, so no value
/// that outlives the reading may keep it.
@safe package struct TextBytes: RandomAccessCollection {
  // Owned by whoever gives the view: a mapped file, or an array in memory.
  package let memory: UnsafeRawBufferPointer

  /// A view of `memory`, which it does not keep.
  package init(_ memory: UnsafeRawBufferPointer) { unsafe self.memory = memory }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { unsafe memory.count }

  @inlinable package subscript(position: Int) -> UInt8 {
    precondition(UInt(bitPattern: position) < UInt(bitPattern: endIndex))
    return unsafe memory[position]
  }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try unsafe memory.withContiguousStorageIfAvailable(body)
  }

  /// Calls `body` with the bytes of `range`, which are valid only in it.
  package func withBytes<Result>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= endIndex)
    return unsafe body(UnsafeRawBufferPointer(rebasing: memory[range]))
  }

  /// The bytes that a byte order mark takes at the start.
  package var markLength: Int { starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0 }

  /// The byte order mark of UTF-8.
  package static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
}

extension TextBytes {
  /// The first offset from `start` on with a byte that ends or changes a run of plain text in a JSON string:
  /// a quote, a backslash, a control character, or a byte of a character beyond ASCII.
  package func plainEnd(from start: Int) -> Int {
    var offset = start
    while offset + 8 <= count {
      let word = word(at: offset)
      let found =
        Self.zeroBytes(word ^ Self.everyByte(0x22))
        | Self.zeroBytes(word ^ Self.everyByte(0x5c))
        | (word &- Self.everyByte(0x20)) & Self.highBits | word
      let marks = found & Self.highBits
      if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, !Self.endsPlainText(unsafe memory[offset]) { offset += 1 }
    return offset
  }

  private static func endsPlainText(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5c
  }

  /// The eight bytes from `offset` on, the first in the lowest bits.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  @usableFromInline package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// A word with `byte` eight times.
  @inlinable @inline(__always)
  package static func everyByte(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// The high bit of each byte that is zero.
  ///
  /// Source: Warren, "Hacker's Delight", 6-1.
  @inlinable @inline(__always)
  package static func zeroBytes(_ word: UInt64) -> UInt64 {
    ~(((word & ~highBits) &+ ~highBits) | word | ~highBits)
  }
}

extension TextBytes {
  /// The first byte of `range` that is not ASCII, or the end of the range.
  package func firstNonASCII(in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= endIndex)
    var index = range.lowerBound
    while index &+ 32 <= range.upperBound {
      let words = unsafe memory.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
      if words & 0x8080_8080_8080_8080 != .zero { break }
      index &+= 32
    }
    while index < range.upperBound, unsafe memory[index] < 0x80 { index &+= 1 }
    return index
  }
}

extension Array<UInt8> {
  /// Calls `body` with a view of all bytes, which is valid only in it.
  package func withTextBytes<Result, Failure>(
    _ body: (TextBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { bytes throws(Failure) in
      try body(unsafe TextBytes(UnsafeRawBufferPointer(bytes)))
    }
  }
}
