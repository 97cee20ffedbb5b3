import LeakCheckText

/// Access to the bytes of a snapshot in words and vectors.
extension TextBytes {
  /// The first offset from `start` on with a quote, a bracket or a brace, or the end.
  func structureOffset(from start: Int) -> Int {
    // Nested arrays have the next bracket near; a block would be looked at again and again.
    let near = Swift.min(start + 16, count)
    var offset = start
    while offset < near, !Self.isStructure(unsafe memory[offset]) { offset += 1 }
    if offset < near { return offset }
    while offset + Self.block <= count, !hasStructure(from: offset) { offset += Self.block }
    while offset < count, !Self.isStructure(unsafe memory[offset]) { offset += 1 }
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
    while offset < count, unsafe memory[offset] != 0x5d {
      if unsafe memory[offset] == 0x2c { commas += 1 }
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
}
