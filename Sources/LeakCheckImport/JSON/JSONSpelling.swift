import LeakCheckText

/// The spelling of the records in one array, learned from previous records.
///
/// Programs write all records alike. What stands between two values (the quote that ends the one, comma,
/// white space, the next key, colon and the quote that begins the next) is a *gap*, and a file of millions of
/// records has a dozen different ones. A record whose gaps are all known is read by comparing them, eight
/// bytes at a time, and decoding only the values; any other goes to the general parser, which
/// teaches the spelling its gaps.
///
/// A gap follows the value of one key, so the gaps are kept by that key; gaps in front of a record's first
/// value stand in an entry of their own. Nothing with an `x-` member is ever a gap.
struct JSONSpelling {
  /// The kind of a value, known without reading the byte after a gap.
  enum Value: UInt8 {
    case text, number, truth
  }

  /// The bytes between two values, or after the last.
  struct Gap {
    /// The first eight bytes, and which of them count.
    var first: UInt64
    var firstMask: UInt64
    var length: UInt8
    /// The number of the key that follows, or ``closing``.
    var key: UInt8
    var value: Value
    /// How many words follow the first, in ``words``.
    var moreWords: UInt8

    static let none = Gap(
      first: 0, firstMask: 0, length: 0, key: 0, value: .text, moreWords: 0)
  }

  /// The key of a gap that ends a record.
  static let closing: UInt8 = 31
  /// The entry of the gaps in front of the first value of a record; keys have the numbers below it.
  static let opening = 15
  static let entryCount = 16
  /// The gaps that an entry has room for; those of stranger records are left to the general parser.
  static let gapsPerEntry = 8
  /// The longest gap: the indented closing and opening of records deep in white space.
  static let longestGap = 64
  static let wordsPerGap = 16

  private(set) var gaps = [Gap](repeating: .none, count: entryCount * gapsPerEntry)
  private(set) var counts = [Int](repeating: 0, count: entryCount)
  /// For each gap the words behind the first, each followed by its mask.
  private(set) var words = [UInt64](repeating: 0, count: entryCount * gapsPerEntry * wordsPerGap)

  /// Learns that `bytes` may follow the value of the key `entry`.
  mutating func learn(
    _ bytes: some RandomAccessCollection<UInt8>, after entry: Int, key: UInt8, value: Value
  ) {
    guard (1...Self.longestGap).contains(bytes.count), counts[entry] < Self.gapsPerEntry,
      !knows(bytes, after: entry)
    else { return }
    let index = entry * Self.gapsPerEntry + counts[entry]
    let masked = Self.masked(Array(bytes))
    gaps[index] = Gap(
      first: masked[0].word, firstMask: masked[0].mask, length: UInt8(bytes.count), key: key,
      value: value, moreWords: UInt8(masked.count - 1))
    for (position, part) in masked.dropFirst().enumerated() {
      words[index * Self.wordsPerGap + position * 2] = part.word
      words[index * Self.wordsPerGap + position * 2 + 1] = part.mask
    }
    counts[entry] += 1
  }

  private func knows(_ bytes: some RandomAccessCollection<UInt8>, after entry: Int) -> Bool {
    let masked = Self.masked(Array(bytes))
    let start = entry * Self.gapsPerEntry
    return (start..<start + counts[entry]).contains { index in
      let gap = gaps[index]
      let base = index * Self.wordsPerGap
      return Int(gap.length) == bytes.count && gap.first == masked[0].word
        && masked.indices.dropFirst().allSatisfy { words[base + ($0 - 1) * 2] == masked[$0].word }
    }
  }

  /// Bytes as little-endian words, and for each which of its bytes count.
  private static func masked(_ bytes: [UInt8]) -> [(word: UInt64, mask: UInt64)] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      var (word, mask): (UInt64, UInt64) = (0, 0)
      for (shift, byte) in bytes[start..<min(start + 8, bytes.count)].enumerated() {
        word |= UInt64(byte) << UInt64(shift * 8)
        mask |= 0xff << UInt64(shift * 8)
      }
      return (word, mask)
    }
  }
}

/// The members of the last record that the general parser read, in order.
struct JSONTrail {
  struct Member {
    var key: Int
    var value: Range<Int>
  }

  /// Where the text in front of the record begins: behind the record before it, or nowhere known.
  var opening: Int?
  var members: [Member] = []

  mutating func start(behind opening: Int?) {
    self.opening = opening
    members.removeAll(keepingCapacity: true)
  }

  mutating func append(key: Int, value: Range<Int>) {
    members.append(Member(key: key, value: value))
  }
}

extension JSONSpelling {
  /// Learns the gaps of a record that ends at `end`.
  mutating func learn(_ trail: JSONTrail, end: Int, in bytes: TextBytes) {
    var entry: Int? = trail.opening == nil ? nil : Self.opening
    var start = trail.opening ?? 0
    for member in trail.members {
      // A key without an entry is never between two gaps, and what has it is left to the general parser.
      let value = member.key < Self.opening ? Self.value(bytes[member.value]) : nil
      // The quotes of a text belong to the gaps.
      let quote = value == .text ? 1 : 0
      if let entry, let value {
        let gap = bytes[start..<member.value.lowerBound + quote]
        learn(gap, after: entry, key: UInt8(member.key), value: value)
      }
      entry = value == nil ? nil : member.key
      start = member.value.upperBound - quote
    }
    if let entry { learn(bytes[start..<end], after: entry, key: Self.closing, value: .text) }
  }

  /// What a value is; `nil` for one that only the general parser reads.
  private static func value(_ bytes: Slice<TextBytes>) -> Value? {
    guard let first = bytes.first else { return nil }
    switch first {
    case UInt8(ascii: "\""): return .text
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"): return .truth
    default: return nil
    }
  }
}
