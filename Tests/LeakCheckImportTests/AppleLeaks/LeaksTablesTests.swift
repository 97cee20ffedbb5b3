import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct LeaksTablesTests {
  @Test func `a table of addresses finds what a dictionary finds`() {
    var random = SplitMix64(seed: 6)
    var table = AddressTable()
    var rows: [Int64: Int32] = [:]
    for _ in 0..<20_000 {
      // Few addresses, so that most are asked for more than once; 0 is one of them.
      let address = Int64(random.next() % 5_000) << Int64(random.next() % 3 * 16)
      let new = Int32(rows.count)
      let expected = rows[address] ?? new
      rows[address] = expected
      #expect(table.row(of: address, orAdd: new) == expected)
    }
  }

  @Test func `words have numbers in the order of first use`() {
    var random = SplitMix64(seed: 7)
    var text: [UInt8] = []
    var places: [(place: Range<Int>, word: String)] = []
    for _ in 0..<5_000 {
      let word = "w\(random.next() % 900)" + (random.chance(0.2) ? "é" : "")
      places.append((text.count..<(text.count + word.utf8.count), word))
      text += Array(word.utf8)
    }
    var interner = PlaceInterner()
    var numbers: [String: Int] = [:]
    for (place, word) in places {
      let expected = numbers[word] ?? numbers.count
      numbers[word] = expected
      #expect(text.withSpan { interner.index(of: place, in: $0) } == expected)
    }
    #expect(text.withSpan { interner.index(of: 0..<0, in: $0) } == numbers.count)
  }

  @Test(arguments: [
    ("12", 12, 2), ("9223372036854775807x", Int64.max, 19), ("007", 7, 3),
  ]) func `decimal numbers are read to their end`(_ text: String, _ value: Int64, _ end: Int) {
    let bytes = Array(text.utf8)
    var position = 0
    #expect(bytes.withSpan { $0.number(at: &position, before: bytes.count) } == value)
    #expect(position == end)
  }

  @Test(arguments: ["", "x", "9223372036854775808", "99999999999999999999"])
  func `what is not a number in 63 bits is none`(_ text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    #expect(bytes.withSpan { $0.number(at: &position, before: bytes.count) } == nil)
  }

  @Test(arguments: [
    ("0x1f>", Int64(31), 4), ("0x7fffffffffffffff", Int64.max, 18), ("0x8000000000000000", nil, 0),
    ("0x", nil, 0), ("0xg", nil, 0), ("1f", nil, 0),
  ]) func `addresses are read to their end`(_ text: String, _ value: Int64?, _ end: Int) {
    let bytes = Array(text.utf8)
    var position = 0
    #expect(bytes.withSpan { $0.address(at: &position, before: bytes.count) } == value)
    #expect(position == end)
  }
}
