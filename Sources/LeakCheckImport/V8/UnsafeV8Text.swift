#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The bytes of a snapshot, looked at in words and vectors.
///
/// Every access is checked against the number of bytes. A text is valid only inside the call of
/// ``DumpFile/withUnsafeBytes(_:)`` that it was made in.
@safe struct V8Text {
  let bytes: UnsafeRawBufferPointer

  /// The text of `bytes`, which it does not keep.
  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// The number of bytes.
  var count: Int { unsafe bytes.count }

  /// The byte at `offset`.
  subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count)
    return unsafe bytes[offset]
  }

  /// The bytes at `range`.
  subscript(range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Array(bytes[range])
  }

  /// The first offset from `start` on with a byte that ends or changes a run of plain text in a string:
  /// a quote, a backslash, a control character, or a byte of a character beyond ASCII.
  func plainEnd(from start: Int) -> Int {
    var offset = start
    while offset + 8 <= count {
      let word = word(at: offset)
      let found =
        Self.zeroBytes(word ^ Self.everyByte(0x22))
        | Self.zeroBytes(
          word ^ Self.everyByte(0x5c)) | (word &- Self.everyByte(0x20)) & Self.highBits | word
      let marks = found & Self.highBits
      if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, !Self.endsPlainText(unsafe bytes[offset]) { offset += 1 }
    return offset
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  private static func everyByte(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// The high bit of each byte that is zero.
  ///
  /// Source: Warren, "Hacker's Delight", 6-1.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    ~(((word & ~highBits) &+ ~highBits) | word | ~highBits)
  }

  private static func endsPlainText(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5c
  }

  /// The first offset from `start` on with a quote, a bracket or a brace, or the end.
  func structureOffset(from start: Int) -> Int {
    // Nested arrays have the next bracket near; a block would be looked at again and again.
    let near = min(start + 16, count)
    var offset = start
    while offset < near, !Self.isStructure(unsafe bytes[offset]) { offset += 1 }
    if offset < near { return offset }
    while offset + Self.block <= count, !hasStructure(from: offset) { offset += Self.block }
    while offset < count, !Self.isStructure(unsafe bytes[offset]) { offset += 1 }
    return offset
  }

  /// Whether the block at `offset` has a quote, a bracket or a brace.
  @inline(__always)
  private func hasStructure(from offset: Int) -> Bool {
    var found: UInt64 = 0
    for index in 0..<Self.block / 8 {
      let word = word(at: offset &+ index &* 8)
      let folded = word | Self.everyByte(0x20)
      found |= Self.zeroBytes(word ^ Self.everyByte(0x22))
      found |= Self.zeroBytes(folded ^ Self.everyByte(0x7b))
      found |= Self.zeroBytes(folded ^ Self.everyByte(0x7d))
    }
    return found != 0
  }

  @inline(__always)
  private func word(at offset: Int) -> UInt64 {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// "[" and "{", "]" and "}" differ by one bit only.
  @inline(__always)
  private static func isStructure(_ byte: UInt8) -> Bool {
    byte == 0x22 || byte | 0x20 == 0x7b || byte | 0x20 == 0x7d
  }

  /// Where the first `]` from `start` on is, and the commas before it; the end where there is none.
  func bracketAndCommas(from start: Int) -> (end: Int, commas: Int) {
    var offset = start
    var commas = 0
    while offset + Self.block <= count {
      let (brackets, blockCommas) = counts(from: offset)
      if brackets != 0 { break }
      commas += blockCommas
      offset += Self.block
    }
    while offset < count, unsafe bytes[offset] != 0x5d {
      if unsafe bytes[offset] == 0x2c { commas += 1 }
      offset += 1
    }
    return (offset, commas)
  }

  /// A byte counts to 255, so a block of this length is counted in the bytes of a word.
  private static let block = 240

  /// The closing brackets of the block at `offset`, a bit for each, and its commas.
  ///
  /// A loop without branches, which the compiler makes vectors of.
  @inline(__always)
  private func counts(from offset: Int) -> (brackets: UInt64, commas: Int) {
    var brackets: UInt64 = 0
    var commas: UInt64 = 0
    for index in 0..<Self.block / 8 {
      let word = word(at: offset &+ index &* 8)
      brackets |= Self.zeroBytes(word ^ Self.everyByte(0x5d))
      commas &+= Self.zeroBytes(word ^ Self.everyByte(0x2c)) &>> 7
    }
    return (brackets, Int((commas &* Self.everyByte(1)) &>> 56))
  }

  /// The line and column of an offset, both from 1; columns count Unicode scalars.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    let start = V8Scanner.markLength(of: self)
    for position in start..<max(start, min(offset, count)) {
      let byte = unsafe bytes[position]
      if byte == 0x0a {
        (line, column) = (line + 1, 1)
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
