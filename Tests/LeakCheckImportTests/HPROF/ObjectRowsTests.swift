import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct ObjectRowsTests {
  private func column(_ ids: [UInt64]) -> ReservedColumn<UInt64> {
    var column = ReservedColumn<UInt64>(capacity: ids.count)
    for id in ids { column.append(id) }
    return column
  }

  private func check(_ ids: [UInt64], isPaged: Bool?) throws {
    let rows = try ObjectRows(of: column(ids))
    if let isPaged { #expect(rows.isPaged == isPaged) }
    let sorted = ids.sorted { Int64(bitPattern: $0) < Int64(bitPattern: $1) }
    let known = Set(ids)
    for (row, id) in sorted.enumerated() {
      #expect(rows.row(of: id) == Int32(row))
      for other in [id &+ 1, id &- 1, id &+ 8, id &- 8, id ^ 1 << 63] where !known.contains(other) {
        #expect(rows.row(of: other) == -1)
      }
    }
    for id in [0, 1, .max, 1 << 63] as [UInt64] where !known.contains(id) {
      #expect(rows.row(of: id) == -1)
    }
  }

  @Test(arguments: 0..<50) func `ids near each other have rows in their order`(seed: UInt64) throws
  {
    var random = SplitMix64(seed: seed)
    let base = random.next()
    let step = UInt64(1) << (random.next() % 5)
    let ids = Set((0..<2000).map { _ in base &+ random.next() % 100_000 * step })
    try check(ids.shuffled(using: &random), isPaged: true)
  }

  @Test(arguments: 0..<50) func `strewn ids have rows in their order`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let ids = Set((0..<2000).map { _ in random.next() })
    try check(ids.shuffled(using: &random), isPaged: false)
  }

  @Test func `few ids, one id and none have rows`() throws {
    try check([], isPaged: true)
    try check([12], isPaged: true)
    try check([.max], isPaged: true)
    try check([1, .max], isPaged: nil)
    try check([1 << 63, 1 << 63 - 1, 0x10], isPaged: nil)
  }

  @Test func `an id that is there twice is told with both places`() {
    for top: UInt64 in [0x1000, 0x1000_0000_0000_0000] {
      let ids: [UInt64] = [0x10, top, 0x20, 0x30, top]
      #expect(throws: ObjectRows.Duplicate(first: 1, second: 4)) {
        try Self.make(column(ids))
      }
    }
  }

  private static func make(_ ids: borrowing ReservedColumn<UInt64>) throws {
    _ = try ObjectRows(of: ids).shift
  }
}
