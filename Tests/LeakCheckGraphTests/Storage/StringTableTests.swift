import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct StringTableTests {
  /// Texts around the length of a word, alike at their beginnings or ends.
  private static let texts: [String] = {
    var texts = ["", "é", "→", "👩‍👧", "field1", "field2"]
    for length in 1...40 {
      let short = String(repeating: "a", count: length - 1)
      texts += [short + "a", short + "b", String(repeating: "\u{0}", count: length)]
      if length > 1 { texts.append("b" + short) }
    }
    return texts
  }()

  @Test func `a text has one index, and the index the text`() {
    var interner = StringInterner()
    var indices: [String: Int32] = [:]
    for text in Self.texts + Self.texts.reversed() {
      let index = interner.intern(text)
      #expect(indices[text, default: index] == index)
      #expect(interner.intern(utf8: Array(text.utf8)) == index)
      #expect(interner.table[index] == text)
      indices[text] = index
    }
    #expect(interner.table.count == Set(Self.texts).count)
    #expect(interner.intern("") == 0)
  }

  @Test func `names of elements are texts like any other, whichever way they come first`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<50 {
      var interner = StringInterner()
      var indices: [String: Int32] = ["": 0]
      for _ in 0..<400 {
        let position = Int.random(in: 0..<200, using: &random)
        let others = ["[]", "[0\(position)]", "[\(position)", "\(position)]", "[+\(position)]"]
        let isElement = random.chance(0.4)
        let text = isElement || random.chance(0.5) ? "[\(position)]" : others[position % 5]
        let index = isElement ? interner.element(position) : interner.intern(text)
        #expect(indices[text, default: index] == index && interner.table[index] == text)
        indices[text] = index
      }
      #expect(interner.table.count == indices.count)
    }
    var interner = StringInterner()
    let far = interner.element(12_345_678)
    #expect(interner.table[far] == "[12345678]")
    #expect(interner.intern("[99999999999999999999]") == 2 && interner.table.count == 3)
  }

  @Test func `a text is found or added, in a table of one's own and in one that is stored`() {
    var interner = StringInterner()
    let texts = Self.texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for text in texts { _ = interner.intern(text) }
    let bytes = texts.flatMap { Array($0.utf8) }
    let ends = texts.indices.map { Int32(texts[...$0].joined().utf8.count) }
    let stored = StringTable(bytes: Column(bytes), ends: IntegerColumn(ends))
    for table in [interner.table, stored] {
      #expect(table.index(of: "none") == nil)
      var more = table
      for (index, text) in texts.enumerated() {
        #expect(table.index(of: text) == Int32(index) && more.index(adding: text) == Int32(index))
      }
      #expect(more.count == table.count)
      #expect(
        more.index(adding: "none") == Int32(texts.count) && more[Int32(texts.count)] == "none")
      #expect(table.count == texts.count && more.count == texts.count + 1)
      #expect(texts.indices.allSatisfy { more[Int32($0)] == texts[$0] })
      #expect(
        more.ranks()[texts.count]
          == Int32(texts.count { $0.utf8.lexicographicallyPrecedes("none".utf8) }))
    }
  }

  @Test func `ranks are the order of the bytes`() {
    var interner = StringInterner()
    for text in Self.texts { _ = interner.intern(text) }
    let ranks = interner.table.ranks()
    let sorted = (0..<Int32(ranks.count)).sorted { ranks[Int($0)] < ranks[Int($1)] }
    let texts = sorted.map { Array(interner.table[$0].utf8) }
    for (left, right) in zip(texts, texts.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
    }
  }

  @Test func `a table taken over keeps its texts`() {
    var (first, second) = (StringInterner(), StringInterner())
    for text in Self.texts.prefix(40) { _ = first.intern(text) }
    for text in Self.texts.reversed() { _ = second.intern(text) }
    let moved = first.intern(all: second.table)
    for index in moved.indices {
      #expect(first.table[moved[index]] == second.table[Int32(index)])
    }
    #expect(first.table.count == Set(Self.texts).count)
  }
}
