import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct PairTableTests {
  @Test(arguments: 0..<20)
  func `Pairs are numbered in the order in which they come first`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var table = PairTable()
    var (expected, numbers): ([[Int64]], [[Int64]: Int]) = ([], [:])
    for _ in 0..<3_000 {
      let pair = (0..<2).map { _ in Int64.random(in: -20...40, using: &random) << 31 }
      let number = table.number(of: pair[0], pair[1])
      #expect(Int(number) == numbers[pair] ?? expected.count)
      guard numbers[pair] == nil else { continue }
      numbers[pair] = expected.count
      expected.append(pair)
    }
    #expect(table.all.map { [$0.0, $0.1] } == expected && Int(table.count) == expected.count)
    let order = expected.indices.sorted { expected[$0].lexicographicallyPrecedes(expected[$1]) }
    let ranks = table.ranks
    #expect(order.map { ranks[$0] } == Array(0..<table.count))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 3_000])
  func `Pairs that are numbered together have the numbers of single ones`(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let pairs = (0..<count).map { _ in
      (
        first: Int64.random(in: 0...50, using: &random),
        second: Int64.random(in: 0...50, using: &random)
      )
    }
    var (one, together) = (PairTable(), PairTable())
    let numbers = pairs.map { one.number(of: $0.first, $0.second) }
    #expect(together.numbers(count: count) { pairs[$0] } == numbers && together.count == one.count)
  }
}
