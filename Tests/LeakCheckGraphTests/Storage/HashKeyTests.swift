import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

/// Texts and numbers that collide by the tables' earlier hashes, which had no key, in any number.
@Suite struct HashKeyTests {
  private static let count = 20_000

  /// Distinct texts of 16 bytes whose second word takes back what the first one did to an unkeyed hash.
  private static let texts: [[UInt8]] = (0..<UInt64(count)).map { number in
    let first = 0x6161_6161_6161_6161 &+ number
    let product = (0x9e37_79b9_7f4a_7c15 ^ first) &* 0xd6e8_feb8_6659_fd93
    let second = product ^ product >> 32 ^ 0x0123_4567_89ab_cdef
    return [first, second].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }

  /// Numbers whose products with 2^64 divided by the golden ratio rise by one.
  private static let numbers: [Int64] = {
    // The inverse modulo 2^64, by Newton's iteration.
    let constant: UInt64 = 0x9e37_79b9_7f4a_7c15
    var inverse = constant
    for _ in 0..<6 { inverse = inverse &* (2 &- constant &* inverse) }
    return (1...UInt64(count)).map { Int64(bitPattern: inverse &* $0) }
  }()

  @Test func `texts that were chosen to collide do not`() {
    var interner = StringInterner()
    for text in Self.texts { _ = interner.intern(utf8: text) }
    #expect(interner.table.count == Self.count + 1)
    #expect(interner.longestProbe < 200, "\(interner.longestProbe)")
  }

  @Test func `numbers that were chosen to collide do not`() throws {
    var ids = ObjectIDs()
    ids.append(numbers: Self.numbers)
    let probe = try IDTable(of: ids).longestProbe
    #expect(probe > 0 && probe < 1_000, "\(probe)")
  }

  @Test func `texts that differ in the highest bits of two words hash differently by most keys`() {
    var random = SplitMix64(seed: 3)
    var equal = 0
    for _ in 0..<100 {
      let key = HashKey(using: random)
      _ = random.next()
      let text = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      var other = text
      for place in [7, 11, 15] { other[place] ^= 0x80 }
      if hash(text, key) == hash(other, key) { equal += 1 }
    }
    #expect(equal < 3)
  }

  private func hash(_ text: [UInt8], _ key: HashKey) -> UInt64 {
    unsafe text.withUnsafeBytes { unsafe key.hash($0) }
  }

  @Test(arguments: 0..<8)
  func `texts of one length up to seven have different hashes`(length: Int) {
    let key = HashKey(using: SplitMix64(seed: 9))
    var random = SplitMix64(seed: UInt64(length))
    let texts = Set(
      (0..<500).map { _ in (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) } })
    #expect(Set(texts.map { hash($0, key) }).count == texts.count)
  }

  @Test func `what tables give depends on no key`() throws {
    var tables: [[Int32]] = []
    for seed in 0..<3 as Range<UInt64> {
      var interner = StringInterner(key: HashKey(using: SplitMix64(seed: seed)))
      tables.append((0..<2_000).map { interner.intern("text \($0 * $0 % 701)") })
    }
    #expect(Set(tables).count == 1)
  }
}
