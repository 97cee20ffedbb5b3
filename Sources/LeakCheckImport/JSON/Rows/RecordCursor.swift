/// A cursor over a record with a known spelling, which reads eight bytes at a time.
///
/// Every reading leaves the cursor behind what it read, or gives up where anything is unusual: an
/// escape, a sign, a fraction, a control character. Giving up is no error; the general parser then reads
/// the record and says what there is to say.
@safe struct RecordCursor {
  /// How far beyond its position a cursor reads without asking: a gap, or a number, and a word.
  static let reach = JSONSpelling.longestGap + 32

  // Into the bytes of the dump, which outlive the cursor; `limit` is `reach` before their end.
  private var next: UnsafeRawPointer
  private let limit: UnsafeRawPointer

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// A cursor at `position` of `bytes`, or `nil` too near to their end.
  init?(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    guard let start = bytes.baseAddress, position &+ Self.reach <= bytes.count else {
      return nil
    }
    unsafe next = unsafe start + position
    unsafe limit = unsafe start + (bytes.count - Self.reach)
  }

  /// Whether a gap, a number and a word can be read here.
  @inline(__always) var hasRoom: Bool { unsafe next <= limit }

  @inline(__always) func offset(from start: UnsafeRawPointer) -> Int { unsafe next - start }

  @inline(__always)
  private func word(at distance: Int) -> UInt64 {
    UInt64(littleEndian: unsafe next.loadUnaligned(fromByteOffset: distance, as: UInt64.self))
  }

  /// Passes one of the gaps of an entry, or gives up.
  @inline(__always)
  mutating func passGap(
    after entry: Int, of spelling: borrowing SpellingView
  ) -> JSONSpelling.Gap? {
    let word = word(at: 0)
    let start = entry &* JSONSpelling.gapsPerEntry
    let end = unsafe start &+ spelling.counts[entry]
    for index in start..<end {
      let gap = unsafe spelling.gaps[index]
      guard (word ^ gap.first) & gap.firstMask == 0 else { continue }
      if gap.moreWords > 0, !hasWords(of: gap, at: index, of: spelling) { continue }
      unsafe next += Int(gap.length)
      return gap
    }
    return nil
  }

  @inline(__always)
  private func hasWords(
    of gap: JSONSpelling.Gap, at index: Int, of spelling: borrowing SpellingView
  ) -> Bool {
    let words = unsafe spelling.words + index &* JSONSpelling.wordsPerGap
    for more in 0..<Int(gap.moreWords) {
      let (wanted, mask) = unsafe (words[more &* 2], words[more &* 2 &+ 1])
      guard (word(at: more &* 8 &+ 8) ^ wanted) & mask == 0 else { return false }
    }
    return true
  }

  /// Passes a whole number of at most 18 digits, or gives up.
  @inline(__always)
  mutating func passNumber() -> Int64? {
    let first = word(at: 0) ^ (Self.ones &* 0x30)
    let firstCount = Self.digitCount(first)
    if firstCount < 8 {
      // A zero is a number, but no number begins with one.
      guard firstCount > 0, firstCount == 1 || first & 0xff != 0 else { return nil }
      unsafe next += firstCount
      return Int64(Self.value(of: first &<< UInt64(64 &- 8 &* firstCount)))
    }
    guard first & 0xff != 0 else { return nil }
    return passLongNumber(beginningWith: Self.value(of: first))
  }

  @inline(__always)
  private mutating func passLongNumber(beginningWith value: UInt64) -> Int64? {
    let second = word(at: 8) ^ (Self.ones &* 0x30)
    let count = Self.digitCount(second)
    if count < 8 {
      unsafe next += 8 &+ count
      let rest = count == 0 ? 0 : Self.value(of: second &<< UInt64(64 &- 8 &* count))
      return Int64(value &* Self.powerOfTen(count) &+ rest)
    }
    let third = word(at: 16) ^ (Self.ones &* 0x30)
    let lastCount = Self.digitCount(third)
    guard lastCount <= 2 else { return nil }
    unsafe next += 16 &+ lastCount
    let start = value &* 100_000_000 &+ Self.value(of: second)
    let rest = lastCount == 0 ? 0 : Self.value(of: third &<< UInt64(64 &- 8 &* lastCount))
    return Int64(start &* Self.powerOfTen(lastCount) &+ rest)
  }

  /// How many bytes from the first are digits, their zero taken off.
  @inline(__always)
  private static func digitCount(_ word: UInt64) -> Int {
    // A carry out of a byte goes upwards only, and a byte that has one is no digit itself.
    let others = ((word &+ (ones &* 0x76)) | word) & highs
    return others.trailingZeroBitCount >> 3
  }

  /// The number that eight digits make, the first in the lowest byte.
  ///
  /// Lemire, "Quickly parsing eight digits", 2022: pairs, then fours, then all.
  @inline(__always)
  private static func value(of digits: UInt64) -> UInt64 {
    let pairs = (digits &* 2_561) >> 8 & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 6_553_601) >> 16 & 0x0000_ffff_0000_ffff
    return (fours &* 42_949_672_960_001) >> 32
  }

  @inline(__always)
  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    default: 10_000_000
    }
  }

  /// Passes up to the quote that ends a text without escapes, or gives up.
  @inline(__always)
  mutating func passText() -> ScannedText? {
    let start = unsafe next
    var (hash, bits) = (ScannedText.seed, UInt64(0))
    while hasRoom {
      let word = word(at: 0)
      let ends = Self.textEnds(word)
      if ends == 0 {
        hash = ScannedText.mixed(hash, word)
        bits |= word
        unsafe next += 8
        continue
      }
      let end = ends.trailingZeroBitCount & 0x38
      guard word &>> UInt64(end) & 0xff == 0x22 else { return nil }
      let rest = word & (1 &<< UInt64(end) &- 1)
      unsafe next += end >> 3
      return unsafe ScannedText(
        start: start, length: next - start, hash: ScannedText.mixed(hash, rest),
        isASCII: (bits | rest) & Self.highs == 0)
    }
    return nil
  }

  /// A bit for each byte that a plain text cannot have: quote, backslash, control character.
  ///
  /// Exact up to the first such byte.
  @inline(__always)
  private static func textEnds(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5c)
    let control = word &- (ones &* 0x20)
    return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | control & ~word) & highs
  }

  /// Passes `true`, or gives up.
  @inline(__always)
  mutating func passTrue() -> Bool {
    guard word(at: 0) & 0xffff_ffff == 0x6575_7274 else { return false }
    unsafe next += 4
    return true
  }
}

/// A view of a spelling's gaps, for one read.
@safe struct SpellingView: ~Copyable {
  // Owned by the arrays of the spelling, which is not changed while it is viewed.
  let gaps: UnsafePointer<JSONSpelling.Gap>
  let counts: UnsafePointer<Int>
  let words: UnsafePointer<UInt64>
}

extension JSONSpelling {
  /// Calls `body` with a view of the gaps, which is valid only in it.
  func withView(_ body: (borrowing SpellingView) -> Void) {
    unsafe gaps.withUnsafeBufferPointer { gaps in
      unsafe counts.withUnsafeBufferPointer { counts in
        unsafe words.withUnsafeBufferPointer { words in
          guard let gaps = gaps.baseAddress, let counts = counts.baseAddress,
            let words = words.baseAddress
          else { return }
          body(unsafe SpellingView(gaps: gaps, counts: counts, words: words))
        }
      }
    }
  }
}

/// A text without escapes in the bytes of a dump, with its hash.
@safe struct ScannedText {
  // Into the bytes of the dump, which outlive the text.
  let start: UnsafeRawPointer
  let length: Int
  let hash: UInt64
  let isASCII: Bool

  static let seed: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// The hash with one more word: a bijection, so that texts of one length up to 8 never share a hash.
  @inline(__always)
  static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0xd6e8_feb8_6659_fd93
    return product ^ (product >> 32)
  }

  @inline(__always) var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start, count: length)
  }

  /// Whether the bytes are those of `other`, whose length and hash are the same.
  @inline(__always)
  func hasBytes(at other: UnsafeRawPointer) -> Bool {
    if length <= 8 { return true }
    var offset = 0
    while offset &+ 8 < length {
      guard unsafe word(at: offset, of: start) == word(at: offset, of: other) else { return false }
      offset &+= 8
    }
    return unsafe word(at: length &- 8, of: start) == word(at: length &- 8, of: other)
  }

  @inline(__always)
  private func word(at offset: Int, of text: UnsafeRawPointer) -> UInt64 {
    unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Which of a few words the text is, or `nil`.
  @inline(__always)
  func index(in words: ShortWords) -> Int? {
    guard length <= 16 else { return nil }
    // Eight bytes behind the text there is still dump: cursors stop well before its end.
    let first = unsafe word(at: 0, of: start) & Self.mask(length)
    let second = length > 8 ? unsafe word(at: 8, of: start) & Self.mask(length &- 8) : 0
    return words.index(of: UInt64(littleEndian: first), UInt64(littleEndian: second))
  }

  @inline(__always)
  private static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? .max : ((1 as UInt64) &<< UInt64(length &* 8) &- 1).littleEndian
  }
}

/// The words of a closed set as numbers: none longer than 16 bytes, and at most eight.
///
/// Words beyond that are not among them, so that what has them is left to the general parser.
struct ShortWords: Sendable {
  static let most = 8

  private var firsts = SIMD8<UInt64>()
  private var seconds = SIMD8<UInt64>()
  private let count: Int

  init(_ words: [String]) {
    count = min(words.count, Self.most)
    for (index, word) in words.prefix(Self.most).enumerated()
    where (1...16).contains(word.utf8.count) {
      (firsts[index], seconds[index]) = Self.numbers(of: word)
    }
  }

  private static func numbers(of word: String) -> (UInt64, UInt64) {
    var numbers: (UInt64, UInt64) = (0, 0)
    for (index, byte) in word.utf8.enumerated() {
      if index < 8 {
        numbers.0 |= UInt64(byte) << UInt64(index * 8)
      } else {
        numbers.1 |= UInt64(byte) << UInt64(index * 8 - 64)
      }
    }
    return numbers
  }

  /// The position of the word of these bytes; none has a first number of 0.
  @inline(__always)
  func index(of first: UInt64, _ second: UInt64) -> Int? {
    if first == 0 { return nil }
    for index in 0..<count where first == firsts[index] && second == seconds[index] {
      return index
    }
    return nil
  }
}
